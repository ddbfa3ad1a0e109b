import { MAX_CHANGES_TOGETHER } from '../../../db/open/group-commit.js'
import type { BulkLine } from '../../../schemas/bulk.js'
import { checkType, mayDo } from '../../access/access.js'
import { ANONYMOUS, type Actor } from '../../core/calls/actor.js'
import type { CallOptions, IgnoredKey, UpdateCall } from '../../core/calls/call.js'
import type { Entity } from '../../access/rules.js'
import { runChanges, type Settled } from '../changes.js'
import { ApiError, StaleError, TooLargeError, ValidationError } from '../../core/calls/errors.js'
import type { Operations } from '../operations.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { hasSite } from '../../resources/sites/access.js'
import type { Services } from '../../resources/definition/services.js'
import type { Done } from './located.js'
import { dependsOn, planned, type NumberedLine, type PlannedLine, type RefusedLine } from './plan.js'

/** Lines that are written in one transaction, between which other writes have their turn. */
export const GROUP = MAX_CHANGES_TOGETHER

/** Lines that can be done as a whole or not at all: all of them are written in one transaction. */
export const MOST_ATOMIC = 5000

/** How often a line is tried because others change meanwhile what it finds. */
const ATTEMPTS = 5

/** Types of which a role on a site decides. */
const OF_SITES: readonly string[] = ['sites', 'site_pages']

const WRITES = ['create', 'update', 'delete'] as const

/** What became of a line. */
export type BulkOutcome = { line: number } & (
  | { ok: true, op: Done['op'], resource: string, id: number, ignored: readonly IgnoredKey[] }
  | { ok: false, error: Error }
)

export type BulkCall = Pick<CallOptions<UpdateCall>, 'actor' | 'strict' | 'valueLimit'>

/** Many changes of any resources, each with the rules and checks that it has by itself. */
export class Bulk {
  readonly #services: Services
  readonly #operations: ReadonlyMap<string, Operations>

  constructor (services: Services, operations: readonly Operations[]) {
    this.#services = services
    this.#operations = new Map(operations.map((one) => [one.name, one]))
  }

  /** @throws PermissionError for who has no account, or may write nothing but the account itself. */
  async authorize (actor: Actor): Promise<void> {
    const types = [...this.#operations.values()].map(({ type }) => type)
    const mayWrite = (type: ResourceType, row?: Entity): boolean =>
      WRITES.some((operation) => mayDo(actor, operation, type, row))
    if (actor.role !== null) {
      if (types.some((type) => !OF_SITES.includes(type.name) && mayWrite(type, { ownerId: actor.id }))) return
      const mayWriteSites = types.some((type) => OF_SITES.includes(type.name) && mayWrite(type))
      if (mayWriteSites && await hasSite(this.#services.store, actor)) return
    }
    checkType(actor, 'create', this.#services.types.named('items'))
  }

  /**
   * Carries out changes as they come, some in each transaction; one that fails does not keep the others back.
   *
   * @param lines asked for as they are needed, so that any number of them takes little memory.
   * @returns what became of each line, in their order.
   * @throws PermissionError when the actor may write nothing.
   */
  async * run (lines: Iterable<BulkLine> | AsyncIterable<BulkLine>, call: BulkCall = {}): AsyncGenerator<BulkOutcome> {
    for await (const outcomes of this.runChunks(numbered(lines), call)) yield * outcomes
  }

  /** The same for lines that arrive together; they are written, and told, before more are asked for. */
  async * runChunks (
    chunks: AsyncIterable<readonly NumberedLine[]>, { actor = ANONYMOUS, ...options }: BulkCall = {}
  ): AsyncGenerator<BulkOutcome[]> {
    await this.authorize(actor)
    const call = { ...options, actor }
    for await (const chunk of chunks) {
      let group: Array<PlannedLine | RefusedLine> = []
      for (const received of chunk) {
        const line = await this.#plan(received, call)
        if (group.length >= GROUP || ('asked' in line && dependsOn(group, line))) {
          yield await this.#write(group, call)
          group = []
        }
        group.push(line)
      }
      if (group.length > 0) yield await this.#write(group, call)
    }
  }

  /**
   * Carries out all changes in one transaction, or none of them.
   *
   * @returns the outcome of each line; when there are any that cannot be carried out, only those that were found.
   * @throws PermissionError, TooLargeError for more than MOST_ATOMIC lines.
   */
  async runWhole (
    chunks: AsyncIterable<readonly NumberedLine[]>, { actor = ANONYMOUS, ...options }: BulkCall = {}
  ): Promise<BulkOutcome[]> {
    await this.authorize(actor)
    const call = { ...options, actor }
    const lines: PlannedLine[] = []
    const refused: RefusedLine[] = []
    for await (const chunk of chunks) {
      if (lines.length + refused.length + chunk.length > MOST_ATOMIC) {
        throw new TooLargeError(`At most ${MOST_ATOMIC} lines can be done as a whole or not at all.`)
      }
      for (const received of chunk) {
        const line = await this.#plan(received, call)
        'error' in line ? refused.push(line) : lines.push(line)
      }
    }
    if (refused.length > 0) return refused.map(refusalOf)
    const begun: { line?: PlannedLine } = {}
    try {
      const settled = await this.#carryOut(lines.map((line) => notingBegin(line, begun)), call, false)
      return lines.map((line, index) => outcomeOf(line, settled[index]!))
    } catch (error) {
      if (begun.line === undefined || !(error instanceof ApiError)) throw error
      return [outcomeOf(begun.line, { error: error instanceof StaleError ? changedEarlier() : error })]
    }
  }

  async #plan (received: NumberedLine, call: UpdateCall): Promise<PlannedLine | RefusedLine> {
    return planned(received, this.#operations, await this.#services.store.terms(), call)
  }

  /** Writes a group, and once more by itself each line for which the ground has moved. */
  async #write (group: ReadonlyArray<PlannedLine | RefusedLine>, call: UpdateCall): Promise<BulkOutcome[]> {
    const settled = await this.#settle(group.filter((line): line is PlannedLine => 'asked' in line), call)
    const outcomes: BulkOutcome[] = []
    let next = 0
    for (const line of group) {
      outcomes.push('error' in line
        ? refusalOf(line)
        : outcomeOf(line, await this.#again(line, settled[next++]!, call)))
    }
    return outcomes
  }

  async #again (line: PlannedLine, first: Settled<Done>, call: UpdateCall): Promise<Settled<Done>> {
    let settled = first
    for (let attempt = 1; attempt < ATTEMPTS && 'error' in settled && settled.error instanceof StaleError; attempt++) {
      const anew = await this.#plan(line.received, call)
      if ('error' in anew) return anew
      settled = (await this.#settle([anew], call))[0]!
    }
    return settled
  }

  /** A fault of the server, such as a full disk, undoes the group: every line of it is told. */
  async #settle (lines: readonly PlannedLine[], call: UpdateCall): Promise<Array<Settled<Done>>> {
    try {
      return await this.#carryOut(lines, call, true)
    } catch (error) {
      return lines.map(() => ({ error: error as ApiError }))
    }
  }

  async #carryOut (
    lines: readonly PlannedLine[], call: UpdateCall, continueOnError: boolean
  ): Promise<Array<Settled<Done>>> {
    if (lines.length === 0) return []
    const { entity } = this.#operations.get(lines[0]!.asked.resource)!.type
    return await runChanges(this.#services, entity, lines.map(({ change }) => change), call, continueOnError)
  }
}

/** Notes which line is being carried out, so that a failure can be told of it. */
function notingBegin (line: PlannedLine, begun: { line?: PlannedLine }): PlannedLine {
  const { operation, prepare, work } = line.change
  return {
    ...line,
    change: {
      operation,
      async prepare (context) {
        begun.line = line
        return await prepare?.(context)
      },
      async work (context, prepared) {
        begun.line = line
        return await work(context, prepared)
      }
    }
  }
}

function outcomeOf ({ received: { line }, asked, ignored }: PlannedLine, settled: Settled<Done>): BulkOutcome {
  if ('error' in settled) return { line, ok: false, error: settled.error }
  return { line, ok: true, ...settled.result, resource: asked.resource, ignored }
}

function refusalOf ({ received: { line }, error }: RefusedLine): BulkOutcome {
  return { line, ok: false, error }
}

function changedEarlier (): ApiError {
  return ValidationError.of('by', 'An earlier line changes what this one finds. Send them in two requests.')
}

async function * numbered (lines: Iterable<BulkLine> | AsyncIterable<BulkLine>): AsyncGenerator<NumberedLine[]> {
  let chunk: NumberedLine[] = []
  let line = 0
  for await (const given of lines) {
    chunk.push({ line: ++line, given })
    if (chunk.length < GROUP) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
