import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import type { Database } from '../../../db/query/statements/database.js'
import { job, resource, sortText, value } from '../../../db/tables/index.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import { groupBy } from '../../core/sequence/group-by.js'
import { pages } from '../../core/sequence/pages.js'
import { renewTitlesJob } from '../../resources/shared/titles/renewed-titles.js'
import { sortTextsOf, titleColumns, titlesOf } from '../../resources/shared/titles/titles.js'
import { UNFINISHED } from '../../runtime/jobs/job-rows.js'
import type { Check } from './fault.js'

const RESOURCES_PER_QUERY = 500

type ResourceRow = typeof resource.$inferSelect
type SortTextRow = typeof sortText.$inferSelect

/** Titles stay when a property or template that they come from is deleted (docs/contract/admin-resources.md §3, §4). */
const OUTDATED_TITLES = 'Its titles do not match its values. No error if a template or a property was deleted.'

/** Columns computed from the values of a resource. */
interface Derived { titles: ReturnType<typeof titleColumns>, sortTexts: Array<typeof sortText.$inferInsert> }

/** Checks that titles and sort texts match the values. */
export const titleCheck: Check = {
  name: 'titles and sort texts',
  async * faults ({ database, terms }) {
    const page = async (after: number) => await database.select().from(resource)
      .where(gt(resource.id, after)).orderBy(asc(resource.id)).limit(RESOURCES_PER_QUERY)
    // After a template's title property has changed, a job recomputes the titles.
    const [renewing] = await database.select({ id: job.id }).from(job)
      .where(and(eq(job.class, renewTitlesJob.name), inArray(job.status, [...UNFINISHED]))).limit(1)
    for await (const rows of pages(0, ({ id }) => id, page)) {
      const ids = rows.map(({ id }) => id)
      const derived = await derive(database, rows, terms)
      const sortTexts = groupBy(
        await database.select().from(sortText).where(isOneOf(sortText.resourceId, ids)), ({ resourceId }) => resourceId
      )
      for (const row of rows) {
        const { titles, sortTexts: expected } = derived.get(row.id)!
        const subject = `resource/${row.id}`
        const repair = async (database: Database): Promise<void> => { await renew(database, row.id, terms) }
        if (renewing === undefined && !hasTitles(row, titles)) {
          yield { kind: 'titles', subject, message: OUTDATED_TITLES, repair }
        }
        if (!sameSortTexts(sortTexts.get(row.id) ?? [], expected)) {
          yield { kind: 'sort text', subject, message: 'Its sort texts do not match its values.', repair }
        }
      }
    }
  }
}

async function derive (
  database: Database, rows: readonly ResourceRow[], terms: Terms
): Promise<Map<number, Derived>> {
  const values = groupBy(
    await database.select().from(value).where(isOneOf(value.resourceId, rows.map(({ id }) => id))).orderBy(value.id),
    ({ resourceId }) => resourceId
  )
  return new Map(rows.map(({ id, templateId }) => {
    const own = values.get(id) ?? []
    return [id, { titles: titleColumns(titlesOf(own, templateId, terms)), sortTexts: sortTextsOf(id, own) }]
  }))
}

function hasTitles (row: ResourceRow, titles: Derived['titles']): boolean {
  return (Object.keys(titles) as Array<keyof typeof titles>).every((key) => row[key] === titles[key])
}

function sameSortTexts (found: readonly SortTextRow[], expected: Derived['sortTexts']): boolean {
  const text = ({ propertyId, audience, sortKey }: Derived['sortTexts'][number]): string =>
    `${propertyId} ${audience} ${sortKey}`
  const texts = new Set(found.map(text))
  return found.length === expected.length && expected.every((row) => texts.has(text(row)))
}

/** Derives the titles and sort texts of a resource again. */
async function renew (database: Database, id: number, terms: Terms): Promise<void> {
  const rows = await database.select().from(resource).where(eq(resource.id, id))
  const derived = (await derive(database, rows, terms)).get(id)
  await database.delete(sortText).where(eq(sortText.resourceId, id))
  if (derived === undefined) return
  await database.update(resource).set(derived.titles).where(eq(resource.id, id))
  if (derived.sortTexts.length > 0) await database.insert(sortText).values(derived.sortTexts)
}
