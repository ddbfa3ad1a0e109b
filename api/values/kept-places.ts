import type { Terms } from '../../db/query/statements/terms.js'
import { groupBy } from '../core/sequence/group-by.js'
import { inShownOrder } from './shown-order.js'
import type { ValueDraft } from './value-drafts.js'
import { newRow, overwritten, type ValueRow } from './value-rows.js'

/**
 * The rows of a resource that is sent back with few changes, as it was read: values that are stored already stay in
 * their rows, and only the others are written. All that is shown is the same as if the values overwrote the rows one
 * after the other (docs/contract/values.md §5), which moves all of them where properties are shown in another order.
 *
 * @param rows the stored values, in their order. @param drafts the values that replace them.
 * @returns undefined where something else would be shown.
 */
export function withKeptPlaces (
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

/** Of annotations more is stored than values show, and who is shown what is taken over from row to row. */
function isPlain (rows: readonly ValueRow[], drafts: readonly ValueDraft[]): boolean {
  for (const row of rows) if (row.annotationId !== null || row.isPublic !== rows[0]!.isPublic) return false
  for (const draft of drafts) if (draft.annotation !== undefined) return false
  return true
}

/** New rows come last, in their order. */
const byId = (one: ValueRow, other: ValueRow): number => (one.id ?? Infinity) - (other.id ?? Infinity) || 0

function areSame (some: readonly ValueRow[], others: readonly ValueRow[]): boolean {
  for (const [at, row] of some.entries()) if (row !== others[at]) return false
  return true
}

const contentOfRow = (row: ValueRow): string => contentOf(row.propertyId, row.type, row)

function contentOf (
  propertyId: number, type: string,
  { text, lang, uri, linkedId }: Pick<ValueRow, 'text' | 'lang' | 'uri' | 'linkedId'>
): string {
  return `${propertyId} ${linkedId}${delimited(type)}${delimited(lang)}${delimited(uri)}${delimited(text)}`
}

/** A text with its length before it, so that none ends where another one does. */
function delimited (text: string | null): string {
  return text === null ? ' -' : ` ${text.length} ${text}`
}
