import { and, eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared } from '../../../../db/query/statements/prepared.js'
import {
  isMediaVisible, isPageVisible, isSiteVisible, isVisibleItemSet, type Viewer
} from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import {
  asset, item, property, resource, resourceClass, resourceTemplate, site, sitePage, user, vocabulary
} from '../../../../db/tables/index.js'
import { type Privilege, admins, checkPrivilege } from '../../../access/access.js'
import type { Payload, UpdateCall } from '../../../core/calls/call.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import { isNumeric, referencedId, referencedIds } from '../../../core/calls/given.js'
import { settle } from '../../../core/calls/unknown-keys.js'
import type { ReadContext, WriteContext } from '../../definition/read-context.js'
import type { Fields } from './fields.js'

type Condition = (viewer: Viewer) => SQL | undefined

/**
 * What a reference in a payload may lead to: rows of a table.
 *
 * @param entity their name in messages. @param condition which rows; absent: all.
 */
export function target (
  table: SQLiteTable & { id: AnyColumn }, entity: string, condition: Condition = () => undefined
) {
  const select = prepared((database, viewer) => database.select({ id: sql<number>`${table.id}` }).from(table)
    .where(and(isOneOf(table.id, IDS), condition(viewer))).prepare())
  return { entity, select }
}

export type Target = ReturnType<typeof target>

const isVisibleMedia: Condition = (viewer) => and(eq(resource.kind, 'media'), isMediaVisible(viewer))

/** The rows to which payloads refer, as far as the actor may see them. */
export const TARGETS = {
  asset: target(asset, 'Asset'),
  item: target(item, 'Item'),
  itemSet: target(resource, 'ItemSet', isVisibleItemSet),
  media: target(resource, 'Media', isVisibleMedia),
  property: target(property, 'Property'),
  resourceClass: target(resourceClass, 'ResourceClass'),
  resourceTemplate: target(resourceTemplate, 'ResourceTemplate'),
  site: target(site, 'Site', isSiteVisible),
  sitePage: target(sitePage, 'SitePage', isPageVisible),
  user: target(user, 'User'),
  vocabulary: target(vocabulary, 'Vocabulary')
}

/**
 * The id in `{"o:id": n}` if its row exists; null for any other shape.
 *
 * @throws NotFoundError if the id is numeric but there is no such row.
 */
export async function findReference (context: ReadContext, target: Target, value: unknown): Promise<number | null> {
  if (value === undefined) return null
  const id = referencedId(value)
  return isNumeric(id) ? await findRow(context, target, id) : null
}

/**
 * The row that a field refers to after a write; the stored one, which is not looked up, if the payload leaves it.
 *
 * @param stored undefined for a creation. @throws NotFoundError
 */
export async function referenceAfter (
  context: ReadContext, fields: Fields, key: string, target: Target, stored: number | null = null
): Promise<number | null> {
  if (!fields.isGiven(key)) return stored
  const given = fields.payload[key]
  const id = referencedId(given)
  return isNumeric(id) && Number(id) === stored ? stored : await findReference(context, target, given)
}

/** @throws NotFoundError if there is no such row. */
export async function findRow (context: ReadContext, target: Target, id: number | string): Promise<number> {
  const [found] = await findRows(context, target, [id])
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
 * NotFoundError for the first id without a row.
 */
export async function findRows (
  { database, viewer }: ReadContext, target: Target, ids: ReadonlyArray<number | string>
): Promise<number[]> {
  const found: number[] = []
  const select = target.select(database, viewer)
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const some = ids.slice(at, at + IDS_PER_STATEMENT)
    const rows = await select.all(bindings(some.map(Number).filter(Number.isSafeInteger), viewer))
    const present = new Set(rows.map((row) => row.id))
    for (const id of some) {
      if (!present.has(Number(id))) throw NotFoundError.entity(target.entity, id)
      found.push(Number(id))
    }
  }
  return found
}

/**
 * The ids of the rows that a list (or map) in a payload refers to, without duplicates.
 *
 * @param isShown whether the actor was shown a reference to this row, which then need not be looked up.
 * @throws NotFoundError for an id without a row, and for an `o:id` that is not a number.
 */
export async function findListed (
  context: ReadContext, target: Target, list: object, isShown: (id: number) => boolean
): Promise<number[]> {
  const ids = referencedIds(list, (id) => { throw NotFoundError.entity(target.entity, id) })
  await findRows(context, target, ids.filter((id) => !isShown(Number(id))))
  return ids.map(Number)
}

/**
 * Reports a reference that no update changes, if the payload names another row.
 *
 * @throws ValidationError if the call is strict.
 */
export function settleFixed (payload: Payload, key: string, stored: number, call: UpdateCall): void {
  const id = referencedId(payload[key])
  if (isNumeric(id) && Number(id) !== stored) settle([{ key, problem: 'This cannot be changed.' }], call)
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
    if (Number(id) !== 0) return await findRow(context, TARGETS.user, id)
  }
  return inherited ?? context.actor.id
}

/** The owner of a row after a write. @param stored the row; undefined for a creation. */
export async function ownerIn (
  context: WriteContext, entity: string, { payload }: Fields, stored: { ownerId: number | null } | undefined
): Promise<number | null> {
  return stored === undefined
    ? await ownerOfNew(context, entity, payload)
    : await ownerAfter(context, entity, payload, stored.ownerId)
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
  return isNumeric(id) ? await findRow(context, TARGETS.user, id) : null
}
