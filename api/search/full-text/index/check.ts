import { and, ne } from 'drizzle-orm'
import { isNotIndexed } from '../../../../db/query/text/full-text.js'
import type { Store } from '../../../../db/open/store.js'
import { resource, sitePage } from '../../../../db/tables/index.js'

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
