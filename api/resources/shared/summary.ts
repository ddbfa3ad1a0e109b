import { containmentKey, equalityKey, sortKey } from '../../../db/collation/index.js'
import { AUDIENCE, type Audience, type sortText } from '../../../db/tables/index.js'
import type { Terms } from '../../../db/terms.js'
import { trim } from '../../values/text.js'
import type { ValueRow } from '../../values/value-rows.js'

/**
 * The title of a resource: the first text of its template's title property, of dcterms:title where the template names
 * none (contract/values.md §7). Private values count too.
 */
export function titleOf (rows: readonly ValueRow[], templateId: number | null, terms: Terms): string | null {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  const propertyId = template?.titlePropertyId ?? terms.titleId
  const found = rows.find((row) => row.propertyId === propertyId && row.text !== null && row.text !== '')
  return found === undefined ? null : trim(found.text!) || null
}

/** A title with the keys it is sorted and compared by. */
export function titleColumns (title: string | null) {
  return title === null
    ? { title, titleSort: null, titleKey: null, titleFold: null }
    : { title, titleSort: sortKey(title), titleKey: equalityKey(title), titleFold: containmentKey(title) }
}

/** What a resource is sorted by under each of its properties (contract/search.md §3). */
export function sortTextsOf (resourceId: number, rows: readonly ValueRow[]): Array<typeof sortText.$inferInsert> {
  const texts = new Map<number, { full: string[], shown: string[] }>()
  for (const { propertyId, text, isPublic } of rows) {
    if (text === null) continue
    let of = texts.get(propertyId)
    if (of === undefined) texts.set(propertyId, of = { full: [], shown: [] })
    of.full.push(text)
    if (isPublic) of.shown.push(text)
  }
  return [...texts].flatMap(([propertyId, { full, shown }]) => {
    const row = (audience: Audience, of: string[]) => ({ resourceId, propertyId, audience, sortKey: sortKey(of.join(',')) })
    if (full.length === shown.length) return [row(AUDIENCE.everyone, full)]
    return [row(AUDIENCE.full, full), ...(shown.length > 0 ? [row(AUDIENCE.publicOnly, shown)] : [])]
  })
}

/** Messages about the template's required properties that have no value, in the template's order. */
export function missingRequired (rows: readonly ValueRow[], templateId: number | null, terms: Terms): string[] {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  const present = new Set(rows.map((row) => row.propertyId))
  return (template?.properties ?? []).filter((row) => row.isRequired && !present.has(row.propertyId)).map((row) =>
    `The "${template!.label}" resource template requires a "${row.alternateLabel || terms.properties.get(row.propertyId)?.label}" value`)
}
