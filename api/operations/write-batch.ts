import type { Committed } from '../../db/open/store.js'
import { viewerOf } from '../access/access.js'
import { hasAccount, noAccount } from '../access/current-account.js'
import type { BatchResult, Call } from '../core/calls/call.js'
import { ApiError, PermissionError, type Operation } from '../core/calls/errors.js'
import type { AfterCommit, Preparation } from '../core/calls/preparation.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import type { Consequences } from '../resources/definition/resource-type.js'
import type { Services } from '../resources/definition/services.js'
import { Turns } from '../core/sequence/turns.js'
import type { WriteContext } from '../resources/definition/write-context.js'

/** One change of a batch: its slow preparation, and its work inside the transaction. */
export interface BatchWrite<T> {
  operation: Operation
  prepare?: (context: WriteContext) => Promise<Preparation<unknown> | undefined>
  work: (context: WriteContext, prepared: unknown) => Promise<{ result: T } & Consequences>
}

/** Builds the answer to a change before its commit; see `Store.write`. */
export type ShowWrite<T> = (context: ReadContext, result: T) => Promise<Committed>

export type Settled<T> = { result: T } | { error: ApiError }

/**
 * Prepares every change, then executes all of them in one transaction; preparations of failed changes are undone. A
 * failure rolls everything back, or with `continueOnError` only the change it belongs to.
 *
 * @param entity name of the resource type in messages. @param show only if there is a single change, without
 * `continueOnError`. @returns the outcome of each change, in order.
 */
export async function runWriteBatch<T> (
  services: Services, entity: string, changes: ReadonlyArray<BatchWrite<T>>, call: Call, continueOnError: boolean,
  show?: ShowWrite<T>
): Promise<Array<Settled<T>>> {
  const { store } = services
  const reading = await services.readingToWrite(viewerOf(call.actor))
  await services.files.refresh()
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
      const context = { ...preparing, database }
      const work = async (change: BatchWrite<T>): Promise<void> => {
        const { result, afterCommit } = await change.work(context, preparations.get(change)?.prepared)
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
    }, show && (async (database) => {
      try {
        const { result } = settled.get(changes[0]!) as { result: T }
        const newest = await services.readingToWrite(viewerOf(call.actor))
        return await show({ ...newest, database, cache: undefined }, result)
      } catch {
        // The write succeeds; a failure to render it must not fail the request. A later read reports the error.
        return () => {}
      }
    }), changes.length)
  } catch (error) {
    for (const preparation of preparations.values()) await preparation?.discard()
    throw error
  }
  for (const [change, outcome] of settled) {
    const preparation = preparations.get(change)
    await ('error' in outcome ? preparation?.discard() : preparation?.keep?.())
  }
  for (const afterCommit of afterCommits) await afterCommit()
  return changes.map((change) => settled.get(change)!)
}

/** The outcomes of a batch, with their counts. */
export function batchResultOf<T> (
  settled: ReadonlyArray<Settled<T>>, idOf: (result: T) => number
): BatchResult<ApiError> {
  const outcomes = settled.map((outcome) =>
    'error' in outcome ? { ok: false as const, error: outcome.error } : { ok: true as const, id: idOf(outcome.result) }
  )
  const failed = outcomes.filter((outcome) => !outcome.ok).length
  return { succeeded: outcomes.length - failed, failed, outcomes }
}

/** Gives a change within a batch its own call. */
export function forCall<T> (change: BatchWrite<T>, call: Call): BatchWrite<T> {
  return {
    operation: change.operation,
    prepare: async (context) => await change.prepare?.({ ...context, call }),
    work: async (context, prepared) => await change.work({ ...context, call }, prepared)
  }
}
