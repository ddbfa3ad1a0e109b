import { sortKey } from '../../../../db/keys/collation/index.js'
import { property, resourceClass, vocabulary } from '../../../../db/tables/index.js'
import { isNamespace, isPrefix } from '../../../core/answers/namespaces.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { OWN_KEYS } from '../read/collection-file.js'
import { reference, required, requiredReference, text } from './fields.js'
import { plainType } from './plain-type.js'
import type { Name } from './record-type.js'

/** docs/contract/admin-resources.md §2 */
export const vocabularies = plainType({
  table: vocabulary,
  fields: {
    namespaceUri: required('o:namespace_uri', MAX_CHARACTERS.name),
    prefix: required('o:prefix', MAX_CHARACTERS.name),
    label: required('o:label', MAX_CHARACTERS.label),
    comment: text('o:comment'),
    ownerId: reference('o:owner', 'users')
  },
  unique: ['namespaceUri', 'prefix'],
  existing: 'updated',
  check ({ namespaceUri, prefix }, { warnings }) {
    if (!isNamespace(namespaceUri)) warnings.push('o:namespace_uri: this is not an absolute IRI, so JSON-LD contexts omit it')
    if (!isPrefix(prefix)) warnings.push('o:prefix: this is not a valid prefix, so JSON-LD contexts omit it')
  }
})

/** Properties or classes (docs/contract/admin-resources.md §3). */
const members = (table: typeof property | typeof resourceClass) => plainType({
  table,
  fields: {
    vocabularyId: requiredReference('o:vocabulary', 'vocabularies', 'a reference to the vocabulary'),
    localName: required('o:local_name', MAX_CHARACTERS.name),
    label: required('o:label', MAX_CHARACTERS.label),
    comment: text('o:comment'),
    ownerId: reference(OWN_KEYS.owner, 'users', 'o:owner')
  },
  existing: 'updated',
  namesOf ({ vocabularyId, localName }, namespaceOf) {
    const namespace = namespaceOf(vocabularyId)
    return namespace === undefined ? [] : [memberName(namespace, localName)]
  }
})

export const properties = members(property)
export const classes = members(resourceClass)

/** Members are unique within their vocabulary. */
export function memberName (namespace: string, localName: string): Name {
  return { key: 'o:local_name', name: `${sortKey(namespace)} ${localName}` }
}
