import { and, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared } from '../../../../db/query/statements/prepared.js'
import type { Viewer } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { user } from '../../../../db/tables/index.js'
import { type Privilege, admins, checkPrivilege } from '../../../access/access.js'
import type { Payload } from '../../../core/calls/call.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import { isNumeric } from '../../../core/text/numbers.js'
import { referencedId } from '../../../core/calls/payload.js'
import type { ReadContext, WriteContext } from '../../definition/read-context.js'

export type ReferencedTable = SQLiteTable & { id: AnyColumn }

/** A further condition on a row. A query is prepared once for each such function. */
type Condition = (viewer: Viewer) => SQL | undefined

const ANY: Condition = () => undefined

const lookup = (table: ReferencedTable, condition: Condition) => prepared((database, viewer) =>
  database.select({ id: sql<number>`${table.id}` }).from(table).where(and(isOneOf(table.id, IDS), condition(viewer)))
    .prepare())

const lookups = new WeakMap<ReferencedTable, WeakMap<Condition, ReturnType<typeof lookup>>>()

function lookupOf (table: ReferencedTable, condition: Condition): ReturnType<typeof lookup> {
  let ofTable = lookups.get(table)
  if (ofTable === undefined) lookups.set(table, ofTable = new WeakMap())
  let made = ofTable.get(condition)
  if (made === undefined) ofTable.set(condition, made = lookup(table, condition))
  return made
}

/**
 * The id in `{"o:id": n}` if its row exists; null for any other shape.
 *
 * @throws NotFoundError if the id is numeric but no such row meets the condition.
 */
export async function findReference (
  context: ReadContext,
  table: ReferencedTable,
  entity: string,
  value: unknown,
  condition: Condition = ANY
): Promise<number | null> {
  const id = referencedId(value)
  return isNumeric(id) ? await findRow(context, table, entity, id, condition) : null
}

/** Reports that no row has an id. */
export const noSuch = (entity: string) => (id: unknown): never => { throw NotFoundError.entity(entity, id) }

/** @throws NotFoundError if there is no such row, or it does not meet the condition. */
export async function findRow (
  context: ReadContext,
  table: ReferencedTable,
  entity: string,
  id: number | string,
  condition: Condition = ANY
): Promise<number> {
  const [found] = await findRows(context, table, entity, [id], condition)
  return found!
}

/**
 * Number of ids per statement: enough to make long lists cheap, few enough that an unknown id at the beginning of a
 * long list is reported early.
 */
const IDS_PER_STATEMENT = 500

/**
 * Looks up rows by id, in few statements, because clients send lists of any length.
 *
 * @param ids without duplicates (see referencedIds). @returns the ids as numbers, in their order. @throws
 * NotFoundError for the first id without a row, or whose row does not meet the condition.
 */
export async function findRows (
  { database, viewer }: ReadContext,
  table: ReferencedTable,
  entity: string,
  ids: ReadonlyArray<number | string>,
  condition: Condition = ANY
): Promise<number[]> {
  const found: number[] = []
  const select = lookupOf(table, condition)(database, viewer)
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const some = ids.slice(at, at + IDS_PER_STATEMENT)
    const rows = await select.all(bindings(some.map(Number).filter(Number.isSafeInteger), viewer))
    const present = new Set(rows.map((row) => row.id))
    for (const id of some) {
      if (!present.has(Number(id))) throw NotFoundError.entity(entity, id)
      found.push(Number(id))
    }
  }
  return found
}

const CHANGE_OWNER: Privilege = { name: 'change-owner', grants: admins() }

/**
 * The owner of a new row (docs/contract/acl.md §4.3).
 *
 * @param inherited the default owner if the payload contains none: for media, the owner of the item. @throws
 * PermissionError, NotFoundError
 */
export async function ownerOfNew (
  context: WriteContext,
  entity: string,
  payload: Payload,
  inherited: number | null = null
): Promise<number | null> {
  const id = referencedId(payload['o:owner'])
  if (id !== undefined && id !== null && isNumeric(id) && Number(id) !== inherited) {
    checkPrivilege(context.actor, CHANGE_OWNER, entity)
    if (Number(id) !== 0) return await findRow(context, user, 'User', id)
  }
  return inherited ?? context.actor.id
}

/** The owner after an update; unchanged unless `o:owner` is an object with `o:id`. */
export async function ownerAfter (
  context: WriteContext,
  entity: string,
  payload: Payload,
  current: number | null
): Promise<number | null> {
  const id = referencedId(payload['o:owner'])
  if (id === undefined) return current
  const wanted = isNumeric(id) ? Number(id) : null
  if (wanted === current) return current
  checkPrivilege(context.actor, CHANGE_OWNER, entity)
  return isNumeric(id) ? await findRow(context, user, 'User', id) : null
}
