import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { resource, resourceClass, resourceTemplate, type ResourceKind } from '../../../db/tables/index.js'
import { titleFor } from '../../../db/search/titles.js'
import { sortKey } from '../../../db/collation/index.js'
import type { Entity } from '../../access/access.js'
import { comparesDate, equalsNumber, isFlag, isOneOfNumbers, NOTHING, texts } from '../../search/filters.js'
import { RESOURCE_FACETS } from '../../search/facets/related.js'
import { ownerNameSort } from './owner-name.js'
import { representResources } from './represent.js'
import type { ReadContext } from '../../read-context.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter, Scalar, Sort } from '../../search/searchable.js'
import { finderOfNothing, fullTextFilter } from '../../search/full-text/full-text-search.js'
import { propertyFilter, searchFilter } from '../../search/value-query.js'

const query = new QueryBuilder()

/** Of a related row, the key that its label or name is compared by. */
const related = (table: typeof resourceClass | typeof resourceTemplate, column: typeof resource.classId | typeof resource.templateId): SQL =>
  sql`${query.select({ key: table.labelKey }).from(table).where(eq(table.id, column))}`

const labelIs = (table: typeof resourceClass | typeof resourceTemplate, column: typeof resource.classId | typeof resource.templateId): Filter => (value) => {
  const keys = texts(value).filter((text) => text !== '').map(sortKey)
  return keys.length === 0 ? NOTHING : inArray(column, query.select({ id: table.id }).from(table).where(inArray(table.labelKey, keys)))
}

/** What items, item sets, media and their union have in common (contract/search.md §3, §6). */
const filters: Record<string, Filter> = {
  property: propertyFilter,
  search: searchFilter,
  owner_id: equalsNumber(resource.ownerId),
  resource_class_id: isOneOfNumbers(resource.classId),
  resource_class_label: labelIs(resourceClass, resource.classId),
  resource_template_id: isOneOfNumbers(resource.templateId),
  resource_template_label: labelIs(resourceTemplate, resource.templateId),
  is_public: isFlag((flag) => eq(resource.isPublic, flag)),
  created_before: comparesDate(resource.created, 'before'),
  created_after: comparesDate(resource.created, 'after'),
  modified_before: comparesDate(resource.modified, 'before'),
  modified_after: comparesDate(resource.modified, 'after')
}

const relatedSorts: Record<string, Sort> = {
  resource_class_label: related(resourceClass, resource.classId),
  resource_template_label: related(resourceTemplate, resource.templateId),
  owner_name: ownerNameSort(resource.ownerId)
}

const ownSorts: Record<string, Sort> = { id: resource.id, title: (viewer) => titleFor(viewer, 'titleSort'), created: resource.created, modified: resource.modified }

const scalars: Record<string, Scalar> = {
  id: { column: resource.id },
  title: { column: (viewer) => titleFor(viewer) },
  created: { column: resource.created, as: 'date' },
  modified: { column: resource.modified, as: 'date' },
  thumbnail: { column: resource.thumbnailId },
  is_public: { column: resource.isPublic },
  owner: { column: resource.ownerId },
  resource_class: { column: resource.classId },
  resource_template: { column: resource.templateId }
}

async function entityOf ({ database }: ReadContext, id: number): Promise<Entity> {
  const [row] = await database.select({ id: resource.id, ownerId: resource.ownerId, isPublic: resource.isPublic, kind: resource.kind }).from(resource).where(eq(resource.id, id))
  return row ?? {}
}

/** The part of a definition that the kinds of resource share; `kind` undefined is their union. */
export const resourceDefinition = (kind?: ResourceKind) => ({
  table: resource,
  ...(kind !== undefined && { scope: eq(resource.kind, kind) }),
  filters: { ...filters, fulltext_search: kind === undefined ? finderOfNothing : fullTextFilter('fulltext', resource.id) },
  ...(kind !== undefined && { fullText: 'fulltext' as const }),
  sorts: kind === undefined ? relatedSorts : { ...ownSorts, ...relatedSorts },
  sortsByProperty: true,
  facets: RESOURCE_FACETS,
  isCached: true,
  batchKeys: ['o:is_public', 'o:owner', 'o:resource_class', 'o:resource_template'],
  scalars,
  represent: representResources,
  entityOf
}) satisfies Partial<ResourceType>
