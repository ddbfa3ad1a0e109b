import { MAX_CHANGES_TOGETHER } from '../../../db/open/group-commit.js'
import type { BulkLine } from '../../../schemas/exchange/bulk.js'
import { type Entity, checkType, mayDo } from '../../access/access.js'
import { ANONYMOUS, type Actor } from '../../core/calls/actor.js'
import type { CallOptions, IgnoredKey, UpdateCall } from '../../core/calls/call.js'
import { runWriteBatch, type Settled } from '../writes.js'
import { ApiError, StaleError, TooLargeError, ValidationError } from '../../core/calls/errors.js'
import { gathered } from '../../core/sequence/pages.js'
import type { Operations } from '../operations.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { hasSite } from '../../resources/sites/access.js'
import type { Services } from '../../resources/definition/services.js'
import type { Done } from './located.js'
import { dependsOn, planned, type NumberedLine, type PlannedLine, type RefusedLine } from './plan.js'

/** Maximum number of lines per transaction; other writes may run between transactions. */
export const GROUP_MAX_LINES = MAX_CHANGES_TOGETHER

/** Maximum number of lines of a request that is executed completely or not at all, in one transaction. */
export const ATOMIC_MAX_LINES = 5000

/** Maximum attempts for a line if other writers meanwhile change the resource that it finds. */
const ATTEMPTS = 5

/** Types for which a role on a site decides. */
const OF_SITES: readonly string[] = ['sites', 'site_pages']

const WRITES = ['create', 'update', 'delete'] as const

export type BulkOutcome = { line: number } & (
  | {
    ok: true, op: Done['op'], resource: string, id: number, ignored: readonly IgnoredKey[], warnings: readonly string[]
  }
  | { ok: false, error: Error }
)

export type BulkCall = Pick<CallOptions<UpdateCall>, 'actor' | 'strict' | 'valueLimit'>

/** Executes many changes of any resources, each with the rules and checks of a single request. */
export class Bulk {
  readonly #operations: ReadonlyMap<string, Operations>

  constructor (private readonly services: Services, operations: readonly Operations[]) {
    this.#operations = new Map(operations.map((one) => [one.name, one]))
  }

  /** @throws PermissionError for an actor who has no account, or may write nothing except that account. */
  async authorize (actor: Actor): Promise<void> {
    const types = [...this.#operations.values()].map(({ type }) => type)
    const mayWrite = (type: ResourceType, row?: Entity): boolean =>
      WRITES.some((operation) => mayDo(actor, operation, type, row))
    if (actor.role !== null) {
      if (types.some((type) => !OF_SITES.includes(type.name) && mayWrite(type, { ownerId: actor.id }))) return
      const mayWriteSites = types.some((type) => OF_SITES.includes(type.name) && mayWrite(type))
      if (mayWriteSites && await hasSite(this.services.store, actor)) return
    }
    checkType(actor, 'create', this.services.types.named('items'))
  }

  /**
   * Executes changes as they arrive, in transactions of several; a failing one does not affect the others.
   *
   * @param lines read as needed, so that any number of them takes little memory. @returns the outcome of each line, in
   * order. @throws PermissionError if the actor may write nothing.
   */
  async * run (lines: Iterable<BulkLine> | AsyncIterable<BulkLine>, call: BulkCall = {}): AsyncGenerator<BulkOutcome> {
    for await (const outcomes of this.runChunks(numbered(lines), call)) yield * outcomes
  }

  /**
   * As `run`, for chunks of lines that arrive together: a chunk is written, and its outcomes yielded, before the next
   * one is read.
   */
  async * runChunks (
    chunks: AsyncIterable<readonly NumberedLine[]>, { actor = ANONYMOUS, ...options }: BulkCall = {}
  ): AsyncGenerator<BulkOutcome[]> {
    await this.authorize(actor)
    const call = { ...options, actor }
    for await (const chunk of chunks) {
      let group: Array<PlannedLine | RefusedLine> = []
      for (const received of chunk) {
        if (group.length >= GROUP_MAX_LINES || dependsOn(group, received)) {
          yield await this.#write(group, call)
          group = []
        }
        group.push(await this.#plan(received, group, call))
      }
      if (group.length > 0) yield await this.#write(group, call)
    }
  }

  /**
   * Executes all changes in one transaction, or none of them.
   *
   * @returns the outcome of each line; if some are invalid, only their errors. @throws PermissionError, TooLargeError
   * for more than ATOMIC_MAX_LINES lines.
   */
  async runWhole (
    chunks: AsyncIterable<readonly NumberedLine[]>, { actor = ANONYMOUS, ...options }: BulkCall = {}
  ): Promise<BulkOutcome[]> {
    await this.authorize(actor)
    const call = { ...options, actor }
    const lines: PlannedLine[] = []
    const refused: RefusedLine[] = []
    for await (const chunk of chunks) {
      if (lines.length + refused.length + chunk.length > ATOMIC_MAX_LINES) {
        throw new TooLargeError(`At most ${ATOMIC_MAX_LINES} lines can be done as a whole or not at all.`)
      }
      for (const received of chunk) {
        const line = await this.#plan(received, lines, call)
        'error' in line ? refused.push(line) : lines.push(line)
      }
    }
    if (refused.length > 0) return refused.map(refusalOf)
    const begun: { line?: PlannedLine } = {}
    try {
      const settled = await this.#execute(lines.map((line) => notingBegin(line, begun)), call, false)
      return lines.map((line, index) => outcomeOf(line, settled[index]!))
    } catch (error) {
      if (begun.line === undefined || !(error instanceof ApiError)) throw error
      return [outcomeOf(begun.line, { error: error instanceof StaleError ? changedEarlier() : error })]
    }
  }

  async #plan (
    received: NumberedLine, earlier: ReadonlyArray<PlannedLine | RefusedLine>, call: UpdateCall
  ): Promise<PlannedLine | RefusedLine> {
    return planned(received, earlier, this.#operations, await this.services.store.terms(), call)
  }

  /** Writes a group, and retries by itself each line that failed because other writes changed what it had found. */
  async #write (group: ReadonlyArray<PlannedLine | RefusedLine>, call: UpdateCall): Promise<BulkOutcome[]> {
    const settled = await this.#settle(group.filter((line): line is PlannedLine => 'parsed' in line), call)
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
      const replanned = await this.#plan(line.received, [], call)
      if ('error' in replanned) return replanned
      settled = (await this.#settle([replanned], call))[0]!
    }
    return settled
  }

  /** A fault of the server, such as a full disk, rolls the group back and is the outcome of each of its lines. */
  async #settle (lines: readonly PlannedLine[], call: UpdateCall): Promise<Array<Settled<Done>>> {
    try {
      return await this.#execute(lines, call, true)
    } catch (error) {
      return lines.map(() => ({ error: error as ApiError }))
    }
  }

  async #execute (
    lines: readonly PlannedLine[], call: UpdateCall, continueOnError: boolean
  ): Promise<Array<Settled<Done>>> {
    if (lines.length === 0) return []
    const { entity } = this.#operations.get(lines[0]!.parsed.resource)!.type
    return await runWriteBatch(this.services, entity, lines.map(({ change }) => change), call, continueOnError)
  }
}

/** Records which line is being executed, so that a failure can be attributed to it. */
function notingBegin (line: PlannedLine, begun: { line?: PlannedLine }): PlannedLine {
  const { prepare, work } = line.change
  return {
    ...line,
    change: {
      ...line.change,
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

function outcomeOf (planned: PlannedLine, settled: Settled<Done>): BulkOutcome {
  const { received: { line }, parsed: { resource }, ignored, warnings } = planned
  if ('error' in settled) return { line, ok: false, error: settled.error }
  return { line, ok: true, ...settled.result, resource, ignored, warnings }
}

function refusalOf ({ received: { line }, error }: RefusedLine): BulkOutcome {
  return { line, ok: false, error }
}

function changedEarlier (): ApiError {
  return ValidationError.of('by', 'An earlier line changes what this one finds. Send them in two requests.')
}

async function * numbered (lines: Iterable<BulkLine> | AsyncIterable<BulkLine>): AsyncGenerator<NumberedLine[]> {
  let line = 0
  for await (const chunk of gathered(lines, GROUP_MAX_LINES)) yield chunk.map((given) => ({ line: ++line, given }))
}
