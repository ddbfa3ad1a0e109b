import { eq } from 'drizzle-orm'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { ValidationError, type ErrorCollector } from '../../core/calls/errors.js'
import type { Payload } from '../../core/calls/call.js'
import { Turns } from '../../core/sequence/turns.js'
import type { AfterCommit } from '../../core/calls/preparation.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields } from '../shared/representation/fields.js'
import { findRows } from '../shared/writing/references.js'
import { referencedIds, isObject } from '../../core/calls/payload.js'
import { isNumeric } from '../../core/text/numbers.js'
import {
  checkAdding, deleteMembers, memberColumns, membersBut, takenLocalName, type MemberTable
} from './vocabulary-members.js'

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
  const isOfVocabulary = () => vocabularyId === undefined ? undefined : eq(table.vocabularyId, vocabularyId)
  return { existing: await findRows(context, table, entity, referencedIds(elements), isOfVocabulary), added }
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
): Promise<AfterCommit | undefined> {
  const afterCommit = await deleteMembers(context, table, await membersBut(context, table, vocabularyId, existing))
  if (added.length > 0) checkAdding(context, table)
  const turns = new Turns()
  for (let at = 0; at < added.length; at += MEMBERS_PER_TURN) {
    await turns.next()
    await insertRows<MemberTable>(
      context.database,
      table,
      added.slice(at, at + MEMBERS_PER_TURN).map((columns) => ({ ...columns, vocabularyId, ownerId: context.actor.id }))
    )
  }
  return afterCommit
}
