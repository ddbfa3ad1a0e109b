import { and, asc, eq, gt, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../db/sqlite.js'
import { resource, resourceTemplate, value } from '../../../db/tables/index.js'
import { trim } from '../../values/text.js'
import { titleColumns } from '../shared/summary.js'

const query = new QueryBuilder()

/** Resources that have a template, or with null none. */
export function ofTemplate (templateId: number | null): SQL {
  return templateId === null ? isNull(resource.templateId) : eq(resource.templateId, templateId)
}

/**
 * Computes the titles of a template's resources anew, with null of those without template (contract/admin-resources.md §4, values.md §7). When they were
 * last changed stays what it was.
 *
 * @param dcTitleId the property that counts where the template names none.
 * @param part resources with ids beyond `after`, `limit` of them at the most.
 * @returns their ids, ascending.
 */
export async function renewTitles (database: Database, templateId: number | null, dcTitleId: number, { after, limit }: { after: number, limit: number }): Promise<number[]> {
  const [template] = templateId === null
    ? [{ titleId: null }]
    : await database.select({ titleId: resourceTemplate.titlePropertyId }).from(resourceTemplate).where(eq(resourceTemplate.id, templateId))
  if (template === undefined) return []
  const first = query.select({ text: value.text }).from(value)
    .where(and(eq(value.resourceId, resource.id), eq(value.propertyId, template.titleId ?? dcTitleId), isNotNull(value.text), ne(value.text, '')))
    .orderBy(asc(value.id)).limit(1)
  const rows = await database.select({ id: resource.id, title: resource.title, text: sql<string | null>`(${first})` })
    .from(resource).where(and(ofTemplate(templateId), gt(resource.id, after))).orderBy(asc(resource.id)).limit(limit)
  for (const { id, title, text } of rows) {
    const renewed = text === null ? null : trim(text) || null
    if (renewed !== title) await database.update(resource).set(titleColumns(renewed)).where(eq(resource.id, id))
  }
  return rows.map((row) => row.id)
}
