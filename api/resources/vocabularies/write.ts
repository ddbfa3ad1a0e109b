import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { property, resourceClass, vocabulary } from '../../../db/tables/index.js'
import type { Call, IgnoredKey } from '../../core/calls/call.js'
import { ValidationError, type ErrorCollector } from '../../core/calls/errors.js'
import { isNamespace, isPrefix } from '../../core/answers/namespaces.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { addUnknown } from '../../core/calls/unknown-keys.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { givenMembers, refuseRepeated, saveMembers, deleteMembers, membersBut, isBuiltIn, type GivenMembers, type MemberTable } from './vocabulary-members.js'
import { ownerIn } from '../shared/writing/references.js'
import { insertRow, isTaken, storedRow } from '../shared/writing/table-rows.js'

type Vocabulary = typeof vocabulary.$inferSelect

/** The two lists of members, by key. */
const LISTS = [
  { key: 'o:class', table: resourceClass, entity: 'ResourceClass', malformed: 'Classes must be an array' },
  { key: 'o:property', table: property, entity: 'Property', malformed: 'Properties must be an array' }
] as const

const NOT_IN_RDF = 'The terms of the vocabulary would be left out of contexts and RDF.'

/** Vocabularies with their members (docs/contract/admin-resources.md §2). */
export const vocabularyWriter: ResourceWriter = {
  async create (context, payload) {
    const fields = new Fields(payload)
    const lists = await givenLists(context, fields, undefined)
    const columns = await columnsOf(context, fields, undefined)
    for (const { table, members } of lists) await refuseRepeated(context, table, members, fields.errors)
    fields.refuse()
    const id = await insertRow(context, vocabulary, columns)
    for (const { table, members } of lists) await saveMembers(context, table, id, members)
    return id
  },

  async update (context, id, payload, call) {
    const current = await storedRow(context, vocabulary, 'Vocabulary', id)
    const fields = new Fields(payload, call)
    const lists = await givenLists(context, fields, id)
    const columns = await columnsOf(context, fields, current)
    for (const { table, members } of lists) await refuseRepeated(context, table, members, fields.errors)
    fields.refuse()
    for (const { key, table, members } of lists) await refuseLoss(context, key, table, id, members)
    await context.database.update(vocabulary).set(columns).where(eq(vocabulary.id, id))
    for (const { table, members } of lists) await saveMembers(context, table, id, members)
    return {}
  },

  async delete (context, id) {
    if (isBuiltIn(id) && context.call.force !== true) {
      throw ValidationError.of(
        'force',
        'This vocabulary came with the installation; what is described by it would lose its values. ' +
        'With force=1 it is deleted all the same.'
      )
    }
    for (const { table } of LISTS) await deleteMembers(context, table, await membersBut(context, table, id, []))
    await context.database.delete(vocabulary).where(eq(vocabulary.id, id))
    return {}
  }
}

type GivenList = typeof LISTS[number] & { members: GivenMembers }

/**
 * The lists in a payload. @throws ValidationError with the key of the reference application if one of them is not a
 * list.
 */
async function givenLists (context: WriteContext, fields: Fields, id: number | undefined): Promise<GivenList[]> {
  const given = LISTS.filter(({ key }) => fields.isGiven(key))
    .map((list) => ({ ...list, elements: fields.list(list.key, list.malformed, 'o:item_set') ?? [] }))
  for (const { key, malformed } of given) {
    if (fields.payload[key] === null) fields.errors.add('o:item_set', malformed)
  }
  fields.refuse()
  const lists: GivenList[] = []
  for (const { elements, ...list } of given) {
    lists.push({ ...list, members: await givenMembers(context, list, id, elements) })
  }
  return lists
}

async function columnsOf (context: WriteContext, fields: Fields, current: Vocabulary | undefined) {
  const ownerId = await ownerIn(context, 'Vocabulary', fields, current)
  const rules = { max: MAX_CHARACTERS.name, trimmed: true }
  const namespaceUri = fields.required('o:namespace_uri', 'The namespace URI cannot be empty.', {
    ...rules, stored: current?.namespaceUri
  })
  const namespaceUriKey = sortKey(namespaceUri)
  const hasNamespace = eq(vocabulary.namespaceUriKey, namespaceUriKey)
  if (namespaceUri !== '' && await isTaken(context, vocabulary, hasNamespace, current?.id)) {
    fields.errors.add('o:namespace_uri', `The namespace URI "${namespaceUri}" is already taken.`)
  }
  const prefix = fields.required('o:prefix', 'The prefix cannot be empty.', { ...rules, stored: current?.prefix })
  const prefixKey = sortKey(prefix)
  if (prefix !== '' && await isTaken(context, vocabulary, eq(vocabulary.prefixKey, prefixKey), current?.id)) {
    fields.errors.add('o:prefix', `The prefix "${prefix}" is already taken.`)
  }
  if (prefix === 'o' || prefix.startsWith('o-')) fields.errors.add('o:prefix', `The prefix "${prefix}" is reserved.`)
  const lost: IgnoredKey[] = []
  if (namespaceUri !== '' && namespaceUri !== current?.namespaceUri && !isNamespace(namespaceUri)) {
    lost.push({ key: 'o:namespace_uri', value: namespaceUri, problem: `"${namespaceUri}" is no absolute IRI. ${NOT_IN_RDF}` })
  }
  if (prefix !== '' && prefix !== current?.prefix && !isPrefix(prefix)) {
    const expected = 'letters, digits, "_" and "-", a letter first, and neither a scheme of IRIs nor a name of JavaScript'
    lost.push({ key: 'o:prefix', value: prefix, problem: `"${prefix}" is no prefix of RDF: ${expected}. ${NOT_IN_RDF}` })
  }
  settleLost(lost, context.call, fields.errors)
  const label = fields.required('o:label', 'The label cannot be empty.', {
    max: MAX_CHARACTERS.label, trimmed: true, stored: current?.label
  })
  const comment = fields.text('o:comment', { stored: current?.comment })
  return {
    namespaceUri,
    namespaceUriKey,
    prefix,
    prefixKey,
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: comment === null ? null : sortKey(comment),
    ownerId
  }
}

/** The contract takes any prefix and namespace: says what follows from one that is not valid, or refuses it. */
function settleLost (lost: readonly IgnoredKey[], { strict, onIgnored }: Call, errors: ErrorCollector): void {
  if (strict === true) addUnknown(errors, lost)
  else if (lost.length > 0) onIgnored?.(lost)
}

/** @throws ValidationError when a built-in vocabulary would lose members because the payload leaves them out. */
async function refuseLoss (
  context: WriteContext,
  key: string,
  table: MemberTable,
  id: number,
  members: GivenMembers
): Promise<void> {
  if (!isBuiltIn(id) || context.call.force === true) return
  if ((await membersBut(context, table, id, members.existing)).length === 0) return
  throw ValidationError.of(
    key,
    'Members of a vocabulary that came with the installation would be deleted, with the values that use them. ' +
    'Name them all, use PATCH, or say force=1.'
  )
}
