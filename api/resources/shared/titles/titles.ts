import { and, eq, sql } from 'drizzle-orm'
import { containmentKey, equalityKey, sortKey } from '../../../../db/keys/collation/index.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { IDS, prepared } from '../../../../db/query/statements/prepared.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import { AUDIENCE, sortText } from '../../../../db/tables/index.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import { trim } from '../../../core/calls/given.js'
import type { ValueRow } from '../../../values/value-rows.js'

/** The titles of a resource: `full` for viewers of its private values, `shown` for all others. */
export interface Titles { full: string | null, shown: string | null }

/** The columns of a value from which titles are computed. */
interface TitleValue { propertyId: number, text: string | null, isPublic: boolean }

/**
 * The titles of a resource: the first text of its template's title property, or of dcterms:title if there is none
 * (docs/contract/values.md §7).
 */
export function titlesOf (values: readonly TitleValue[], templateId: number | null, terms: Terms): Titles {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  const propertyId = template?.titlePropertyId ?? terms.titleId
  const isTitle = ({ propertyId: id, text }: TitleValue): boolean => id === propertyId && text !== null && text !== ''
  const first = values.find(isTitle)
  const firstPublic = first?.isPublic === false ? values.find((value) => value.isPublic && isTitle(value)) : first
  const full = titleIn(first?.text)
  return { full, shown: firstPublic === first ? full : titleIn(firstPublic?.text) }
}

/**
 * Maximum number of characters of a title; the value that it comes from is not truncated. Every link to a resource
 * shows its title, so without a limit a few requests could create a representation that exceeds any memory.
 */
const TITLE_MAX_CHARACTERS = 4000

/** The title from the text of a value: trimmed and truncated to TITLE_MAX_CHARACTERS, null if nothing is left. */
export function titleIn (text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const trimmed = trim(text)
  if (trimmed.length <= TITLE_MAX_CHARACTERS) return trimmed || null
  // Does not split a surrogate pair.
  const isWhole = (trimmed.codePointAt(TITLE_MAX_CHARACTERS - 1) ?? 0) <= 0xFFFF
  return trim(trimmed.slice(0, isWhole ? TITLE_MAX_CHARACTERS : TITLE_MAX_CHARACTERS - 1))
}

/** The columns of titles, with the keys by which they are sorted and compared. */
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
    publicTitleFold: publicKeys.containment,
    titlesDiffer: full !== shown
  }
}

function keysOf (title: string | null) {
  return title === null
    ? { sort: null, equality: null, containment: null }
    : { sort: sortKey(title), equality: equalityKey(title), containment: containmentKey(title) }
}

/** The columns of a resource without values. */
export const UNTITLED_COLUMNS = titleColumns({ full: null, shown: null })

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
  const sortTexts: Array<typeof sortText.$inferInsert> = []
  for (const [propertyId, { full, shown }] of [...texts].sort(([one], [other]) => one - other)) {
    const areSame = full.length === shown.length
    if (shown.length > 0) {
      const audience = areSame ? AUDIENCE.everyone : AUDIENCE.publicOnly
      sortTexts.push({ resourceId, propertyId, audience, sortKey: sortKey(shown.join(',')) })
    }
    if (!areSame) sortTexts.push({ resourceId, propertyId, audience: AUDIENCE.full, sortKey: sortKey(full.join(',')) })
  }
  return sortTexts
}

/**
 * Ids of the properties whose sort texts differ. Values that have only moved among values of other properties do not
 * count: a client that sends a resource back as it was read moves most of them.
 */
function otherTexts (before: readonly ValueRow[], after: readonly ValueRow[]): Set<number> {
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

const remove = prepared((database) => database.delete(sortText)
  .where(and(eq(sortText.resourceId, sql.placeholder('id')), isOneOf(sortText.propertyId, IDS))).prepare())

const rename = prepared((database) => database.update(sortText).set({ sortKey: sql`${sql.placeholder('sortKey')}` })
  .where(and(
    eq(sortText.resourceId, sql.placeholder('resourceId')),
    eq(sortText.propertyId, sql.placeholder('propertyId')),
    eq(sortText.audience, sql.placeholder('audience'))
  )).prepare())

/** Updates the sort texts after a change of values. @param before the stored values. @param after the new values. */
export async function replaceSortTexts (
  database: Database, resourceId: number, before: readonly ValueRow[], after: readonly ValueRow[]
): Promise<void> {
  const properties = otherTexts(before, after)
  if (properties.size === 0) return
  const of = (rows: readonly ValueRow[]) => groupBy(
    sortTextsOf(resourceId, rows.filter(({ propertyId }) => properties.has(propertyId))),
    ({ propertyId }) => propertyId
  )
  const [past, present] = [of(before), of(after)]
  for (const [property, texts] of present) {
    const known = past.get(property) ?? []
    if (known.length !== texts.length || !texts.every(({ audience }, at) => audience === known[at]!.audience)) continue
    // Updated in place, because deleting and inserting a row changes more of the table.
    for (const [at, text] of texts.entries()) {
      if (text.sortKey !== known[at]!.sortKey) await rename(database, ANONYMOUS_VIEWER).run(text)
    }
    properties.delete(property)
  }
  if (properties.size === 0) return
  await remove(database, ANONYMOUS_VIEWER).run({ id: resourceId, ids: JSON.stringify([...properties]) })
  const changed = after.filter(({ propertyId }) => properties.has(propertyId))
  await insertRows(database, sortText, sortTextsOf(resourceId, changed))
}
