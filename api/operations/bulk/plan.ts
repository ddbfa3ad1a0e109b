import type { Terms } from '../../../db/query/statements/terms.js'
import type { BulkLine } from '../../../schemas/bulk.js'
import type { Change } from '../changes.js'
import type { IgnoredKey, UpdateCall } from '../../core/calls/call.js'
import { ApiError, ValidationError } from '../../core/calls/errors.js'
import type { Operations } from '../operations.js'
import { identifierOf, textsUnder, type Identifier } from './identified.js'
import { readBulkLine } from './line.js'
import { changeById, changeByIdentifier, type Done } from './located.js'

/** Ignored keys that are told of one line. */
const MOST_IGNORED = 20

/** A change as it was received, with the number of its line. */
export interface NumberedLine {
  readonly line: number
  readonly given: unknown
  /** Why it cannot be read at all. */
  readonly error?: ApiError
}

/** A line that can be carried out. */
export interface PlannedLine {
  readonly received: NumberedLine
  readonly asked: BulkLine
  readonly identifier: Identifier | undefined
  readonly change: Change<Done>
  readonly ignored: readonly IgnoredKey[]
}

/** A line that cannot. */
export interface RefusedLine { readonly received: NumberedLine, readonly error: ApiError }

/** Reads a line, and checks what the actor may never do. */
export function planned (
  received: NumberedLine, operations: ReadonlyMap<string, Operations>, terms: Terms, call: UpdateCall
): PlannedLine | RefusedLine {
  try {
    if (received.error !== undefined) throw received.error
    const asked = readBulkLine(received.given, [...operations.keys()])
    const ofType = operations.get(asked.resource)!
    const ignored: IgnoredKey[] = []
    const listening: UpdateCall = {
      ...call, onIgnored (keys) { for (const key of keys.slice(0, MOST_IGNORED)) ignored.push(key) }
    }
    if (asked.by === undefined) {
      return { received, asked, identifier: undefined, ignored, change: changeById(asked, ofType, listening) }
    }
    if (ofType.type.kind === undefined) {
      throw ValidationError.of('by', `Only resources that have values can be found by one, not ${asked.resource}.`)
    }
    const identifier = identifierOf(asked.by, asked.data!, { terms })
    return { received, asked, identifier, ignored, change: changeByIdentifier(asked, identifier, ofType, listening) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { received, error }
  }
}

/** Whether an earlier line of the group may change what this one finds by its identifier. */
export function dependsOn (
  earlier: ReadonlyArray<PlannedLine | RefusedLine>, { asked, identifier }: PlannedLine
): boolean {
  if (identifier === undefined) return false
  return earlier.some((one) => 'asked' in one && one.asked.data !== undefined &&
    textsUnder(one.asked.data, asked.by!).includes(identifier.text))
}
