import { asc, eq } from 'drizzle-orm'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { flag, isOneOf } from '../../../db/query/statements/dialect.js'
import { siteItemSet, sitePage, sitePermission } from '../../../db/tables/index.js'
import { checkType } from '../../access/access.js'
import { isNumeric, isObject, optionalText, referencedId, referencedIds } from '../../core/calls/given.js'
import type { WriteContext } from '../definition/read-context.js'
import { MAX_CHARACTERS, type Fields } from '../shared/writing/fields.js'
import { withHiddenMembers } from '../shared/writing/hidden-members.js'
import { findRows, TARGETS } from '../shared/writing/references.js'
import { isVisibleSet } from './represent.js'

const NO_LIST = 'A list is expected.'

/**
 * Roles by user id, from a payload; undefined if it contains no list (docs/contract/acl.md §4.1). If a user has
 * several roles, the last one counts.
 */
export async function givenPermissions (
  context: WriteContext,
  fields: Fields
): Promise<Map<number, string> | undefined> {
  const given = fields.payload['o:site_permission']
  if (!isObject(given)) return undefined
  const roles = new Map<number, string>()
  const userIds = new Map<number, number | string>()
  for (const element of Object.values(given) as unknown[]) {
    const userId = isObject(element) ? referencedId(element['o:user']) : undefined
    const role = isObject(element) ? optionalText(element['o:role']) : null
    if (!isNumeric(userId) || role === null || role === '') continue
    if ([...role].length > MAX_CHARACTERS.code) {
      fields.errors.add('o:site_permission', `A role has at most ${MAX_CHARACTERS.code} characters.`)
    }
    roles.set(Number(userId), role)
    userIds.set(Number(userId), userId)
  }
  await findRows(context, TARGETS.user, [...userIds.values()])
  return roles
}

/** Replaces the permissions of a site; users who had one before stay at their position in the list. */
export async function savePermissions (
  { database }: Pick<WriteContext, 'database'>,
  siteId: number,
  roles: ReadonlyMap<number, string>
): Promise<void> {
  const before = await database.select({ id: sitePermission.id, userId: sitePermission.userId }).from(sitePermission)
    .where(eq(sitePermission.siteId, siteId)).orderBy(asc(sitePermission.id))
  const present = new Set(before.map((row) => row.userId))
  for (const { id, userId } of before) {
    const role = roles.get(userId)
    if (role === undefined) await database.delete(sitePermission).where(eq(sitePermission.id, id))
    else await database.update(sitePermission).set({ role }).where(eq(sitePermission.id, id))
  }
  for (const [userId, role] of roles) {
    if (!present.has(userId)) await database.insert(sitePermission).values({ siteId, userId, role })
  }
}

/**
 * The item sets that a payload attaches, in its order, without duplicates.
 *
 * @throws NotFoundError for an item set that the actor may not see.
 */
export async function givenItemSets (context: WriteContext, fields: Fields): Promise<number[]> {
  const sets = (fields.list('o:site_item_set', NO_LIST) ?? [])
    .map((element) => isObject(element) ? element['o:item_set'] : undefined)
  return await findRows(context, TARGETS.itemSet, referencedIds(sets.filter(isObject)))
}

/** The item sets of a site after an update to those given. Sets that the actor was not shown stay at their places. */
export async function withHiddenSets (
  { database, viewer }: WriteContext, siteId: number, given: readonly number[]
): Promise<number[]> {
  const isShown = isVisibleSet(viewer)
  if (isShown === undefined) return [...given]
  const former = await database.select({ member: siteItemSet.itemSetId, isShown: flag(isShown) }).from(siteItemSet)
    .where(eq(siteItemSet.siteId, siteId)).orderBy(asc(siteItemSet.position), asc(siteItemSet.id))
  return withHiddenMembers(given, former)
}

export async function saveItemSets (
  { database }: Pick<WriteContext, 'database'>,
  siteId: number,
  itemSetIds: readonly number[]
): Promise<void> {
  await database.delete(siteItemSet).where(eq(siteItemSet.siteId, siteId))
  await insertRows(database, siteItemSet, itemSetIds.map((itemSetId, at) => ({ siteId, itemSetId, position: at + 1 })))
}

/** The pages in a payload, which are to stay. @throws NotFoundError for a page that the actor may not see. */
export async function givenPages (context: WriteContext, fields: Fields): Promise<number[]> {
  return await findRows(context, TARGETS.sitePage, referencedIds(fields.list('o:page', NO_LIST) ?? []))
}

/**
 * Deletes all other pages of a site.
 *
 * @throws PermissionError for an API key whose scope does not include site pages.
 */
export async function keepPages (
  { database, actor, types }: WriteContext,
  siteId: number,
  pageIds: readonly number[]
): Promise<void> {
  const staying = new Set(pageIds)
  const present = await database.select({ id: sitePage.id }).from(sitePage).where(eq(sitePage.siteId, siteId))
  const gone = present.map((row) => row.id).filter((id) => !staying.has(id))
  if (gone.length === 0) return
  checkType(actor, 'delete', types.named('site_pages'))
  await database.delete(sitePage).where(isOneOf(sitePage.id, gone))
}
