import { and, eq, not } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { property, resourceClass, value } from '../../../db/tables/index.js'
import { checkType, type Guarded } from '../../access/access.js'
import type { Payload } from '../../core/calls/call.js'
import { ValidationError, type ErrorCollector } from '../../core/calls/errors.js'
import { isNumeric, isObject, optionalText, referencedIds } from '../../core/calls/given.js'
import { Turns } from '../../core/sequence/turns.js'
import type { WriteContext } from '../definition/read-context.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { deleteResources } from '../shared/writing/delete-resources.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import {
  findReference, findRows, ownerAfter, ownerOfNew, settleFixed, target, TARGETS
} from '../shared/writing/references.js'
import { insertRow, isTaken, storedRow } from '../shared/writing/table-rows.js'

/**
 * Vocabularies of a new installation have the ids 1 to 4, which are never reused (docs/contract/admin-resources.md
 * §12.1).
 */
const LAST_BUILT_IN = 4

/** Whether a vocabulary came with the installation. */
export function isBuiltIn (vocabularyId: number): boolean {
  return vocabularyId <= LAST_BUILT_IN
}

export type MemberTable = typeof property | typeof resourceClass

/** Writes single properties and classes (docs/contract/admin-resources.md §3). */
export const memberWriter = (table: MemberTable, entity: string): ResourceWriter => ({
  /** Unlike in the reference application, a member can be created by itself, in the vocabulary of `o:vocabulary`. */
  async create (context, payload) {
    const fields = new Fields(payload)
    const ownerId = await ownerOfNew(context, entity, payload)
    const vocabularyId = await findReference(context, TARGETS.vocabulary, payload['o:vocabulary'])
    // Before the other fields, because errors stand in the order of fields.
    if (vocabularyId !== null) await refuseTaken(context, table, fields, vocabularyId, undefined)
    const columns = memberColumns(fields)
    if (vocabularyId === null) fields.errors.add('o:vocabulary', 'A vocabulary must be set.')
    fields.refuse()
    return await insertRow<MemberTable>(context, table, { ...columns, vocabularyId: vocabularyId!, ownerId })
  },

  async update (context, id, payload, call) {
    const current = await storedRow<MemberTable>(context, table, entity, id)
    settleFixed(payload, 'o:vocabulary', current.vocabularyId, call)
    const fields = new Fields(payload, call)
    await refuseTaken(context, table, fields, current.vocabularyId, id)
    const columns = {
      ...memberColumns(fields, current),
      ownerId: await ownerAfter(context, entity, payload, current.ownerId)
    }
    fields.refuse()
    await context.database.update(table).set(columns).where(eq(table.id, id))
    return {}
  },

  async delete (context, id) {
    await deleteMembers(context, table, [id])
    return {}
  }
})

/**
 * The columns of a member that a payload sets, without the vocabulary.
 *
 * @param current the columns of an existing member, for fields that the payload does not set.
 */
export function memberColumns (
  fields: Fields,
  current?: { localName: string, label: string, comment: string | null }
) {
  const localName = fields.required('o:local_name', 'The local name cannot be empty.', {
    max: MAX_CHARACTERS.name, stored: current?.localName
  })
  const label = fields.required('o:label', 'The label cannot be empty.', {
    max: MAX_CHARACTERS.label, stored: current?.label
  })
  const comment = fields.text('o:comment', { stored: current?.comment })
  return {
    localName,
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: comment === null ? null : sortKey(comment)
  }
}

const takenLocalName = (localName: string): string => `The local name "${localName}" is already taken.`

async function refuseTaken (
  context: WriteContext, table: MemberTable, { payload, errors }: Fields, vocabularyId: number, id: number | undefined
): Promise<void> {
  const localName = optionalText(payload['o:local_name'])
  if (localName === null) return
  const isSame = and(eq(table.vocabularyId, vocabularyId), eq(table.localName, localName))
  if (await isTaken(context, table, isSame, id)) errors.add('o:local_name', takenLocalName(localName))
}

/** The resource type of members. The scope of an API key must include it to change members of a vocabulary. */
const typeOf = ({ types }: WriteContext, table: MemberTable): Guarded =>
  types.named(table === property ? 'properties' : 'resource_classes')

/**
 * Deletes members with all values that use them and the annotations of these values. Titles that came from such values
 * stay (docs/contract/admin-resources.md §3).
 */
export async function deleteMembers (
  context: WriteContext,
  table: MemberTable,
  ids: readonly number[]
): Promise<void> {
  if (ids.length === 0) return
  checkType(context.actor, 'delete', typeOf(context, table))
  if (table === property) {
    const annotations = await context.database.select({ id: value.annotationId }).from(value)
      .where(isOneOf(value.propertyId, ids))
    await deleteResources(context.database, annotations.flatMap((row) => row.id ?? []))
  }
  await context.database.delete(table).where(isOneOf(table.id, ids))
}

/** Ids of all members of a vocabulary except some. */
export async function membersBut (
  { database }: WriteContext,
  table: MemberTable,
  vocabularyId: number,
  except: readonly number[]
): Promise<number[]> {
  return (await database.select({ id: table.id }).from(table)
    .where(and(eq(table.vocabularyId, vocabularyId), not(isOneOf(table.id, except))))).map((row) => row.id)
}

/** The list of a vocabulary's members in a payload (docs/contract/admin-resources.md §2). */
export interface GivenMembers {
  /** Ids of existing members that stay unchanged. */
  existing: number[]
  added: Array<ReturnType<typeof memberColumns>>
}

/**
 * Maximum number of members in one list: several times as many as in the largest vocabularies in use, since all terms
 * are read into memory.
 */
const MAX_MEMBERS = 20_000

/** Number of members inserted before other requests are served. */
const MEMBERS_PER_TURN = 500

interface MemberList { key: string, table: MemberTable, entity: string }

/**
 * Reads a list: an element with `o:id` refers to a member that stays, others create one.
 *
 * @param vocabularyId undefined for a new vocabulary, which has no members yet. @throws NotFoundError for an id that
 * is not a member of this vocabulary; ValidationError for the first invalid new member, with the keys of that member.
 */
export async function givenMembers (
  context: WriteContext,
  { key, table, entity }: MemberList,
  vocabularyId: number | undefined,
  elements: readonly unknown[]
): Promise<GivenMembers> {
  if (elements.length > MAX_MEMBERS) {
    throw ValidationError.of(key, `A vocabulary may be given ${MAX_MEMBERS} members at once, there are ${elements.length}.`)
  }
  const added: GivenMembers['added'] = []
  const turns = new Turns()
  for (const element of elements) {
    await turns.next()
    if (!isObject(element)) throw ValidationError.of(key, 'Members must be objects.')
    if (!isNumeric(element['o:id'])) added.push(newMember(element))
  }
  const isOfVocabulary = vocabularyId === undefined ? undefined : eq(table.vocabularyId, vocabularyId)
  const members = target(table, entity, () => isOfVocabulary)
  return { existing: await findRows(context, members, referencedIds(elements)), added }
}

function newMember (element: Payload): ReturnType<typeof memberColumns> {
  const fields = new Fields(element)
  const columns = memberColumns(fields)
  fields.refuse()
  return columns
}

/**
 * @throws ValidationError for local names that would not be unique, under the key that the reference application uses.
 */
export async function refuseRepeated (
  { database }: WriteContext,
  table: MemberTable,
  { existing, added }: GivenMembers,
  errors: ErrorCollector
): Promise<void> {
  const stored = added.length === 0
    ? []
    : await database.select({ localName: table.localName }).from(table).where(isOneOf(table.id, existing))
  const seen = new Set(stored.map((row) => row.localName))
  for (const { localName } of added) {
    if (seen.has(localName)) errors.add('o:resource_class', takenLocalName(localName))
    seen.add(localName)
  }
}

/** Replaces the members of a vocabulary; the actor owns the new ones. */
export async function saveMembers (
  context: WriteContext,
  table: MemberTable,
  vocabularyId: number,
  { existing, added }: GivenMembers
): Promise<void> {
  await deleteMembers(context, table, await membersBut(context, table, vocabularyId, existing))
  if (added.length > 0) checkType(context.actor, 'create', typeOf(context, table))
  const turns = new Turns()
  for (let at = 0; at < added.length; at += MEMBERS_PER_TURN) {
    await turns.next()
    const some = added.slice(at, at + MEMBERS_PER_TURN)
    const rows = some.map((columns) => ({ ...columns, vocabularyId, ownerId: context.actor.id }))
    await insertRows<MemberTable>(context.database, table, rows)
  }
}
