import { and, eq, not } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { property, resourceClass, value, vocabulary } from '../../../db/tables/index.js'
import { checkType, type Guarded } from '../../access/access.js'
import { NotFoundError } from '../../core/calls/errors.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import type { AfterCommit } from '../../core/calls/preparation.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/representation/fields.js'
import { findReference, ownerAfter, ownerOfNew } from '../shared/writing/references.js'
import { renewAllTitles, templatesTitledBy } from '../shared/titles/renewed-titles.js'
import { deleteResources } from '../shared/writing/delete-resources.js'
import { isTaken } from '../shared/writing/taken.js'

export type MemberTable = typeof property | typeof resourceClass

const NO_LABEL = 'The label cannot be empty.'

/** Writes single properties and classes (docs/contract/admin-resources.md §3). */
export const memberWriter = (table: MemberTable, entity: string): ResourceWriter => ({
  /** Unlike in the reference application, a member can be created by itself, in the vocabulary of `o:vocabulary`. */
  async create (context, payload) {
    const fields = new Fields(payload)
    const ownerId = await ownerOfNew(context, entity, payload)
    const vocabularyId = await findReference(context, vocabulary, 'Vocabulary', payload['o:vocabulary'])
    const columns = memberColumns(fields)
    if (vocabularyId === null) fields.errors.add('o:vocabulary', 'A vocabulary must be set.')
    else await refuseTaken(context, table, fields, vocabularyId, columns.localName, undefined)
    fields.refuse()
    const [row] = await context.database.insert(table)
      .values({ ...columns, vocabularyId: vocabularyId!, ownerId }).returning({ id: table.id })
    return row!.id
  },

  async update (context, id, payload, call) {
    const [current] = await context.database.select().from(table).where(eq(table.id, id))
    if (current === undefined) throw NotFoundError.entity(entity, id)
    const fields = new Fields(payload, call)
    const columns = {
      ...memberColumns(fields, current),
      ownerId: await ownerAfter(context, entity, payload, current.ownerId)
    }
    await refuseTaken(context, table, fields, current.vocabularyId, columns.localName, id)
    fields.refuse()
    await context.database.update(table).set(columns).where(eq(table.id, id))
    return {}
  },

  async delete (context, id) {
    return { afterCommit: await deleteMembers(context, table, [id]) }
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
  const stays = (key: string): boolean => current !== undefined && !fields.isGiven(key)
  const localName = stays('o:local_name')
    ? current!.localName
    : fields.required('o:local_name', 'The local name cannot be empty.', { max: MAX_CHARACTERS.name })
  const label = stays('o:label') ? current!.label : fields.required('o:label', NO_LABEL, { max: MAX_CHARACTERS.label })
  const comment = stays('o:comment') ? current!.comment : fields.text('o:comment')
  return {
    localName,
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: comment === null ? null : sortKey(comment)
  }
}

export const takenLocalName = (localName: string): string => `The local name "${localName}" is already taken.`

async function refuseTaken (
  context: WriteContext, table: MemberTable, { errors }: Fields, vocabularyId: number, localName: string,
  id: number | undefined
): Promise<void> {
  const isSame = and(eq(table.vocabularyId, vocabularyId), eq(table.localName, localName))
  if (await isTaken(context, table, isSame, id)) errors.add('o:local_name', takenLocalName(localName))
}

/** The resource type of members. The scope of an API key must include it to change members of a vocabulary. */
const typeOf = ({ types }: WriteContext, table: MemberTable): Guarded =>
  types.named(table === property ? 'properties' : 'resource_classes')

/** @throws PermissionError if the actor may not add members of this kind. */
export function checkAdding (context: WriteContext, table: MemberTable): void {
  checkType(context.actor, 'create', typeOf(context, table))
}

/**
 * Deletes members with all values that use them and the annotations of these values, and recomputes titles that came
 * from such values.
 */
export async function deleteMembers (
  context: WriteContext,
  table: MemberTable,
  ids: readonly number[]
): Promise<AfterCommit | undefined> {
  if (ids.length === 0) return
  checkType(context.actor, 'delete', typeOf(context, table))
  const titled = table === property ? await templatesTitledBy(context, ids) : []
  if (table === property) {
    const annotations = await context.database.select({ id: value.annotationId }).from(value)
      .where(isOneOf(value.propertyId, ids))
    await deleteResources(context.database, annotations.flatMap((row) => row.id ?? []))
  }
  await context.database.delete(table).where(isOneOf(table.id, ids))
  return await renewAllTitles(context, titled)
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
