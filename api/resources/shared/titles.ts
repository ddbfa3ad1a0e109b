import { containmentKey, equalityKey, sortKey } from '../../../db/collation/index.js'
import type { Terms } from '../../../db/terms.js'
import { trim } from '../../values/text.js'

/** The titles of a resource: for those who see its private values, and for everybody else. */
export interface Titles { full: string | null, shown: string | null }

/** The columns of a value that titles depend on. */
interface TitleValue { propertyId: number, text: string | null, isPublic: boolean }

/**
 * The titles of a resource: the first text of its template's title property, of dcterms:title where the template names
 * none (docs/contract/values.md §7).
 */
export function titlesOf (values: readonly TitleValue[], templateId: number | null, terms: Terms): Titles {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  const propertyId = template?.titlePropertyId ?? terms.titleId
  const isTitle = ({ propertyId: id, text }: TitleValue): boolean => id === propertyId && text !== null && text !== ''
  const first = values.find(isTitle)
  const firstPublic = first?.isPublic === false ? values.find((value) => value.isPublic && isTitle(value)) : first
  return { full: titleIn(first?.text), shown: titleIn(firstPublic?.text) }
}

/** The title that a value's text makes: trimmed, null when nothing is left. */
export function titleIn (text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : trim(text) || null
}

/** Titles with the keys they are sorted and compared by. */
export function titleColumns ({ full, shown }: Titles) {
  const keys = keysOf(full)
  const publicKeys = full === shown ? keys : keysOf(shown)
  return {
    title: full,
    titleSort: keys.sort,
    titleKey: keys.equality,
    titleFold: keys.containment,
    publicTitle: shown,
    publicTitleSort: publicKeys.sort,
    publicTitleKey: publicKeys.equality,
    publicTitleFold: publicKeys.containment
  }
}

function keysOf (title: string | null) {
  return title === null
    ? { sort: null, equality: null, containment: null }
    : { sort: sortKey(title), equality: equalityKey(title), containment: containmentKey(title) }
}

/** Of a resource without values. */
export const UNTITLED_COLUMNS = titleColumns({ full: null, shown: null })
