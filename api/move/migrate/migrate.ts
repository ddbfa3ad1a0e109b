import path from 'node:path'
import { copyRows, type CopyCalls, type CopySummary } from '../../../db/bulk/copy/copy.js'
import type { CopySource, CopyTarget } from '../../../db/engine/copy/ends.js'
import { isAddress } from '../../../db/engine/address.js'
import { openCopySource, openCopyTarget } from '../../../db/open/open-engine.js'
import { nested, transact } from '../../../db/query/statements/transactions.js'
import { lockFile, type ProcessLock } from '../../../files/own/process-lock.js'
import { makeFolder } from '../../../make-folder.js'
import { builtInText } from '../../search/full-text/texts/resource-texts.js'
import { indexDue, type Indexing } from '../../search/full-text/index/due-texts.js'

/** Tables whose rows have texts, and rows indexed per transaction. */
const TEXTS = new Set(['resource', 'site_page'])
const ROWS_PER_TRANSACTION = 2000

export interface MigrationCall extends CopyCalls {
  /** Data folder or database URL. */
  from: string
  to: string
}

/** `from`, `to`: for display. `hindrance`: why the migration is incomplete; running it again continues it. */
export interface MigrationSummary extends CopySummary { from: string, to: string, hindrance: string | undefined }

/**
 * Copies a collection into another, empty database and compares both. The new one can be opened if they are equal and
 * the old one was not written to meanwhile. Running it again continues and updates the copy.
 * @throws when it cannot be copied, or the copy differs; then both databases remain, and the new one cannot be opened.
 */
export async function migrate (call: MigrationCall): Promise<MigrationSummary> {
  const { from, to } = call
  if (placeOf(from) === placeOf(to)) throw new Error('Source and target are the same collection.')
  return await betweenDatabases(from, to, async (source, target) => {
    const [sourceLock, targetLock] = [lockOf(from), lockOf(to)]
    try {
      if (targetLock === undefined) throw new Error(`A server, or another migration, is running on ${to}.`)
      const { summary, hindrance } = await copy(source, target, sourceLock === undefined, call)
      if (hindrance === undefined) {
        await indexTexts(target, summary, call)
        call.onStep?.('statistics')
        await target.finish(summary.sequences)
      }
      return { ...summary, from: source.name, to: target.name, hindrance }
    } finally {
      targetLock?.release()
      sourceLock?.release()
    }
  })
}

/** Opens two databases, and closes them after `work`. @param from, to: a data folder or database URL. */
export async function betweenDatabases<T> (
  from: string, to: string, work: (source: CopySource, target: CopyTarget) => Promise<T>
): Promise<T> {
  const source = await openCopySource(from)
  try {
    const target = await openCopyTarget(to)
    try {
      return await work(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copy (source: CopySource, target: CopyTarget, isServed: boolean, call: MigrationCall) {
  const version = source.version()
  const snapshot = await source.snapshot()
  try {
    const summary = await copyRows(snapshot.database, target, call)
    const isUsed = isServed || await source.isUsed()
    const hindrance = isUsed
      ? `A server is running on ${source.name}.`
      : source.version() === version ? undefined : `${source.name} was written to meanwhile.`
    return { summary, hindrance }
  } finally {
    await snapshot.close()
  }
}

/** Indexes texts now: otherwise the first start would do it while searches wait. */
async function indexTexts (
  target: CopyTarget, { tables }: CopySummary, { signal, onProgress }: MigrationCall
): Promise<void> {
  const { database } = target
  const indexing: Indexing = {
    nested: async (work) => { await nested(database, work) }, textOfMedia: builtInText, takesLong: true
  }
  const total = tables.reduce((sum, { name, rows }) => TEXTS.has(name) ? sum + rows : sum, 0)
  let done = 0
  for (let isMore = true; isMore;) {
    await transact(database, async () => {
      signal?.throwIfAborted()
      isMore = (await indexDue(database, ROWS_PER_TRANSACTION, indexing)).isMore
      onProgress?.({ phase: 'index', done: done = Math.min(total, done + ROWS_PER_TRANSACTION), total })
    })
  }
}

const placeOf = (place: string): string => isAddress(place) ? place : path.resolve(place)

/** Keeps servers off a data folder; undefined while one is running. */
function lockOf (place: string): ProcessLock | undefined {
  if (isAddress(place)) return { release () {} }
  makeFolder(place)
  return lockFile(path.join(place, 'server.lock'))
}
