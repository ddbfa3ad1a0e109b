import { and, eq, inArray, is, sql, SQL, type AnyColumn } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../db/keys/collation/index.js'
import { relatedKey, type RelatedKey } from '../../../db/query/conditions/order.js'
import { beside, isOneOf } from '../../../db/query/statements/dialect.js'
import { prepared } from '../../../db/query/statements/prepared.js'
import type { SelectIds } from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER, isVisible, titleFor, type Viewer } from '../../../db/query/statements/viewer.js'
import {
  RESOURCE_KINDS, resource, resourceClass, resourceTemplate, user, type ResourceKind
} from '../../../db/tables/index.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { valueQuery } from '../../../schemas/shared/query.js'
import { any, everyone, granted, own, roles, type Entity } from '../../access/access.js'
import { RESOURCE_FACETS } from '../../search/facets/entries.js'
import { fullTextFilter, matchesNothing } from '../../search/full-text/ranking/full-text-search.js'
import { comparesDate, equalsId, isFlag, isOneOfIds, NOTHING } from '../../search/query/filters.js'
import { texts } from '../../core/calls/given.js'
import { described, scalar, sortedBy, type Filter, type Filters } from '../../search/query/searchable.js'
import { propertyFilter, searchFilter } from '../../search/query/value-query.js'
import type { ReadContext } from '../definition/read-context.js'
import type { ResourceType } from '../definition/resource-type.js'
import { representResources } from './representation/represent.js'

/** Permissions for items, item sets, media and assets (docs/contract/acl.md §4). */
export const allowsResources = granted({
  read: everyone(),
  create: roles(any, 'author', 'reviewer', 'editor', 'site_admin', 'global_admin'),
  update: { author: own, ...roles(any, 'reviewer', 'editor', 'site_admin', 'global_admin') },
  delete: { author: own, reviewer: own, ...roles(any, 'editor', 'site_admin', 'global_admin') }
})

/**
 * Sorts by the name of the owner. Anonymous viewers may not see names of accounts, so they cannot sort by them either:
 * the order would reveal something, as it does in the reference application.
 */
export const ownerNameSort = (ownerId: AnyColumn) => (viewer: Viewer): RelatedKey | undefined =>
  viewer.id === null && !viewer.viewsAll && viewer.disclosesPrivate !== true
    ? undefined
    : relatedKey(ownerId, user.id, user.nameKey)

const query = new QueryBuilder()

/** The number of items that a viewer may see whose class, or template, is the one with an id. */
export const itemCount = (column: AnyColumn, id: AnyColumn) => (viewer: Viewer): SQL =>
  // `beside` avoids the index on kinds, by which all items would be read for each class.
  sql`${query.select({ count: sql`count(*)` }).from(resource)
    .where(and(eq(column, id), eq(beside(resource.kind), 'item'), isVisible(resource, viewer)))}`

/**
 * A filter by an indexed column. Its result is a set of resources that many searches share.
 *
 * @param filterBy builds the filter for a column. @param before a condition that all resources meet and with which the
 * index begins.
 */
const asSet = (
  name: string, column: AnyColumn, filterBy: (column: AnyColumn | SQL) => Filter, before?: SQL
): Filter => {
  const filter = filterBy(column)
  // `beside` avoids the index of the column, by which all resources with an equal value would be read.
  const ofFew = filterBy(beside(column))
  return (value, context, all) => {
    const condition = filter(value, context, all)
    if (!is(condition, SQL) || condition === NOTHING) return condition
    const select: SelectIds = (among) => query.select({ id: resource.id }).from(resource)
      .where(among === undefined
        ? and(before, condition)
        : and(isOneOf(resource.id, among), ofFew(value, { ...context, ignore: undefined }, all) as SQL))
      .getSQL()
    return { kind: 'cached', name: `${name} ${JSON.stringify(value)}`, isOfRow: true, select, condition }
  }
}

const labelIs = (table: typeof resourceClass | typeof resourceTemplate) => (column: AnyColumn | SQL): Filter =>
  (value) => {
    const keys = texts(value).filter((text) => text !== '').map(sortKey)
    return keys.length === 0
      ? NOTHING
      : inArray(column as AnyColumn, query.select({ id: table.id }).from(table).where(inArray(table.labelKey, keys)))
  }

const isPublic = (column: AnyColumn | SQL): Filter =>
  isFlag((flag) => sql`${column} = ${sql.param(flag, resource.isPublic)}`)

const isOfAnyKind = inArray(resource.kind, RESOURCE_KINDS)

const dated = (column: AnyColumn, direction: 'before' | 'after'): Filter =>
  asSet(`${column.name} ${direction}`, column, (column) => comparesDate(column, direction), isOfAnyKind)

/** The filters of items, item sets, media and their union (docs/contract/search.md §3, §6). */
const filters = {
  property: described(valueQuery, propertyFilter),
  search: described(parameter.text('Text that some value contains'), searchFilter),
  owner_id: described(parameter.integer('Id of the owner'), asSet('owner', resource.ownerId, equalsId), 'row'),
  resource_class_id: described(
    parameter.integers('Ids of classes'), asSet('class', resource.classId, isOneOfIds), 'row'
  ),
  resource_class_label: described(
    parameter.texts('Label of the class'), asSet('class labelled', resource.classId, labelIs(resourceClass)), 'row'
  ),
  resource_template_id: described(
    parameter.integers('Ids of templates'), asSet('template', resource.templateId, isOneOfIds), 'row'
  ),
  resource_template_label: described(
    parameter.texts('Label of the template'),
    asSet('template labelled', resource.templateId, labelIs(resourceTemplate)),
    'row'
  ),
  is_public: described(
    parameter.flag('1 for public ones, 0 for private ones'), asSet('public', resource.isPublic, isPublic), 'row'
  ),
  created_before: described(parameter.date('Created before this'), dated(resource.created, 'before'), 'row'),
  created_after: described(parameter.date('Created after this'), dated(resource.created, 'after'), 'row'),
  modified_before: described(parameter.date('Changed before this'), dated(resource.modified, 'before'), 'row'),
  modified_after: described(parameter.date('Changed after this'), dated(resource.modified, 'after'), 'row')
} satisfies Filters

/** The sort keys of the union of all kinds. */
export const relatedSorts = {
  resource_class_label: sortedBy(
    'Label of the class', relatedKey(resource.classId, resourceClass.id, resourceClass.labelKey)
  ),
  resource_template_label: sortedBy(
    'Label of the template', relatedKey(resource.templateId, resourceTemplate.id, resourceTemplate.labelKey)
  ),
  owner_name: sortedBy('Name of the owner', ownerNameSort(resource.ownerId))
}

const ownSorts = {
  id: sortedBy('Id', resource.id),
  title: sortedBy('Title', (viewer) => titleFor(viewer, 'titleSort')),
  created: sortedBy('Date of creation', resource.created),
  modified: sortedBy('Date of the last change', resource.modified)
}

const scalars = {
  id: scalar('Id', resource.id),
  title: scalar('Title', (viewer) => titleFor(viewer)),
  created: scalar('Date of creation', resource.created, 'date'),
  modified: scalar('Date of the last change', resource.modified, 'date'),
  thumbnail: scalar('Id of the thumbnail', resource.thumbnailId),
  is_public: scalar('Whether it is public', resource.isPublic),
  owner: scalar('Id of the owner', resource.ownerId),
  resource_class: scalar('Id of the class', resource.classId),
  resource_template: scalar('Id of the template', resource.templateId)
}

/** The properties of a resource that access control needs. */
export async function entityOf ({ database }: ReadContext, id: number): Promise<Entity> {
  return await entity(database, ANONYMOUS_VIEWER).get({ id }) ?? {}
}

const entity = prepared((database) => database
  .select({ id: resource.id, ownerId: resource.ownerId, isPublic: resource.isPublic, kind: resource.kind })
  .from(resource).where(eq(resource.id, sql.placeholder('id'))).prepare())

/** The part of a definition that all kinds of resource share. @param kind undefined: their union. */
export const resourceDefinition = (kind?: ResourceKind) => ({
  table: resource,
  ...(kind !== undefined && { kind, scope: eq(resource.kind, kind), allows: allowsResources }),
  filters: {
    ...filters,
    fulltext_search: described(
      parameter.text('Words to search for, best matches first'),
      kind === undefined ? matchesNothing : fullTextFilter('fulltext', resource.id)
    )
  },
  ...(kind !== undefined && { fullText: 'fulltext' as const }),
  sorts: { ...ownSorts, ...relatedSorts },
  sortsByProperty: true,
  facets: RESOURCE_FACETS,
  isCached: true,
  batchKeys: ['o:is_public', 'o:owner', 'o:resource_class', 'o:resource_template'],
  scalars,
  represent: representResources,
  entityOf
}) satisfies Partial<ResourceType>
