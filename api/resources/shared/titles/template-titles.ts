import { and, asc, eq, gt, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, resourceTemplate, value } from '../../../../db/tables/index.js'
import { titleColumns, titleIn } from './titles.js'

const query = new QueryBuilder()

/** The condition that a resource has a template; null: that it has none. */
export function ofTemplate (templateId: number | null): SQL {
  return templateId === null ? isNull(resource.templateId) : eq(resource.templateId, templateId)
}

/**
 * Recomputes the titles of resources of a template (null: of resources without one), without changing their
 * modification dates (docs/contract/admin-resources.md §4, docs/contract/values.md §7).
 *
 * @param dcTitleId id of dcterms:title, which is used when the template has no title property.
 * @param part at most `limit` resources whose ids are greater than `after`.
 * @returns their ids, ascending.
 */
export async function renewTitles (
  database: Database,
  templateId: number | null,
  dcTitleId: number,
  { after, limit }: { after: number, limit: number }
): Promise<number[]> {
  const [template] = templateId === null
    ? [{ titleId: null }]
    : await database.select({ titleId: resourceTemplate.titlePropertyId }).from(resourceTemplate)
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
    .where(and(ofTemplate(templateId), gt(resource.id, after))).orderBy(asc(resource.id)).limit(limit)
  for (const { id, title, publicTitle, text, publicText } of rows) {
    const titles = { full: titleIn(text), shown: titleIn(publicText) }
    if (titles.full === title && titles.shown === publicTitle) continue
    await database.update(resource).set(titleColumns(titles)).where(eq(resource.id, id))
  }
  return rows.map((row) => row.id)
}
