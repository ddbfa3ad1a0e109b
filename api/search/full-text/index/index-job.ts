import { isNotIndexed, type FullTextIndex } from '../../../../db/query/text/full-text.js'
import type { IndexKeeper } from './index-keeper.js'
import type { JobClass } from '../../../runtime/jobs/job-class.js'
import { and, ne } from 'drizzle-orm'
import type { Store } from '../../../../db/open/store.js'
import { resource, sitePage } from '../../../../db/tables/index.js'

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
  const resources = await read
    .select({ id: resource.id })
    .from(resource)
    .where(and(ne(resource.kind, 'value_annotation'), isNotIndexed('fulltext', resource.id)))
    .orderBy(resource.id)
  const pages = await read
    .select({ id: sitePage.id })
    .from(sitePage)
    .where(isNotIndexed('site_page_fulltext', sitePage.id))
    .orderBy(sitePage.id)
  return [
    ...resources.map(({ id }) => ({ type: 'resources' as const, id })),
    ...pages.map(({ id }) => ({ type: 'site_pages' as const, id }))
  ]
}
