import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { resource, value } from '../../db/tables/index.js'
import { trim } from '../values/text.js'
import type { WriteContext } from '../write-context.js'
import { titleColumns } from './summary.js'

const query = new QueryBuilder()

/**
 * Computes the titles of a template's resources anew (contract/admin-resources.md §4, values.md §7). When they were
 * last changed stays what it was.
 *
 * @param titlePropertyId the template's new title property; null for dcterms:title.
 */
export async function renewTitles ({ database, terms }: WriteContext, templateId: number, titlePropertyId: number | null): Promise<void> {
  const first = query.select({ text: value.text }).from(value)
    .where(and(eq(value.resourceId, resource.id), eq(value.propertyId, titlePropertyId ?? terms.titleId), isNotNull(value.text), ne(value.text, '')))
    .orderBy(asc(value.id)).limit(1)
  const rows = await database.select({ id: resource.id, title: resource.title, text: sql<string | null>`(${first})` })
    .from(resource).where(eq(resource.templateId, templateId))
  for (const { id, title, text } of rows) {
    const renewed = text === null ? null : trim(text) || null
    if (renewed !== title) await database.update(resource).set(titleColumns(renewed)).where(eq(resource.id, id))
  }
}
