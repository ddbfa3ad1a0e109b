import { eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/sqlite.js'
import { property, resourceClass, vocabulary } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { equalsNumber, equalsText } from '../../search/filters.js'
import { envelope, reference } from '../../addresses.js'
import { vocabularyWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'

const query = new QueryBuilder()

const memberCount = (table: typeof property | typeof resourceClass): SQL =>
  sql`${query.select({ count: sql`count(*)` }).from(table).where(eq(table.vocabularyId, vocabulary.id))}`

/** Namespaces with their properties and classes, which are written here and read on their own (contract/admin-resources.md §2). */
export const vocabularies: ResourceType = {
  name: 'vocabularies',
  entity: 'Vocabulary',
  operations: OPERATIONS,
  table: vocabulary,
  visible: () => undefined,
  filters: {
    owner_id: equalsNumber(vocabulary.ownerId),
    namespace_uri: equalsText(vocabulary.namespaceUriKey),
    prefix: equalsText(vocabulary.prefixKey)
  },
  sorts: {
    id: vocabulary.id,
    namespace_uri: vocabulary.namespaceUriKey,
    prefix: vocabulary.prefixKey,
    label: vocabulary.labelKey,
    comment: vocabulary.commentKey,
    property_count: memberCount(property),
    resource_class_count: memberCount(resourceClass)
  },
  scalars: {
    id: { column: vocabulary.id },
    namespace_uri: { column: vocabulary.namespaceUri },
    prefix: { column: vocabulary.prefix },
    label: { column: vocabulary.label },
    comment: { column: vocabulary.comment },
    owner: { column: vocabulary.ownerId }
  },
  async represent ({ database }, ids) {
    const rows = await database.select().from(vocabulary).where(isOneOf(vocabulary.id, ids))
    return new Map(rows.map((row) => [row.id, {
      ...envelope('vocabularies', 'o:Vocabulary', row.id),
      'o:namespace_uri': row.namespaceUri,
      'o:prefix': row.prefix,
      'o:label': row.label,
      'o:comment': row.comment,
      'o:owner': reference('users', row.ownerId)
    }]))
  },
  async entityOf ({ database }, id) {
    const [row] = await database.select({ id: vocabulary.id, ownerId: vocabulary.ownerId }).from(vocabulary).where(eq(vocabulary.id, id))
    return row ?? {}
  },
  writer: vocabularyWriter
}
