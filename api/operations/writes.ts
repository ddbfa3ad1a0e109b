import { failureOf } from '../../db/open/failures.js'
import { loadTerms } from '../../db/query/statements/terms.js'
import { hasAccount, noAccount, viewerOf } from '../access/access.js'
import type { BatchCall, BatchResult, Call, Payload, UpdateCall, AfterCommit, Preparation } from '../core/calls/call.js'
import { ApiError, PermissionError, StaleError, ValidationError, type Operation } from '../core/calls/errors.js'
import { keysIn, settleUnknown, type Keys } from '../core/calls/unknown-keys.js'
import { Turns } from '../core/sequence/turns.js'
import type { ReadContext, WriteContext } from '../resources/definition/read-context.js'
import type { Consequences, ResourceType, ResourceWriter } from '../resources/definition/resource-type.js'
import type { Services } from '../resources/definition/services.js'
import type { OneResource } from './represent.js'

/** One change of a batch: its slow preparation, and its work inside the transaction. */
export interface BatchWrite<T> {
  operation: Operation
  type: ResourceType
  prepare?: (context: WriteContext) => Promise<Preparation<unknown> | undefined>
  work: (context: WriteContext, prepared: unknown) => Promise<{ result: T } & Consequences>
}

export type Settled<T> = { result: T } | { error: ApiError }

/**
 * Prepares every change, then executes all of them in one transaction; preparations of failed changes are undone. A
 * failure rolls everything back, or with `continueOnError` only the change it belongs to.
 *
 * @param entity name of the resource type in messages. @returns the outcome of each change, in order.
 */
export async function runWriteBatch<T> (
  services: Services, entity: string, changes: ReadonlyArray<BatchWrite<T>>, call: Call, continueOnError: boolean
): Promise<Array<Settled<T>>> {
  const { store } = services
  const reading = await services.readingToWrite(viewerOf(call.actor))
  const preparing = services.writing(reading, call)
  const settled = new Map<BatchWrite<T>, Settled<T>>()
  const preparations = new Map<BatchWrite<T>, Preparation<unknown> | undefined>()
  const attempt = async (change: BatchWrite<T>, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!continueOnError || !(error instanceof ApiError)) throw error
      settled.set(change, { error })
    })
  }
  const afterCommits: AfterCommit[] = []
  try {
    for (const change of changes) {
      await attempt(change, async () => {
        preparations.set(change, await change.prepare?.(preparing))
      })
    }
    const turns = new Turns()
    await store.write(async (database) => {
      if (changes.length === 0) return
      if (!(await hasAccount(database, call.actor))) {
        throw PermissionError.ofType(changes[0]!.operation, entity, noAccount(call.actor))
      }
      let context = { ...preparing, database }
      // Whether vocabularies or templates have changed since the terms were loaded, by which values are read.
      let hasOtherTerms = false
      const work = async (change: BatchWrite<T>): Promise<void> => {
        const { type } = change
        if (hasOtherTerms && type.kind !== undefined) {
          context = { ...context, terms: await loadTerms(database, context.terms.epoch) }
          hasOtherTerms = false
        }
        const { result, afterCommit } = await change.work(context, preparations.get(change)?.prepared)
        if (type.definesTerms === true) hasOtherTerms = true
        settled.set(change, { result })
        if (afterCommit !== undefined) afterCommits.push(afterCommit)
        // Serves other requests before the commit, which takes long after megabytes were written.
        await turns.next()
      }
      for (const change of changes) {
        if (settled.has(change)) continue
        await attempt(change, async () => {
          continueOnError ? await store.nested(async () => await work(change)) : await work(change)
        })
      }
    }, changes.length)
  } catch (error) {
    for (const preparation of preparations.values()) await preparation?.discard?.()
    throw error
  }
  for (const [change, outcome] of settled) {
    const preparation = preparations.get(change)
    await ('error' in outcome ? preparation?.discard?.() : preparation?.keep?.())
  }
  for (const afterCommit of afterCommits) await afterCommit()
  return changes.map((change) => settled.get(change)!)
}

/** Gives a change within a batch its own call. */
export function forCall<T> (change: BatchWrite<T>, call: Call): BatchWrite<T> {
  return {
    ...change,
    prepare: async (context) => await change.prepare?.({ ...context, call }),
    work: async (context, prepared) => await change.work({ ...context, call }, prepared)
  }
}

/** Makes changes of resources of one type, and executes them. Access to the type was checked before. */
export class TypeWrites {
  /** The keys that payloads may have. */
  #keys: Keys | undefined

  constructor (
    private readonly type: ResourceType, private readonly services: Services, private readonly resources: OneResource
  ) {}

  /** Executes one change. */
  async run<T>(change: BatchWrite<T>, call: Call): Promise<T> {
    const [settled] = await runWriteBatch(this.services, this.type.entity, [change], call, false)
    return (settled as { result: T }).result
  }

  /** Executes changes in one transaction. @returns their outcomes, with their counts. */
  async runBatch<T>(
    changes: ReadonlyArray<BatchWrite<T>>, call: BatchCall & Call, idOf: (result: T) => number
  ): Promise<BatchResult<ApiError>> {
    const { continueOnError = false } = call
    const settled = await runWriteBatch(this.services, this.type.entity, changes, call, continueOnError)
    const outcomes = settled.map((outcome) => 'error' in outcome
      ? { ok: false as const, error: outcome.error }
      : { ok: true as const, id: idOf(outcome.result) })
    const failed = outcomes.filter((outcome) => !outcome.ok).length
    return { succeeded: outcomes.length - failed, failed, outcomes }
  }

  creation<T>(payload: Payload, show: (context: ReadContext, id: number) => Promise<T>): BatchWrite<T> {
    return {
      operation: 'create',
      type: this.type,
      prepare: async (context) => await this.#writer.prepare?.(context, payload, undefined),
      work: async (context, prepared) => {
        const id = await storing(payload, async () => await this.#writer.create!(context, payload, prepared))
        this.#settleKeys(payload, context.call)
        return { result: await show(context, id) }
      }
    }
  }

  change (id: string | number, payload: Payload, call: UpdateCall): BatchWrite<{ found: number } & Consequences> {
    return {
      operation: 'update',
      type: this.type,
      prepare: async (context) => await this.#writer.prepare?.(
        context, payload, await this.resources.find(context, call.actor, 'update', id)
      ),
      work: async (context, prepared) => {
        const found = await this.resources.find(context, call.actor, 'update', id)
        await this.#checkFresh(context, found, call)
        const withListenerKeys = { ...call, listenerKeys: await this.#listenerKeys(context, found) }
        const consequences = await storing(
          payload, async () => await this.#writer.update!(context, found, payload, withListenerKeys, prepared)
        )
        this.#settleKeys(payload, withListenerKeys)
        return { result: { found, ...consequences }, ...consequences }
      }
    }
  }

  deletion<T>(
    id: string | number, call: Call, show: (context: ReadContext, found: number) => Promise<T>
  ): BatchWrite<T> {
    return {
      operation: 'delete',
      type: this.type,
      work: async (context) => {
        const found = await this.resources.find(context, call.actor, 'delete', id)
        await this.#checkFresh(context, found, call)
        const result = await show(context, found)
        return { result, ...await this.#writer.delete!(context, found) }
      }
    }
  }

  get #writer (): ResourceWriter<unknown> {
    return this.type.writer!
  }

  async #checkFresh (context: ReadContext, id: number, { precondition }: Call): Promise<void> {
    if (precondition === undefined) return
    const { cache, store: { engine: { writer } } } = this.services
    // Represented again only if need be: to read all links to a resource would block other requests.
    const cached = writer.isAsCached ? cache.representations(context.viewer, this.type.name).get(id) : undefined
    const current = cached ?? await this.resources.answer(context, id)
    if (!precondition({ modified: current.modified, text: current.template })) throw new StaleError()
  }

  /** Called after the write, so that access is checked first; an error rolls the write back. */
  #settleKeys (payload: Payload, call: Call): void {
    const { schemas: { input, representation } = {} } = this.type
    // Types with values check their keys when they read the values.
    if (input === undefined || input.patternProperties !== undefined) return
    settleUnknown(payload, this.#keys ??= keysIn(input, representation), representation, call)
  }

  /**
   * The keys of the representation, if listeners of the application may have added some, which a client may send back.
   */
  async #listenerKeys (context: ReadContext, id: number): Promise<ReadonlySet<string> | undefined> {
    if (context.listeners?.[this.type.name] === undefined) return undefined
    return new Set(Object.keys((await this.resources.answer(context, id)).json() as object))
  }
}

const NUL = '\0'

/**
 * Runs a write. If the database rejects it because it cannot store the character U+0000, as PostgreSQL does, the error
 * names the key of the payload that contains it.
 *
 * @throws ValidationError
 */
async function storing<T> (payload: object, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (failureOf(error) !== 'unsuitable') throw error
    const [key] = Object.entries(payload).find((member) => hasNul(member)) ?? []
    if (key === undefined) throw error
    throw ValidationError.of(key, 'The character U+0000 cannot be stored in this database.')
  }
}

/** The limit on the depth of JSON limits the recursion. */
function hasNul (value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => key.includes(NUL) || hasNul(member))
}
