import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/query/statements/prepared.js'
import type { Terms } from '../../db/query/statements/terms.js'
import { resource, value } from '../../db/tables/index.js'
import { areSame, groupBy } from '../core/sequence/group-by.js'
import { inShownOrder, isShown, linked } from './represent.js'
import type { ValueContext } from './value-context.js'
import type { ValueDraft } from './value-drafts.js'
import { newRow, overwritten, type ValueRow } from './value-rows.js'

/**
 * Matches the values of a resource that was read and sent back with few changes to its stored rows: stored values stay
 * in their rows, and only others are written. The result must look exactly as if the values had overwritten the rows
 * one after the other (docs/contract/values.md §5), which would move all of them if properties are displayed in
 * another order.
 *
 * @param rows the stored values, in their order. @param drafts the values that replace them. @returns undefined if the
 * result would look different.
 */
export function reuseRows (
  rows: readonly ValueRow[], drafts: readonly ValueDraft[], templateId: number | null, terms: Terms
): ValueRow[] | undefined {
  if (!isPlain(rows, drafts)) return undefined
  const unused = groupBy(rows, contentOfRow)
  const places: Array<ValueRow | undefined> = []
  for (const { propertyId, type, content } of drafts) {
    places.push(unused.get(contentOf(propertyId, type.name, content))?.shift())
  }
  const left = [...unused.values()].flat().sort(byId)
  const after: ValueRow[] = []
  for (const [at, draft] of drafts.entries()) {
    const same = places[at]
    const isSame = same !== undefined && (draft.isPublic ?? same.isPublic) === same.isPublic
    const place = same ?? left.shift()
    const row = isSame ? same : place === undefined ? newRow(draft) : overwritten(place, draft)
    if (row.isPublic !== (draft.isPublic ?? rows[at]?.isPublic ?? true)) return undefined
    after.push(row)
  }
  const stored = [...after].sort(byId)
  return areSame(inShownOrder(stored, templateId, terms), inShownOrder(after, templateId, terms)) ? stored : undefined
}

/**
 * Excludes annotations, of which more is stored than a payload contains, and mixed visibility, which overwriting would
 * carry from row to row.
 */
function isPlain (rows: readonly ValueRow[], drafts: readonly ValueDraft[]): boolean {
  for (const row of rows) if (row.annotationId !== null || row.isPublic !== rows[0]!.isPublic) return false
  for (const draft of drafts) if (draft.annotation !== undefined) return false
  return true
}

const shownRows = prepared((database, viewer) => database.select({ id: value.id }).from(value)
  .innerJoin(resource, eq(resource.id, value.resourceId)).leftJoin(linked, eq(linked.id, value.linkedId))
  .where(and(eq(value.resourceId, sql.placeholder('id')), isShown(viewer, eq(resource.ownerId, viewer.id!)))).prepare())

/** The rows of a resource that the viewer does not see: a changed copy of what was read says nothing about them. */
export async function unseenRows (
  { database, viewer }: ValueContext, resourceId: number, rows: readonly ValueRow[]
): Promise<ValueRow[]> {
  if (viewer.viewsAll) return []
  const shown = await shownRows(database, viewer).all({ id: resourceId, viewer: viewer.id })
  const ids = new Set(shown.map(({ id }) => id))
  return rows.filter((row) => !ids.has(row.id!))
}

/** New rows come last, in their given order. */
export const byId = (one: ValueRow, other: ValueRow): number => (one.id ?? Infinity) - (other.id ?? Infinity) || 0

const contentOfRow = (row: ValueRow): string => contentOf(row.propertyId, row.type, row)

function contentOf (
  propertyId: number, type: string,
  { text, lang, uri, linkedId }: Pick<ValueRow, 'text' | 'lang' | 'uri' | 'linkedId'>
): string {
  return `${propertyId} ${linkedId}${delimited(type)}${delimited(lang)}${delimited(uri)}${delimited(text)}`
}

/** A text prefixed with its length, so that concatenations are unambiguous. */
function delimited (text: string | null): string {
  return text === null ? ' -' : ` ${text.length} ${text}`
}
