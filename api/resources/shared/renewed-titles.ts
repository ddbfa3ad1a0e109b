import { count, isNull, or } from 'drizzle-orm'
import { isOneOf } from '../../../db/sqlite.js'
import { resource, resourceTemplate } from '../../../db/tables/index.js'
import { renewTitlesJob } from './renew-titles-job.js'
import type { AfterCommit } from '../../preparation.js'
import type { WriteContext } from '../../write-context.js'
import { ofTemplate, renewTitles } from '../resource-templates/template-titles.js'

/** Titles renewed within the change that makes it necessary. */
const AT_ONCE = 1000

/**
 * Renews the titles of some templates' resources, with null of those without template: at once, or by a job where there
 * are so many that others would have to wait.
 */
export async function renewAllTitles ({ database, terms, jobs, actor }: WriteContext, templates: ReadonlyArray<number | null>): Promise<AfterCommit | undefined> {
  let isLeftToJobs = false
  for (const template of templates) {
    const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(resource).where(ofTemplate(template))
    if (total <= AT_ONCE) {
      await renewTitles(database, template, terms.titleId, { after: 0, limit: AT_ONCE })
      continue
    }
    await jobs.add(database, renewTitlesJob.name, { template }, actor)
    isLeftToJobs = true
  }
  return isLeftToJobs ? async () => { jobs.wake() } : undefined
}

/** The templates whose resources take their titles from one of these properties; null for resources without template. */
export async function templatesTitledBy ({ database, terms }: WriteContext, propertyIds: readonly number[]): Promise<Array<number | null>> {
  const isDefault = propertyIds.includes(terms.titleId)
  const named = isOneOf(resourceTemplate.titlePropertyId, propertyIds)
  const rows = await database.select({ id: resourceTemplate.id }).from(resourceTemplate).where(isDefault ? or(named, isNull(resourceTemplate.titlePropertyId)) : named)
  return [...rows.map(({ id }) => id), ...(isDefault ? [null] : [])]
}
