import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { containmentKey, equalityKey } from '../collation/index.js'
import type { Database } from '../sqlite.js'
import { resource, value } from '../tables/index.js'
import { mayHold, trigramQuery, type TrigramIndex } from './trigrams.js'
import { isVisible, type Viewer } from './viewer.js'

/** What one value must satisfy (contract/search.md §7.3). */
export type ValueTest =
  | { type: 'eq' | 'in' | 'sw' | 'ew', text: string }
  | { type: 'res', id: number }
  | { type: 'dt', name: string }
  | { type: 'ex' }

const query = new QueryBuilder()
const linked = alias(resource, 'linked')

/**
 * The resource has a visible value, of the property if one is named, that satisfies the test.
 *
 * @param propertyId undefined: any property.
 */
export function hasValue (test: ValueTest, propertyId: number | undefined, viewer: Viewer): SQL {
  const among = (publicOnly: boolean): SQL => {
    // Without statistics the database takes "of this property" to be rarer than it is: where another index leads to
    // the few rows that count, a plus keeps it from walking all values of the property.
    const property = test.type === 'ex' || test.type === 'dt' || isShort(test) ? sql`${value.propertyId}` : sql`+${value.propertyId}`
    const scope = and(propertyId === undefined ? undefined : eq(property, propertyId), publicOnly ? eq(value.isPublic, true) : undefined)
    if (propertyId === undefined && (test.type === 'ex' || test.type === 'dt')) return sql`EXISTS (${ownValue(and(eq(value.resourceId, resource.id), kindOf(test), scope))})`
    return sql`${resource.id} IN (${subjects(test, scope, viewer)})`
  }
  return seen(among, viewer)
}

/** No more values than so many are few. */
const FEW = 1000

/** Whether an index knows that few values satisfy the test, of whatever property. */
export async function isRare (database: Database, test: ValueTest, viewer: Viewer): Promise<boolean> {
  if (test.type !== 'eq' && test.type !== 'res') return false
  const [row] = await database.values<[number]>(sql`SELECT count(*) FROM (SELECT 1 FROM (${subjects(test, undefined, viewer)}) LIMIT ${FEW + 1})`)
  return row![0] <= FEW
}

/**
 * The resource has a visible value that satisfies a condition on the table of values.
 *
 * @example hasValueThat(sql`${value.type} = 'date' AND ${value.text} > ${'1900'}`, viewer)
 */
export function hasValueThat (condition: SQL, viewer: Viewer): SQL {
  return seen((publicOnly) => sql`${resource.id} IN (${ownValue(and(condition, publicOnly ? eq(value.isPublic, true) : undefined))})`, viewer)
}

/** Whoever owns a resource sees all of its values, others those that are public, some everything. */
function seen (among: (publicOnly: boolean) => SQL, viewer: Viewer): SQL {
  if (viewer.viewsAll) return among(false)
  if (viewer.id === null) return among(true)
  return or(among(true), and(eq(resource.ownerId, viewer.id), among(false)))!
}

/** Containment of a text for which there is no trigram. */
const isShort = (test: ValueTest): boolean => 'text' in test && test.type !== 'eq' && trigramQuery(containmentKey(test.text)) === undefined

const ownValue = (condition: SQL | undefined): SQL => query.select({ id: value.resourceId }).from(value).where(condition).getSQL()

/** That the value is there, or of a type. Among all values no index leads to few; asked resource by resource, one does. */
function kindOf (test: ValueTest & { type: 'ex' | 'dt' }): SQL | undefined {
  return test.type === 'ex' ? undefined : eq(sql`lower(${value.type})`, containmentKey(test.name.trimEnd()))
}

/** Ids of the resources that have such a value. */
function subjects (test: ValueTest, scope: SQL | undefined, viewer: Viewer): SQL {
  const own = (condition: SQL | undefined): SQL => ownValue(and(condition, scope))
  switch (test.type) {
    case 'ex':
    case 'dt': return own(kindOf(test))
    case 'res': return own(eq(value.linkedId, test.id))
    case 'eq': {
      const key = equalityKey(test.text)
      return sql`${own(eq(value.textKey, key))} UNION ALL ${own(eq(value.uriKey, key))} UNION ALL ${byTitle(eq(linked.titleKey, key), scope, viewer)}`
    }
    default: {
      const { type } = test
      const text = containmentKey(test.text)
      const trigrams = trigramQuery(text)
      // Nothing to narrow by when the text is under three characters.
      const candidates = (index: TrigramIndex, rowId: SQLiteColumn): SQL | undefined => trigrams === undefined ? undefined : mayHold(index, rowId, trigrams)
      const holds = (column: SQLiteColumn) => foldedTest(type, column, text)
      return sql`${own(and(candidates('value_trigram', value.id), or(holds(value.textFold), holds(value.uriFold))))} UNION ALL ${
        byTitle(and(candidates('title_trigram', linked.id), holds(linked.titleFold)), scope, viewer)}`
    }
  }
}

/** Resources with a value that links to a visible resource whose title satisfies `condition`. */
function byTitle (condition: SQL | undefined, scope: SQL | undefined, viewer: Viewer): SQL {
  return query.select({ id: value.resourceId }).from(linked).innerJoin(value, eq(value.linkedId, linked.id))
    .where(and(condition, isNotNull(linked.title), isVisible(linked, viewer), scope)).getSQL()
}

/** Containment, prefix and suffix on folded text; wildcards have no meaning here. */
function foldedTest (type: 'in' | 'sw' | 'ew', column: SQLiteColumn, text: string): SQL {
  if (type === 'in') return sql`instr(${column}, ${text}) > 0`
  const length = [...text].length
  return type === 'sw' ? sql`substr(${column}, 1, ${length}) = ${text}` : sql`substr(${column}, ${-length}) = ${text}`
}
