import { eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { property, resourceClass, vocabulary } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { equalsId, equalsText } from '../../search/query/filters.js'
import { reference } from '../../core/answers/addresses.js'
import { admins, any, everyone, granted, own } from '../../access/access.js'
import { vocabularyWriter } from './write.js'
import { representRows, resourceType, rowEntity } from '../definition/resource-type.js'
import { DeletedVocabulary, Vocabulary, VocabularyInput } from '../../../schemas/vocabularies/vocabularies.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'

const query = new QueryBuilder()

const memberCount = (table: typeof property | typeof resourceClass): SQL =>
  sql`${query.select({ count: sql`count(*)` }).from(table).where(eq(table.vocabularyId, vocabulary.id))}`

/**
 * Vocabularies are written together with their properties and classes; these are read through their own types
 * (docs/contract/admin-resources.md §2).
 */
export const vocabularies = resourceType({
  name: 'vocabularies',
  entity: 'Vocabulary',
  schemas: { representation: Vocabulary, input: VocabularyInput, deleted: DeletedVocabulary },
  definesTerms: true,
  operations: OPERATIONS,
  allows: granted({
    read: everyone(),
    create: admins(),
    update: { site_admin: own, global_admin: any },
    delete: { site_admin: own, global_admin: any }
  }),
  table: vocabulary,
  visible: () => undefined,
  filters: {
    owner_id: described(parameter.integer('Id of the owner'), equalsId(vocabulary.ownerId)),
    namespace_uri: described(parameter.texts('Namespace URI'), equalsText(vocabulary.namespaceUriKey)),
    prefix: described(parameter.texts('Prefix'), equalsText(vocabulary.prefixKey))
  },
  sorts: {
    id: sortedBy('Id', vocabulary.id),
    namespace_uri: sortedBy('Namespace URI', vocabulary.namespaceUriKey),
    prefix: sortedBy('Prefix', vocabulary.prefixKey),
    label: sortedBy('Label', vocabulary.labelKey),
    comment: sortedBy('Comment', vocabulary.commentKey),
    property_count: sortedBy('Number of properties', memberCount(property)),
    resource_class_count: sortedBy('Number of classes', memberCount(resourceClass))
  },
  scalars: {
    id: scalar('Id', vocabulary.id),
    namespace_uri: scalar('Namespace URI', vocabulary.namespaceUri),
    prefix: scalar('Prefix', vocabulary.prefix),
    label: scalar('Label', vocabulary.label),
    comment: scalar('Comment', vocabulary.comment),
    owner: scalar('Id of the owner', vocabulary.ownerId)
  },
  represent: representRows(vocabulary, 'vocabularies', 'o:Vocabulary', (row) => ({
    'o:namespace_uri': row.namespaceUri,
    'o:prefix': row.prefix,
    'o:label': row.label,
    'o:comment': row.comment,
    'o:owner': reference('users', row.ownerId)
  })),
  entityOf: rowEntity(vocabulary, { ownerId: vocabulary.ownerId }),
  writer: vocabularyWriter
})
