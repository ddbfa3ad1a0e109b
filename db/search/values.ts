import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { containmentKey, equalityKey } from '../collation/index.js'
import type { Database } from '../sqlite.js'
import { resource, value } from '../tables/index.js'
import {
  holds, leadingPhraseOf, phraseOf, resourcesHolding, titleHolds, titleInDoubt, valuesInDoubt, type Containment, type ValueScope
} from './trigrams.js'
import { hasTitle, titleFor } from './titles.js'
import { isTargetVisible, leadsToVisible, type Viewer } from './viewer.js'

/** What one value must satisfy (docs/contract/search.md §7.3). */
export type ValueTest =
  | { type: 'eq' | Containment, text: string }
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
  return seen((publicOnly) => {
    const scope: ValueScope = { propertyId, publicOnly }
    if (propertyId === undefined && (test.type === 'ex' || test.type === 'dt')) return sql`EXISTS (${ownValue(and(eq(value.resourceId, resource.id), kindOf(test), within(scope), leadsToVisible(viewer)))})`
    return sql`${resource.id} IN (${subjects(test, scope, viewer)})`
  }, viewer)
}

/** No more values than so many are few. */
const FEW = 1000
const EVERY_VALUE: ValueScope = { propertyId: undefined, publicOnly: false }

/** Whether an index knows that few values satisfy the test, of whatever property. */
export async function isRare (database: Database, test: ValueTest, viewer: Viewer): Promise<boolean> {
  if (test.type !== 'eq' && test.type !== 'res') return false
  const [row] = await database.values<[number]>(sql`SELECT count(*) FROM (SELECT 1 FROM (${subjects(test, EVERY_VALUE, viewer)}) LIMIT ${FEW + 1})`)
  return row![0] <= FEW
}

/**
 * The resource has a visible value that satisfies a condition on the table of values.
 *
 * @example hasValueThat(sql`${value.type} = 'date' AND ${value.text} > ${'1900'}`, viewer)
 */
export function hasValueThat (condition: SQL, viewer: Viewer): SQL {
  return hasLiteralThat(and(condition, leadsToVisible(viewer))!, viewer)
}

/** The same where the condition can hold of literals only. */
export function hasLiteralThat (condition: SQL, viewer: Viewer): SQL {
  return seen((publicOnly) => sql`${resource.id} IN (${ownValue(and(condition, publicOnly ? eq(value.isPublic, true) : undefined))})`, viewer)
}

/** Whoever owns a resource sees all of its values, others those that are public, some everything. */
function seen (among: (publicOnly: boolean) => SQL, viewer: Viewer): SQL {
  if (viewer.viewsAll) return among(false)
  if (viewer.id === null) return among(true)
  return or(among(true), and(eq(resource.ownerId, viewer.id), among(false)))!
}

const ownValue = (condition: SQL | undefined): SQL => query.select({ id: value.resourceId }).from(value).where(condition).getSQL()

/** That the value is there, or of a type. Among all values no index leads to few; asked resource by resource, one does. */
function kindOf (test: ValueTest & { type: 'ex' | 'dt' }): SQL | undefined {
  return test.type === 'ex' ? undefined : eq(sql`lower(${value.type})`, containmentKey(test.name.trimEnd()))
}

/**
 * What a scope demands of a value.
 *
 * @param isLed another index leads to the few values that count. Without statistics the database takes "of this
 * property" to be rarer than it is; a plus keeps it from walking all values of the property.
 */
function within ({ propertyId, publicOnly }: ValueScope, isLed = false): SQL | undefined {
  return and(
    propertyId === undefined ? undefined : isLed ? sql`+${value.propertyId} = ${propertyId}` : eq(value.propertyId, propertyId),
    publicOnly ? eq(value.isPublic, true) : undefined
  )
}

/** Ids of the resources that have such a value. */
function subjects (test: ValueTest, scope: ValueScope, viewer: Viewer): SQL {
  const led = (condition: SQL): SQL => ownValue(and(condition, within(scope, true)))
  switch (test.type) {
    case 'ex':
    case 'dt': return ownValue(and(kindOf(test), within(scope), leadsToVisible(viewer)))
    case 'res': return led(and(eq(value.linkedId, test.id), leadsToVisible(viewer))!)
    case 'eq': {
      const key = equalityKey(test.text)
      return sql`${led(eq(value.textKey, key))} UNION ALL ${led(eq(value.uriKey, key))} UNION ALL ${byTitle(hasTitle(viewer, key, linked), scope, viewer)}`
    }
    default: return subjectsHolding(test.type, containmentKey(test.text), scope, viewer)
  }
}

function subjectsHolding (containment: Containment, text: string, scope: ValueScope, viewer: Viewer): SQL {
  const phrase = phraseOf(containment, text)
  const held = or(holds(containment, value.textFold, text), holds(containment, value.uriFold, text))
  const titleHeld = holds(containment, titleFor(viewer, 'titleFold', linked), text)
  const lead = leadingPhraseOf(containment, text)
  if (lead !== undefined) {
    const isLed = or(sql`${value.resourceId} IN (${resourcesHolding(lead, scope)})`, valuesInDoubt(lead, scope))
    const isTitleLed = or(titleHolds(lead, value.linkedId), titleInDoubt(value.linkedId))
    return sql`${ownValue(and(isLed, held, within(scope)))} UNION ALL ${byIndexedTitle(and(isTitleLed, titleHeld), scope, viewer)}`
  }
  if (phrase === undefined) return sql`${ownValue(and(held, within(scope)))} UNION ALL ${byTitle(titleHeld, scope, viewer)}`
  return sql`${resourcesHolding(phrase, scope)} UNION ALL ${ownValue(and(valuesInDoubt(phrase, scope), held, within(scope)))} UNION ALL ${
    byIndexedTitle(and(titleHolds(phrase, value.linkedId), or(hasOneTitle, titleHeld)), scope, viewer)} UNION ALL ${byIndexedTitle(and(titleInDoubt(value.linkedId), titleHeld), scope, viewer)}`
}

/** Resources with a value that links to a visible resource whose title satisfies `condition`. */
function byTitle (condition: SQL | undefined, scope: ValueScope, viewer: Viewer): SQL {
  return query.select({ id: value.resourceId }).from(linked).innerJoin(value, eq(value.linkedId, linked.id))
    .where(and(condition, isTitleSeen(scope, viewer))).getSQL()
}

/** The same where an index leads to the titles. Nothing links to most of them, which are passed over before they are looked at. */
function byIndexedTitle (condition: SQL | undefined, scope: ValueScope, viewer: Viewer): SQL {
  // A cross join is made in the order in which it is written.
  return query.select({ id: value.resourceId }).from(value).crossJoin(linked)
    .where(and(condition, eq(linked.id, value.linkedId), isTitleSeen(scope, viewer))).getSQL()
}

/** Whoever looks: what the index tells of such a title needs no second look. */
const hasOneTitle = sql`${linked.titleFold} IS ${linked.publicTitleFold}`

const isTitleSeen = (scope: ValueScope, viewer: Viewer): SQL | undefined => and(isTargetVisible(viewer, linked), within(scope, true))
