import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../statements/database.js'
import { bindings, IDS, prepared, preparedRows } from '../statements/prepared.js'
import { itemItemSet, resource, value } from '../../tables/index.js'
import { inDialect, isOneOf } from '../statements/dialect.js'
import { ANONYMOUS_VIEWER } from '../statements/viewer.js'

/** Texts longer than this are not read. */
const LONG_BYTES = 16 * 1024

/** A text, or a number in place of a long one. */
type Text = string | number
/** A value, with its folded texts and the titles of the linked resource. */
type Row = [of: number, link: number | null, isPublic: 0 | 1, ...texts: Array<Text | null>]
/** Number of texts that belong to the value itself; they come first. */
const OWN_TEXTS = 2

/** The folded texts and links of a resource, private ones included. */
export interface Folded {
  /** Folded texts of its values and titles of linked resources; undefined: at least one is long. */
  readonly text: string | undefined
  /** Length of the first part of `text`, which comes from public values. */
  readonly shown: number
  /** The resources that it links to. */
  readonly links: ReadonlySet<number>
  /** The item sets that it is in. */
  readonly sets: ReadonlySet<number>
  /** Whether other resources link to it. */
  readonly isLinked: boolean
}

const query = new QueryBuilder()
const linked = alias(resource, 'linked')
const short = (text: AnyColumn): SQL =>
  inDialect((dialect) => dialect.unless(sql`octet_length(${text}) > ${sql.raw(String(LONG_BYTES))}`, text))

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

/** Separates texts; searches for texts that contain it do not come here (`isPlain`). */
const EDGE = '\0'

/** Whether the database stores a text unchanged and compares it as JavaScript does. */
export const isPlain = (text: string): boolean => !/[\0\uFDD0\uFDD1\uFFFD-\uFFFF]|\p{Surrogate}/u.test(text)

/** Folded texts and links of the given resources. */
export async function foldedOf (database: Database, ids: readonly number[]): Promise<Map<number, Folded>> {
  const given = bindings(ids, ANONYMOUS_VIEWER)
  const targets = new Set((await linkedAmong(database, ANONYMOUS_VIEWER).all(given)).map(({ id }) => id))
  const found = new Map<number, { shown: Set<Text>, others: Set<Text>, links: Set<number>, sets: Set<number> }>()
  for (const id of ids) found.set(id, { shown: new Set(), others: new Set(), links: new Set(), sets: new Set() })
  for (const { id, set } of await memberships(database, ANONYMOUS_VIEWER).all(given)) found.get(id)!.sets.add(set)
  for (const [id, link, isPublic, ...texts] of await rowsOf(database, ANONYMOUS_VIEWER, given)) {
    const { shown, others, links } = found.get(id)!
    for (const [at, text] of texts.entries()) {
      if (text !== null) (isPublic === 1 && at < OWN_TEXTS ? shown : others).add(text)
    }
    if (link !== null) links.add(link)
  }
  return new Map([...found].map(([id, { shown, others, links, sets }]) => {
    const all = [...new Set([...shown, ...others])]
    const text = all.some((one) => typeof one === 'number') ? undefined : all.join(EDGE)
    return [id, { text, shown: [...shown].join(EDGE).length, links, sets, isLinked: targets.has(id) }]
  }))
}
