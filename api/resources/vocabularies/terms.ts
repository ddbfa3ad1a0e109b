import { and, eq, inArray, isNotNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { isResourceVisible, isValueVisible, isVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { property, resource, resourceClass, value, vocabulary } from '../../../db/tables/index.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import {
  DeletedProperty, DeletedResourceClass, Property, PropertyInput, ResourceClass, ResourceClassInput
} from '../../../schemas/vocabularies/terms.js'
import { readByAll } from '../../access/access.js'
import { envelope, reference } from '../../core/answers/addresses.js'
import type { Representation } from '../../core/answers/answer.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { isNot } from '../../search/context/ignored.js'
import { byOneId, equalsId, equalsText, isTruthy, NOTHING } from '../../search/query/filters.js'
import { texts } from '../../core/calls/given.js'
import { described, scalar, sortedBy, type Filter } from '../../search/query/searchable.js'
import type { ReadContext } from '../definition/read-context.js'
import { resourceType, rowEntity, type ResourceType } from '../definition/resource-type.js'
import { itemCount } from '../shared/definition.js'
import { itemSetsOfSites, itemsOfSites } from '../shared/site-contents.js'
import { memberWriter, type MemberTable } from './vocabulary-members.js'

const query = new QueryBuilder()

const inVocabulary = (table: MemberTable, keyColumn: AnyColumn): Filter => (value) =>
  inArray(table.vocabularyId, query.select({ id: vocabulary.id }).from(vocabulary).where(equalsText(keyColumn)(value)))

/** `term=dcterms:title`; a text without the form of a term is ignored (docs/contract/search.md §9.5). */
const byTerm = (table: MemberTable, members: 'properties' | 'classes'): Filter => (value, { terms, ignore }) => {
  const given = texts(value).filter((text) => {
    const isTerm = /^[a-z0-9_-]+:[a-z0-9_-]+$/i.test(text)
    if (!isTerm && text !== '') ignore?.(isNot(text, 'a term such as dcterms:title'))
    return isTerm
  })
  if (given.length === 0) return undefined
  const ids = given.flatMap((term) => terms[members].byTerm(term)?.id ?? [])
  return ids.length === 0 ? NOTHING : inArray(table.id, ids)
}

/** The shared part of the definitions of properties and classes (docs/contract/admin-resources.md §3). */
function memberDefinition<N extends string> (
  table: MemberTable,
  name: N,
  type: string,
  members: 'properties' | 'classes'
) {
  return {
    name,
    table,
    definesTerms: true,
    operations: OPERATIONS,
    allows: readByAll,
    visible: () => undefined,
    filters: {
      owner_id: described(parameter.integer('Id of the owner'), equalsId(table.ownerId)),
      vocabulary_id: described(parameter.integer('Id of the vocabulary'), equalsId(table.vocabularyId)),
      vocabulary_namespace_uri: described(
        parameter.texts('Namespace URI of the vocabulary'), inVocabulary(table, vocabulary.namespaceUriKey)
      ),
      vocabulary_prefix: described(
        parameter.texts('Prefix of the vocabulary'), inVocabulary(table, vocabulary.prefixKey)
      ),
      local_name: described(
        parameter.texts('Local name, in exactly this case'), (value) => inArray(table.localName, texts(value))
      ),
      term: described(parameter.texts('Term, `prefix:local_name`'), byTerm(table, members))
    },
    sorts: {
      id: sortedBy('Id', table.id),
      local_name: sortedBy('Local name', table.localName),
      label: sortedBy('Label', table.labelKey),
      comment: sortedBy('Comment', table.commentKey)
    },
    scalars: {
      id: scalar('Id', table.id),
      label: scalar('Label', table.label),
      local_name: scalar('Local name', table.localName),
      comment: scalar('Comment', table.comment),
      owner: scalar('Id of the owner', table.ownerId),
      vocabulary: scalar('Id of the vocabulary', table.vocabularyId)
    },
    async represent ({ database }: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>> {
      const rows = await database.select({ member: table, prefix: vocabulary.prefix }).from(table)
        .innerJoin(vocabulary, eq(vocabulary.id, table.vocabularyId)).where(isOneOf(table.id, ids))
      return new Map(rows.map(({ member, prefix }) => [member.id, {
        ...envelope(name, type, member.id),
        'o:local_name': member.localName,
        'o:label': member.label,
        'o:comment': member.comment,
        'o:term': `${prefix}:${member.localName}`,
        'o:vocabulary': reference('vocabularies', member.vocabularyId)
      }]))
    },
    entityOf: rowEntity(table, { ownerId: table.ownerId })
  } satisfies Partial<ResourceType>
}

/**
 * Filters for members that something uses.
 *
 * @param usedBy makes the condition that something which meets the given condition uses the member.
 * @param isUser whether this viewer may see it.
 */
const usageFilters = (
  usedBy: (condition: SQL | undefined) => SQL, isUser: (viewer: Viewer) => SQL | undefined
) => {
  // The reference application also counts values and resources that the viewer may not see.
  const onSite = (condition: SQL, viewer: Viewer): SQL =>
    usedBy(viewer.disclosesPrivate === true ? condition : and(condition, isUser(viewer)))
  return {
    used: described(parameter.flag('1 for those that something you may see uses'),
      (given, { viewer }) => isTruthy(given) ? usedBy(isUser(viewer)) : undefined),
    site_id: described(
      parameter.integer('Used by items of this site'),
      byOneId((id, { viewer }) => onSite(inArray(resource.id, itemsOfSites(viewer, id)), viewer))
    ),
    site_id_item_sets: described(
      parameter.integer('Used by item sets of this site'),
      byOneId((id, { viewer }) => onSite(inArray(resource.id, itemSetsOfSites(viewer, id)), viewer))
    )
  }
}

const ofProperties = memberDefinition(property, 'properties', 'o:Property', 'properties')

const valueCount = (viewer: Viewer): SQL => sql`${query.select({ count: sql`count(*)` }).from(value)
  .innerJoin(resource, eq(resource.id, value.resourceId))
    .where(and(eq(value.propertyId, property.id), isValueVisible(viewer)))}`

const usesProperty = (condition: SQL | undefined): SQL =>
  inArray(property.id, query.selectDistinct({ id: value.propertyId }).from(value)
    .innerJoin(resource, eq(resource.id, value.resourceId)).where(condition))

export const properties = resourceType({
  ...ofProperties,
  entity: 'Property',
  schemas: { representation: Property, input: PropertyInput, deleted: DeletedProperty },
  filters: { ...ofProperties.filters, ...usageFilters(usesProperty, isValueVisible) },
  sorts: { ...ofProperties.sorts, item_count: sortedBy('Number of values that you may see', valueCount) },
  writer: memberWriter(property, 'Property')
})

const ofClasses = memberDefinition(resourceClass, 'resource_classes', 'o:ResourceClass', 'classes')

const isUsing = (viewer: Viewer): SQL | undefined => viewer.disclosesPrivate === true
  ? isVisible(resource, viewer)
  : isResourceVisible(viewer)

const usesClass = (condition: SQL | undefined): SQL =>
  inArray(resourceClass.id, query.select({ id: resource.classId }).from(resource)
    .where(and(isNotNull(resource.classId), condition)))

export const resourceClasses = resourceType({
  ...ofClasses,
  entity: 'ResourceClass',
  schemas: { representation: ResourceClass, input: ResourceClassInput, deleted: DeletedResourceClass },
  filters: { ...ofClasses.filters, ...usageFilters(usesClass, isUsing) },
  sorts: {
    ...ofClasses.sorts,
    item_count: sortedBy('Number of items of the class that you may see', itemCount(resource.classId, resourceClass.id))
  },
  writer: memberWriter(resourceClass, 'ResourceClass')
})
