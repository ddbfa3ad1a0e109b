import { documentIds, isNotIndexed } from '../../../../db/query/text/full-text.js'
import type { FullTextIndex } from '../../../../db/query/tokens/full-text-tokens.js'
import type { IndexKeeper } from './index-keeper.js'
import type { JobClass } from '../../../runtime/jobs/job-class.js'
import type { Store } from '../../../../db/open/store.js'

export const INDEX_FULL_TEXT = 'Vitrine\\Job\\IndexFullText'

interface Checkpoint { index: FullTextIndex, after: number, done: number }

/** Rebuilds the full-text index. Searches keep working meanwhile. */
export const indexFullTextJob = (keeper: IndexKeeper): JobClass => ({
  name: INDEX_FULL_TEXT,
  async run ({ checkpoint, advance, log }) {
    const total = await keeper.count()
    let at = checkpoint as Checkpoint | undefined ?? { index: 'fulltext', after: 0, done: 0 }
    for (;;) {
      const ids = await keeper.renew(at.index, at.after)
      if (ids.length > 0) at = { ...at, after: ids.at(-1)!, done: at.done + ids.length }
      else if (at.index === 'fulltext') at = { index: 'site_page_fulltext', after: 0, done: at.done }
      else break
      await advance(at.done, total, at)
    }
    await keeper.announceRenewal()
    await log(`Resources and pages indexed: ${at.done}.`)
  }
})

/** A resource or site page that full-text searches cannot find, because its text could not be indexed. */
export interface UnindexedDocument { type: 'resources' | 'site_pages', id: number }

/** Lists documents that could not be indexed. Documents that wait to be indexed are not included. */
export async function checkFullText ({ read }: Store): Promise<UnindexedDocument[]> {
  const unindexed = async (index: FullTextIndex, type: UnindexedDocument['type']): Promise<UnindexedDocument[]> =>
    (await documentIds(read, index, (id) => isNotIndexed(index, id))).map(({ id }) => ({ type, id }))
  return [...await unindexed('fulltext', 'resources'), ...await unindexed('site_page_fulltext', 'site_pages')]
}
