import { and, eq, inArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { containmentKey, equalityKey, valueKey } from '../../keys/collation/index.js'
import { beside, inDialect, isOneOf, withoutIndex, type List } from '../statements/dialect.js'
import type { Database } from '../statements/database.js'
import { resource, value } from '../../tables/index.js'
import {
  holds, longPhrasePrefix, phraseOf, resourcesHolding, titleHolds, isTitleUnindexed, valuesToRecheck,
  type Containment, type ValueScope
} from '../text/trigrams.js'
import { allOf, anyOf, conditionOf, type SetExpression, type SelectIds } from '../statements/set-expression.js'
import {
  ANONYMOUS_VIEWER, areTitlesEqual, hasTitle, isTargetVisible, leadsToVisible, ownedBy, suspectsOf, titleFor,
  WITHOUT_LINK, type Viewer
} from '../statements/viewer.js'
import { bindings, IDS, prepared } from '../statements/prepared.js'

/** A test of one value (docs/contract/search.md §7.3). */
export type ValueTest =
  | { type: 'eq', text: string }
  | { type: Containment, text: string }
  | { type: 'res', id: number }
  | { type: 'dt', name: string }
  | { type: 'ex' }

const query = new QueryBuilder()
const linked = alias(resource, 'linked')

/**
 * Matches resources with a visible value that passes a test.
 *
 * @param propertyId undefined: in any property.
 */
export function hasValue (test: ValueTest, propertyId: number | undefined, viewer: Viewer): SetExpression {
  return forViewer((publicOnly) => {
    const scope: ValueScope = { propertyId, publicOnly }
    switch (test.type) {
      case 'ex':
      case 'dt': return hasValueOfKind(test, scope, viewer)
      case 'eq':
      case 'res': return hasValueEqual(test, scope, viewer)
      default: return hasValueHolding(test, scope, viewer)
    }
  }, viewer)
}

/** Quick either way: by an index, or among few resources by comparing their values. */
function hasValueEqual (test: ValueTest & { type: 'eq' | 'res' }, scope: ValueScope, viewer: Viewer): SetExpression {
  return {
    kind: 'ids',
    isSelective: true,
    dependsOn: test.type === 'res' ? 'row' : 'links',
    select: (among) => among === undefined
      ? subjectsEqual(test, scope, viewer)
      : equalAmong(among, test, scope, viewer)
  }
}

/**
 * Cached, because the index is large; after a write, only the values of the resources that it touched are compared.
 */
function hasValueHolding (
  test: ValueTest & { type: Containment }, scope: ValueScope, viewer: Viewer
): SetExpression {
  const text = containmentKey(test.text)
  const ids = (): SQL => inDialect(({ hasPhraseIndex }) =>
    (hasPhraseIndex ? subjectsHolding : subjectsRead)(test.type, text, scope, viewer))
  return {
    kind: 'cached',
    // Searches that differ only in spelling share one cached set.
    name: JSON.stringify([{ type: test.type, text }, scope.propertyId, scope.publicOnly]),
    dependsOn: 'links',
    select: (among) => among === undefined ? ids() : subjectsRead(test.type, text, scope, viewer, among)
  }
}

function hasValueOfKind (test: ValueTest & { type: 'ex' | 'dt' }, scope: ValueScope, viewer: Viewer): SetExpression {
  const { propertyId, publicOnly } = scope
  const passes = and(kindOf(test), within(scope), leadsToVisible(viewer))
  const name = JSON.stringify([test, propertyId, publicOnly])
  if (propertyId === undefined) {
    const condition = sql`EXISTS (${ownValue(and(eq(value.resourceId, resource.id), passes))})`
    const select: SelectIds = (among) =>
      query.select({ id: resource.id }).from(resource).where(and(among && isOneOf(resource.id, among), condition))
        .getSQL()
    return { kind: 'cached', name, select, condition }
  }
  // In index order, so that duplicate ids are removed at no cost and not transferred.
  const resourcesWhere = (which: SQL | undefined): SQL =>
    query.selectDistinct({ id: value.resourceId }).from(value).where(which).getSQL()
  const exactly = (among?: List): SQL => resourcesWhere(and(among && isOneOf(value.resourceId, among), passes))
  if (leadsToVisible(viewer) === undefined) return { kind: 'cached', name, select: exactly }
  // Looking up the target of each value is slow if there are many values. There are few hidden targets, so only
  // resources that link to one of them are checked in detail.
  const doubtful = ownValue(and(sql`${value.linkedId} IN (${suspectsOf(viewer)})`, within(scope, true)))
  const isCertain = or(inArray(value.type, WITHOUT_LINK), sql`${value.resourceId} NOT IN (${doubtful})`)
  const all = sql`${resourcesWhere(and(kindOf(test), within(scope), isCertain))}
    UNION ALL ${resourcesWhere(and(sql`${value.resourceId} IN (${doubtful})`, passes))}`
  return {
    kind: 'cached',
    name,
    select: (among) => among === undefined ? all : exactly(among),
    condition: sql`${resource.id} IN (${exactly()})`
  }
}

/** Maximum number of values that count as rare. */
const RARE_LIMIT = 1000
const EVERY_VALUE: ValueScope = { propertyId: undefined, publicOnly: false }

/**
 * Whether only few values, of any property, pass the test. Only tests that an index answers quickly are counted;
 * others return false.
 */
export async function isRare (database: Database, test: ValueTest, viewer: Viewer): Promise<boolean> {
  if (test.type !== 'eq' && test.type !== 'res') return false
  const [row] = await database.values<[number]>(
    sql`SELECT count(*) FROM (
      SELECT 1 FROM (${subjectsEqual(test, EVERY_VALUE, viewer)}) AS found LIMIT ${RARE_LIMIT + 1}
    ) AS counted`
  )
  return row![0] <= RARE_LIMIT
}

/**
 * The condition that a resource has a visible value which meets a condition on the table `value`.
 *
 * @example hasValueThat(sql`${value.type} = 'date' AND ${value.text} > ${'1900'}`, viewer)
 */
export function hasValueThat (condition: SQL, viewer: Viewer): SQL {
  const among = (publicOnly: boolean): SetExpression => ({
    kind: 'ids',
    select: () => ownValue(and(condition, leadsToVisible(viewer), publicOnly ? eq(value.isPublic, true) : undefined))
  })
  return conditionOf(forViewer(among, viewer))
}

/** Makes an expression about the values that the viewer sees: all, or the public ones and those of owned resources. */
export function forViewer (expressionOn: (publicOnly: boolean) => SetExpression, viewer: Viewer): SetExpression {
  if (viewer.viewsAll) return expressionOn(false)
  if (viewer.id === null) return expressionOn(true)
  const own: SetExpression = {
    kind: 'cached',
    name: 'own',
    select: (among) => ownedBy(viewer.id!, among),
    condition: eq(resource.ownerId, viewer.id)
  }
  return anyOf([expressionOn(true), allOf([own, expressionOn(false)])])
}

const ownValue = (condition: SQL | undefined): SQL =>
  query.select({ id: value.resourceId }).from(value).where(condition).getSQL()

/** The condition on the data type of a value; undefined for `ex`, which every value meets. */
function kindOf (test: ValueTest & { type: 'ex' | 'dt' }): SQL | undefined {
  return test.type === 'ex' ? undefined : eq(sql`lower(${value.type})`, containmentKey(test.name.trimEnd()))
}

/**
 * The condition that a value is in a scope.
 *
 * @param usesOtherIndex whether an index other than that of the property is more selective.
 */
function within ({ propertyId, publicOnly }: ValueScope, usesOtherIndex = false): SQL | undefined {
  return and(
    propertyId === undefined
      ? undefined
      : usesOtherIndex
        ? sql`${beside(value.propertyId)} = ${propertyId}`
        : eq(value.propertyId, propertyId),
    publicOnly ? eq(value.isPublic, true) : undefined
  )
}

/** Selects the ids of resources with a value equal to a text, or with a link to a resource. */
function subjectsEqual (test: ValueTest & { type: 'eq' | 'res' }, scope: ValueScope, viewer: Viewer): SQL {
  const selective = (condition: SQL): SQL => ownValue(and(condition, within(scope, true)))
  if (test.type === 'res') return selective(and(eq(value.linkedId, test.id), leadsToVisible(viewer))!)
  const key = valueKey(test.text)
  return together([
    selective(eq(value.textKey, key)), selective(eq(value.uriKey, equalityKey(test.text))),
    byTitle(hasTitle(viewer, key, linked), scope, viewer)
  ])
}

const together = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` UNION ALL `)

/** Selects the ids of resources with a value that contains a text, by the trigram index. */
function subjectsHolding (containment: Containment, text: string, scope: ValueScope, viewer: Viewer): SQL {
  const phrase = phraseOf(containment, text)
  const { matches, titleMatches } = containing(containment, text, viewer)
  const prefix = longPhrasePrefix(containment, text)
  if (prefix !== undefined) {
    const isCandidate = or(
      sql`${value.resourceId} IN (${together(resourcesHolding(prefix, scope))})`,
      valuesToRecheck(prefix, scope)
    )
    const isTitleCandidate = or(titleHolds(prefix, value.linkedId), isTitleUnindexed(value.linkedId))
    return together([
      ownValue(and(isCandidate, matches, within(scope))),
      byIndexedTitle(and(isTitleCandidate, titleMatches), scope, viewer)
    ])
  }
  if (phrase === undefined) return subjectsRead(containment, text, scope, viewer)
  // If a resource has the same title for all viewers, a match in the index is exact.
  const isIndexedTitle = and(titleHolds(phrase, value.linkedId), or(areTitlesEqual(linked), titleMatches))
  return together([
    ...resourcesHolding(phrase, scope),
    ownValue(and(valuesToRecheck(phrase, scope), matches, within(scope))),
    byIndexedTitle(isIndexedTitle, scope, viewer),
    byIndexedTitle(and(isTitleUnindexed(value.linkedId), titleMatches), scope, viewer)
  ])
}

/** As `subjectsHolding`, without the trigram index; or among the given resources only. */
function subjectsRead (
  containment: Containment, text: string, scope: ValueScope, viewer: Viewer, among?: List
): SQL {
  const { matches, titleMatches } = containing(containment, text, viewer)
  if (among === undefined) {
    return together([ownValue(and(matches, within(scope))), byTitle(titleMatches, scope, viewer)])
  }
  const isAmong = isOneOf(value.resourceId, among)
  return together([
    ownValue(and(isAmong, matches, within(scope, true))), byIndexedTitle(and(isAmong, titleMatches), scope, viewer)
  ])
}

/** The conditions that a value, or the title of the resource to which it links, contains a text. */
const containing = (containment: Containment, text: string, viewer: Viewer) => ({
  matches: or(holds(containment, value.textFold, text), holds(containment, value.uriFold, text)),
  titleMatches: holds(containment, titleFor(viewer, 'titleFold', linked), text)
})

/** Selects the given resources that have a value equal to a text, or a link to a resource. */
function equalAmong (
  among: List, test: ValueTest & { type: 'eq' | 'res' }, scope: ValueScope, viewer: Viewer
): SQL {
  // Neither the index of texts nor that of links may be used, or SQLite would go through all equal values.
  const ofThese = isOneOf(value.resourceId, among)
  const own = (condition: SQL | undefined): SQL => ownValue(and(ofThese, condition, within(scope, true)))
  if (test.type === 'res') return own(and(sql`+${value.linkedId} = ${test.id}`, leadsToVisible(viewer)))
  const key = valueKey(test.text)
  const equals = (column: AnyColumn, to: string): SQL =>
    sql`${withoutIndex(column)} = ${to}`
  return sql`${own(or(equals(value.textKey, key), equals(value.uriKey, equalityKey(test.text))))}
    UNION ALL ${byIndexedTitle(and(ofThese, hasTitle(viewer, key, linked)), scope, viewer)}`
}

const linkingTo = prepared((database) =>
  database.selectDistinct({ id: value.resourceId }).from(value).where(isOneOf(value.linkedId, IDS))
    .limit(sql.placeholder('most')).prepare())

/** Resources with a value that links to one of these, up to `most` of them. */
export async function resourcesLinkingTo (
  database: Database, ids: readonly number[], most: number
): Promise<number[]> {
  const rows = await linkingTo(database, ANONYMOUS_VIEWER).all({ ...bindings(ids, ANONYMOUS_VIEWER), most })
  return rows.map(({ id }) => id)
}

/** Selects resources with a value that links to a visible resource whose title meets `condition`. */
function byTitle (condition: SQL | undefined, scope: ValueScope, viewer: Viewer): SQL {
  return query.select({ id: value.resourceId }).from(linked).innerJoin(value, eq(value.linkedId, linked.id))
    .where(and(condition, isTitleVisible(scope, viewer))).getSQL()
}

/** Like `byTitle`, for a condition that the index of linked titles supports: begins with the links. */
function byIndexedTitle (condition: SQL | undefined, scope: ValueScope, viewer: Viewer): SQL {
  // SQLite does not reorder a CROSS JOIN.
  return query.select({ id: value.resourceId }).from(value).crossJoin(linked)
    .where(and(condition, eq(linked.id, value.linkedId), isTitleVisible(scope, viewer))).getSQL()
}

const isTitleVisible = (scope: ValueScope, viewer: Viewer): SQL | undefined =>
  and(isTargetVisible(viewer, linked), within(scope, true))

/**
 * The condition that a value of a property has one of these equality keys, as text or as URI. Texts that differ only by
 * case or accents share a key, so callers that need an exact match compare the texts afterwards.
 *
 * The property is repeated on both sides of the OR: SQLite then looks the keys up in indexes, and would otherwise read
 * all values of the property.
 */
export function hasKeyForEquality (property: number, keys: readonly string[]): SQL {
  return or(
    and(eq(value.propertyId, property), isOneOf(value.textKey, keys)),
    and(eq(value.propertyId, property), isOneOf(value.uriKey, keys))
  )!
}
