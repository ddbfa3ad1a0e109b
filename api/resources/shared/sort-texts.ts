import { sortKey } from '../../../db/collation/index.js'
import { AUDIENCE, type Audience, type sortText } from '../../../db/tables/index.js'
import type { ValueRow } from '../../values/value-rows.js'

/** The texts by which a resource is sorted when the sort key is a property (docs/contract/search.md §3). */
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
    const row = (
      audience: Audience,
      of: string[]
    ) => ({ resourceId, propertyId, audience, sortKey: sortKey(of.join(',')) })
    if (full.length === shown.length) return [row(AUDIENCE.everyone, full)]
    return [row(AUDIENCE.full, full), ...(shown.length > 0 ? [row(AUDIENCE.publicOnly, shown)] : [])]
  })
}

/** Ids of the properties of which the sort texts differ, or may. */
export function otherTexts (before: readonly ValueRow[], after: readonly ValueRow[]): Set<number> {
  const properties = new Set<number>()
  // Most updates leave most values in their place.
  const length = Math.max(before.length, after.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [before[at], after[at]]
    if (one !== undefined && other !== undefined && COMPARED.every((key) => one[key] === other[key])) continue
    for (const row of [one, other]) if (row !== undefined) properties.add(row.propertyId)
  }
  return properties
}

const COMPARED = ['propertyId', 'text', 'isPublic'] as const
