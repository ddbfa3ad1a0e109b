import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../statements/database.js'
import { bindings, IDS, prepared, preparedRows } from '../statements/prepared.js'
import { itemItemSet, resource, value } from '../../tables/index.js'
import { inWords, isOneOf } from '../statements/words.js'
import { EVERYBODY } from '../statements/viewer.js'

/** Bytes from which on a text is not read. */
const LONG = 16 * 1024

/** A text; a number in place of a long one. */
type Text = string | number
/** A value, with its texts and the titles of what it links to. */
type Row = [of: number, link: number | null, isPublic: 0 | 1, ...texts: Array<Text | null>]
/** How many of these texts are of the value itself. They come first. */
const OWN = 2

/** What a resource has, whoever may see it. */
export interface Folded {
  /** The texts of its values and the titles of what it links to, as they are compared; undefined: some are long. */
  readonly text: string | undefined
  /** Length of the part of it that the public values have, which comes first. */
  readonly shown: number
  /** The resources that it links to. */
  readonly links: ReadonlySet<number>
  /** The item sets that it is in. */
  readonly sets: ReadonlySet<number>
  /** Whether others link to it. */
  readonly isLinked: boolean
}

const query = new QueryBuilder()
const linked = alias(resource, 'linked')
const short = (text: AnyColumn): SQL =>
  inWords((words) => words.unless(sql`octet_length(${text}) > ${sql.raw(String(LONG))}`, text))

const rowsOf = preparedRows<Row>(
  () => [
    value.resourceId, value.linkedId, value.isPublic,
    short(value.textFold), short(value.uriFold), short(linked.titleFold), short(linked.publicTitleFold)
  ],
  (columns) => query.select(columns).from(value).leftJoin(linked, eq(linked.id, value.linkedId))
    .where(isOneOf(value.resourceId, IDS))
)

const linkedAmong = prepared((database) => database.selectDistinct({ id: value.linkedId }).from(value)
  .where(isOneOf(value.linkedId, IDS)).prepare())

const memberships = prepared((database) => database
  .select({ id: itemItemSet.itemId, set: itemItemSet.itemSetId }).from(itemItemSet)
  .where(isOneOf(itemItemSet.itemId, IDS)).prepare())

/** Separates texts. No text is looked for that has it (`isPlain`). */
const EDGE = '\0'

/** Whether a text is stored as it is, and compared as JavaScript would. */
export const isPlain = (text: string): boolean => !/[\0\uFDD0\uFDD1\uFFFD-\uFFFF]|\p{Surrogate}/u.test(text)

/** What each of some resources has. */
export async function foldedOf (database: Database, ids: readonly number[]): Promise<Map<number, Folded>> {
  const given = bindings(ids, EVERYBODY)
  const targets = new Set((await linkedAmong(database, EVERYBODY).all(given)).map(({ id }) => id))
  const found = new Map<number, { shown: Set<Text>, others: Set<Text>, links: Set<number>, sets: Set<number> }>()
  for (const id of ids) found.set(id, { shown: new Set(), others: new Set(), links: new Set(), sets: new Set() })
  for (const { id, set } of await memberships(database, EVERYBODY).all(given)) found.get(id)!.sets.add(set)
  for (const [id, link, isPublic, ...texts] of await rowsOf(database, EVERYBODY, given)) {
    const { shown, others, links } = found.get(id)!
    for (const [at, text] of texts.entries()) {
      if (text !== null) (isPublic === 1 && at < OWN ? shown : others).add(text)
    }
    if (link !== null) links.add(link)
  }
  return new Map([...found].map(([id, { shown, others, links, sets }]) => {
    const all = [...new Set([...shown, ...others])]
    const text = all.some((one) => typeof one === 'number') ? undefined : all.join(EDGE)
    return [id, { text, shown: [...shown].join(EDGE).length, links, sets, isLinked: targets.has(id) }]
  }))
}
