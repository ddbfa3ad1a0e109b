import { eq } from 'drizzle-orm'
import { insertRows } from '../../../db/insert-rows.js'
import { isOneOf } from '../../../db/sqlite.js'
import { ValidationError, type ErrorCollector } from '../../errors.js'
import type { Payload } from '../../call.js'
import type { AfterCommit } from '../../preparation.js'
import type { WriteContext } from '../../write-context.js'
import { Fields } from '../shared/fields.js'
import { findRows } from '../shared/references.js'
import { givenIds, isObject } from '../../payload.js'
import { isNumeric } from '../../numbers.js'
import {
  checkAdding, deleteMembers, memberColumns, membersBut, takenLocalName, type MemberTable
} from './vocabulary-members.js'

/** A vocabulary's list of members as a payload wants it (docs/contract/admin-resources.md §2). */
export interface GivenMembers {
  /** Ids of those that are there and stay as they are. */
  kept: number[]
  added: Array<ReturnType<typeof memberColumns>>
}

interface MemberList { key: string, table: MemberTable, entity: string }

/**
 * Reads a list: elements with `o:id` keep that member, others are new ones.
 *
 * @param vocabularyId undefined for a new vocabulary, which has no members to keep.
 * @throws NotFoundError for a member that this vocabulary does not have; ValidationError, keyed as if the member
 * stood alone, for the first new one that is not acceptable.
 */
export async function givenMembers (
  context: WriteContext,
  { key, table, entity }: MemberList,
  vocabularyId: number | undefined,
  elements: readonly unknown[]
): Promise<GivenMembers> {
  const added: GivenMembers['added'] = []
  for (const element of elements) {
    if (!isObject(element)) throw ValidationError.of(key, 'Members must be objects.')
    if (!isNumeric(element['o:id'])) added.push(newMember(element))
  }
  const isOfVocabulary = vocabularyId === undefined ? undefined : eq(table.vocabularyId, vocabularyId)
  return { kept: await findRows(context, table, entity, givenIds(elements), isOfVocabulary), added }
}

function newMember (element: Payload): ReturnType<typeof memberColumns> {
  const fields = new Fields(element)
  const columns = memberColumns(fields)
  fields.refuse()
  return columns
}

/**
 * Reports local names that would stand twice in the vocabulary, under the key that the reference uses for both lists.
 */
export async function refuseRepeated (
  { database }: WriteContext,
  table: MemberTable,
  { kept, added }: GivenMembers,
  errors: ErrorCollector
): Promise<void> {
  const stored = added.length === 0
    ? []
    : await database.select({ localName: table.localName }).from(table).where(isOneOf(table.id, kept))
  const seen = new Set(stored.map((row) => row.localName))
  for (const { localName } of added) {
    if (seen.has(localName)) errors.add('o:resource_class', takenLocalName(localName))
    seen.add(localName)
  }
}

/** Replaces the members of a vocabulary; new ones are owned by the actor. */
export async function saveMembers (
  context: WriteContext,
  table: MemberTable,
  vocabularyId: number,
  { kept, added }: GivenMembers
): Promise<AfterCommit | undefined> {
  const afterCommit = await deleteMembers(context, table, await membersBut(context, table, vocabularyId, kept))
  if (added.length > 0) checkAdding(context, table)
  insertRows<MemberTable>(
    context.database,
    table,
    added.map((columns) => ({ ...columns, vocabularyId, ownerId: context.actor.id }))
  )
  return afterCommit
}
