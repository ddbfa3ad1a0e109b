import { count, isNull, or } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { resource, resourceTemplate } from '../../../../db/tables/index.js'
import { renewTitlesJob } from './renew-titles-job.js'
import type { AfterCommit } from '../../../core/calls/preparation.js'
import type { WriteContext } from '../../definition/read-context.js'
import { ofTemplate, renewTitles } from './template-titles.js'

/** Maximum number of titles recomputed within the transaction that changes their property or template. */
const MAX_TITLES = 1000

/**
 * Recomputes the titles of the resources of some templates (null: of resources without one). If there are so many that
 * other writes would be delayed, a job does it.
 */
export async function renewAllTitles (
  { database, terms, jobs, actor }: WriteContext,
  templates: ReadonlyArray<number | null>
): Promise<AfterCommit | undefined> {
  let isLeftToJobs = false
  for (const template of templates) {
    const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(resource)
      .where(ofTemplate(template))
    if (total <= MAX_TITLES) {
      await renewTitles(database, template, terms.titleId, { after: 0, limit: MAX_TITLES })
      continue
    }
    await jobs.add(database, renewTitlesJob.name, { template }, actor)
    isLeftToJobs = true
  }
  return isLeftToJobs ? async () => { jobs.wake() } : undefined
}

/** The templates whose title property is one of the given ones; null stands for resources without a template. */
export async function templatesTitledBy (
  { database, terms }: WriteContext,
  propertyIds: readonly number[]
): Promise<Array<number | null>> {
  const isDefault = propertyIds.includes(terms.titleId)
  const named = isOneOf(resourceTemplate.titlePropertyId, propertyIds)
  const rows = await database.select({ id: resourceTemplate.id }).from(resourceTemplate)
    .where(isDefault ? or(named, isNull(resourceTemplate.titlePropertyId)) : named)
  return [...rows.map(({ id }) => id), ...(isDefault ? [null] : [])]
}
