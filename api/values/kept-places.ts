import type { Terms } from '../../db/terms.js'
import { groupBy } from '../group-by.js'
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
  // Of annotations more is stored than values show, and who is shown what is taken over from row to row.
  const isPlain = rows.every(({ annotationId, isPublic }) => annotationId === null && isPublic === rows[0]!.isPublic)
  if (!isPlain || drafts.some(({ annotation }) => annotation !== undefined)) return undefined
  const unused = groupBy(rows, (row) => contentOf(row.propertyId, row.type, row))
  const places = drafts.map((draft) => unused.get(contentOf(draft.propertyId, draft.type.name, draft.content))?.shift())
  const left = [...unused.values()].flat().sort((one, other) => one.id! - other.id!)
  const after = drafts.map((draft, at) => {
    const same = places[at]
    if (same !== undefined && (draft.isPublic ?? same.isPublic) === same.isPublic) return same
    const place = same ?? left.shift()
    return place === undefined ? newRow(draft) : overwritten(place, draft)
  })
  const isPublicAt = (at: number): boolean => drafts[at]!.isPublic ?? rows[at]?.isPublic ?? true
  if (after.some(({ isPublic }, at) => isPublic !== isPublicAt(at))) return undefined
  const stored = [...after].sort((one, other) => (one.id ?? Infinity) - (other.id ?? Infinity) || 0)
  const shown = inShownOrder(after, templateId, terms)
  return inShownOrder(stored, templateId, terms).every((row, at) => row === shown[at]) ? stored : undefined
}

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
