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

/** One change of a batch: its slow preparation, and what it does inside the transaction. */
export interface Change<T> {
  operation: Operation
  prepare?: (context: WriteContext) => Promise<Preparation<unknown> | undefined>
  work: (context: WriteContext, prepared: unknown) => Promise<{ result: T } & Consequences>
}

/** Makes the answer to a change before its commit; see `Store.write`. */
export type ShowChange<T> = (context: ReadContext, result: T) => Promise<Committed>

export type Settled<T> = { result: T } | { error: ApiError }

/**
 * Does the slow part of every change, then all changes in one transaction; what was prepared for a change that fails
 * is undone. A failure undoes everything, or with `continueOnError` the one change it belongs to.
 *
 * @param entity name of the resource type in messages. @param show if there is one change only, all or nothing.
 * @returns what became of each change, in their order.
 */
export async function runChanges<T> (
  services: Services, entity: string, changes: ReadonlyArray<Change<T>>, call: Call, continueOnError: boolean,
  show?: ShowChange<T>
): Promise<Array<Settled<T>>> {
  const { store } = services
  const reading = await services.readingToWrite(viewerOf(call.actor))
  await services.files.refresh()
  const preparing = services.writing(reading, call)
  const settled = new Map<Change<T>, Settled<T>>()
  const preparations = new Map<Change<T>, Preparation<unknown> | undefined>()
  const attempt = async (change: Change<T>, work: () => Promise<void>): Promise<void> => {
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
      const work = async (change: Change<T>): Promise<void> => {
        const { result, afterCommit } = await change.work(context, preparations.get(change)?.prepared)
        settled.set(change, { result })
        if (afterCommit !== undefined) afterCommits.push(afterCommit)
        // Others are served before the commit, which takes long after megabytes were written.
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
        // What was written is written. Who reads it afterwards is told why it cannot be read.
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

/** A change among others that have been called in another way. */
export function forCall<T> (change: Change<T>, call: Call): Change<T> {
  return {
    operation: change.operation,
    prepare: async (context) => await change.prepare?.({ ...context, call }),
    work: async (context, prepared) => await change.work({ ...context, call }, prepared)
  }
}
