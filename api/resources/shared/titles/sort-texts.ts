import { sortKey } from '../../../../db/keys/collation/index.js'
import { AUDIENCE, type Audience, type sortText } from '../../../../db/tables/index.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import type { ValueRow } from '../../../values/value-rows.js'

/** The sort texts of a resource by property (docs/contract/search.md §3), in the order of their keys. */
export function sortTextsOf (resourceId: number, rows: readonly ValueRow[]): Array<typeof sortText.$inferInsert> {
  const texts = new Map<number, { full: string[], shown: string[] }>()
  for (const { propertyId, text, isPublic } of rows) {
    if (text === null) continue
    let of = texts.get(propertyId)
    if (of === undefined) texts.set(propertyId, of = { full: [], shown: [] })
    of.full.push(text)
    if (isPublic) of.shown.push(text)
  }
  return [...texts].toSorted(([one], [other]) => one - other).flatMap(([propertyId, { full, shown }]) => {
    const row = (
      audience: Audience,
      of: string[]
    ) => ({ resourceId, propertyId, audience, sortKey: sortKey(of.join(',')) })
    if (full.length === shown.length) return [row(AUDIENCE.everyone, full)]
    return [...(shown.length > 0 ? [row(AUDIENCE.publicOnly, shown)] : []), row(AUDIENCE.full, full)]
  })
}

/**
 * Ids of the properties whose sort texts differ. Values that have only moved among values of other properties do not
 * count: a client that sends a resource back as it was read moves most of them.
 */
export function otherTexts (before: readonly ValueRow[], after: readonly ValueRow[]): Set<number> {
  const [past, present] = [textsByProperty(before), textsByProperty(after)]
  const properties = new Set([...past.keys(), ...present.keys()])
  for (const id of properties) if (isSame(past.get(id) ?? [], present.get(id) ?? [])) properties.delete(id)
  return properties
}

type Text = Pick<ValueRow, 'text' | 'isPublic'>

function textsByProperty (rows: readonly ValueRow[]): Map<number, Text[]> {
  return groupBy(rows.filter(({ text }) => text !== null), ({ propertyId }) => propertyId)
}

function isSame (texts: readonly Text[], others: readonly Text[]): boolean {
  return texts.length === others.length &&
    texts.every(({ text, isPublic }, at) => others[at]!.text === text && others[at]!.isPublic === isPublic)
}
