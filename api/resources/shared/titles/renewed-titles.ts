import { and, asc, count, eq, gt, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, resourceTemplate, value } from '../../../../db/tables/index.js'
import type { AfterCommit } from '../../../core/calls/call.js'
import type { JobClass } from '../../../runtime/jobs/job-class.js'
import type { WriteContext } from '../../definition/read-context.js'
import { titleColumns, titleIn } from './titles.js'

const query = new QueryBuilder()

/**
 * Recomputes the titles of resources of a template, without changing their modification dates
 * (docs/contract/admin-resources.md §4, docs/contract/values.md §7).
 *
 * @param dcTitleId id of dcterms:title, which is used when the template has no title property.
 * @param part at most `limit` resources whose ids are greater than `after`.
 * @returns their ids, ascending.
 */
async function renewTitles (
  database: Database, templateId: number, dcTitleId: number, { after, limit }: { after: number, limit: number }
): Promise<number[]> {
  const [template] = await database.select({ titleId: resourceTemplate.titlePropertyId }).from(resourceTemplate)
    .where(eq(resourceTemplate.id, templateId))
  if (template === undefined) return []
  const first = (condition?: SQL) => {
    const isTitle = and(eq(value.propertyId, template.titleId ?? dcTitleId), isNotNull(value.text), ne(value.text, ''))
    const text = query.select({ text: value.text }).from(value)
      .where(and(eq(value.resourceId, resource.id), isTitle, condition))
    return sql<string | null>`(${text.orderBy(asc(value.id)).limit(1)})`
  }
  const columns = {
    id: resource.id,
    title: resource.title,
    publicTitle: resource.publicTitle,
    text: first(),
    publicText: first(eq(value.isPublic, true))
  }
  const rows = await database.select(columns).from(resource)
    .where(and(eq(resource.templateId, templateId), gt(resource.id, after))).orderBy(asc(resource.id)).limit(limit)
  for (const { id, title, publicTitle, text, publicText } of rows) {
    const titles = { full: titleIn(text), shown: titleIn(publicText) }
    if (titles.full === title && titles.shown === publicTitle) continue
    await database.update(resource).set(titleColumns(titles)).where(eq(resource.id, id))
  }
  return rows.map((row) => row.id)
}

async function countResources (database: Database, templateId: number): Promise<number> {
  const [row] = await database.select({ total: count() }).from(resource).where(eq(resource.templateId, templateId))
  return row!.total
}

/** Number of titles that the job recomputes in one transaction. */
const BATCH_TITLES = 500

/**
 * Recomputes the titles of the resources of a template after its title property has changed. The checkpoint is the id
 * of the last finished resource.
 */
export const renewTitlesJob: JobClass<{ template: number }> = {
  name: 'Vitrine\\Job\\RenewTitles',
  async run ({ args: { template }, store, checkpoint, advance, log }) {
    const total = await countResources(store.read, template)
    let { after, done } = (checkpoint ?? { after: 0, done: 0 }) as { after: number, done: number }
    for (;;) {
      const { titleId } = await store.terms()
      const part = { after, limit: BATCH_TITLES }
      const ids = await store.write(async (database) => await renewTitles(database, template, titleId, part))
      if (ids.length === 0) break
      after = ids.at(-1)!
      done += ids.length
      await advance(done, total, { after, done })
    }
    await log(`Titles computed again: ${done}.`)
  }
}

/** Maximum number of titles recomputed within the transaction that changes the template. */
const MAX_TITLES = 1000

/**
 * Recomputes the titles of the resources of a template. If there are so many that other writes would be delayed, a job
 * does it.
 */
export async function renewTitlesOf (
  { database, terms, jobs, actor }: WriteContext, template: number
): Promise<AfterCommit | undefined> {
  if (await countResources(database, template) <= MAX_TITLES) {
    await renewTitles(database, template, terms.titleId, { after: 0, limit: MAX_TITLES })
    return undefined
  }
  await jobs.add(database, renewTitlesJob.name, { template }, actor)
  return async () => { jobs.wake() }
}
