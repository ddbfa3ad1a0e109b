import type { Terms } from '../../../db/query/statements/terms.js'
import type { BulkLine } from '../../../schemas/exchange/bulk.js'
import type { BatchWrite } from '../writes.js'
import type { IgnoredKey, UpdateCall } from '../../core/calls/call.js'
import { ApiError, ValidationError } from '../../core/calls/errors.js'
import type { Operations } from '../operations.js'
import { isJsonObject } from '../../core/calls/given.js'
import { identifierOf, noProperty, textsUnder } from './identified.js'
import { readBulkLine } from './line.js'
import { changeById, changeByIdentifier, type Done } from './located.js'

/** Maximum number of ignored keys, and of warnings about files, reported per line. */
const MAX_IGNORED_KEYS = 20
const MAX_WARNINGS = 20

/** A received change with its line number. */
export interface NumberedLine {
  readonly line: number
  readonly given: unknown
  /** The error if the line is not readable. */
  readonly error?: ApiError
}

/** A valid line. */
export interface PlannedLine {
  readonly received: NumberedLine
  readonly parsed: BulkLine
  readonly change: BatchWrite<Done>
  readonly ignored: readonly IgnoredKey[]
  /** Warnings about its files, filled when the line is written. */
  readonly warnings: readonly string[]
}

/** An invalid line. */
export interface RefusedLine { readonly received: NumberedLine, readonly error: ApiError }

/**
 * Validates a line, and checks permissions that do not depend on the resource.
 *
 * @param earlier lines of the same transaction.
 */
export function planned (
  received: NumberedLine, earlier: ReadonlyArray<PlannedLine | RefusedLine>,
  operations: ReadonlyMap<string, Operations>, terms: Terms, call: UpdateCall
): PlannedLine | RefusedLine {
  try {
    if (received.error !== undefined) throw received.error
    const parsed = readBulkLine(received.given, [...operations.keys()])
    const ofType = operations.get(parsed.resource)!
    const ignored: IgnoredKey[] = []
    const warnings: string[] = []
    const listening: UpdateCall = {
      ...call,
      onIgnored (keys) { for (const key of keys.slice(0, MAX_IGNORED_KEYS)) ignored.push(key) },
      onWarning (message) { if (warnings.length < MAX_WARNINGS) warnings.push(message) }
    }
    const line = { received, parsed, ignored, warnings }
    if (parsed.by === undefined) {
      return { ...line, change: changeById(parsed, ofType, listening) }
    }
    if (ofType.type.kind === undefined) {
      throw ValidationError.of('by', `Only resources that have values can be found by one, not ${parsed.resource}.`)
    }
    // An unknown property may be created by an earlier line; it is looked up again when this line is written.
    if (terms.properties.byTerm(parsed.by) === undefined && !earlier.some(definesTerms)) throw noProperty(parsed.by)
    const identifier = identifierOf(parsed.by, parsed.data!)
    return { ...line, change: changeByIdentifier(parsed, identifier, ofType, listening) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { received, error }
  }
}

function definesTerms (line: PlannedLine | RefusedLine): boolean {
  return 'parsed' in line && line.change.type.definesTerms === true
}

/** Whether an earlier line of the group has the value by which a line finds its resource. */
export function dependsOn (earlier: ReadonlyArray<PlannedLine | RefusedLine>, { given }: NumberedLine): boolean {
  const { by, data } = isJsonObject(given) ? given : {}
  if (typeof by !== 'string' || !isJsonObject(data)) return false
  const [text, ...others] = textsUnder(data, by)
  // Such a line is refused.
  if (text === undefined || others.length > 0) return false
  return earlier.some((one) =>
    'parsed' in one && one.parsed.data !== undefined && textsUnder(one.parsed.data, by).includes(text))
}
