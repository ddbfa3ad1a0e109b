import { and, eq, or } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import type { Store } from '../../../db/open/store.js'
import { site, sitePermission } from '../../../db/tables/index.js'
import type { Actor } from '../../core/calls/actor.js'
import {
  adminOr, any, either, everyone, granted, own, roles, type Entity, type Privilege, type Rule
} from '../../access/access.js'

const hasPermission = (...names: string[]): Rule => (_actor, { permission }) =>
  permission != null && names.includes(permission)

const byOwnerOrEditors = adminOr(either(own, hasPermission('admin', 'editor')))

/** Permissions for sites (docs/contract/acl.md §4). */
export const allowsSites = granted({
  read: everyone(),
  // Allowed for the type but not for the entity, so that the error message refers to the site to be created.
  create: { ...everyone(() => false), ...roles(any, 'editor', 'site_admin', 'global_admin') },
  update: adminOr(either(own, hasPermission('admin'))),
  delete: adminOr(own)
})

/** Permissions for the pages of a site. */
export const allowsSitePages = granted({
  read: everyone(),
  create: everyone(),
  update: byOwnerOrEditors,
  delete: byOwnerOrEditors
})

export const ADD_PAGE: Privilege = { name: 'add-page', grants: byOwnerOrEditors }

export const CAN_ASSIGN_ITEMS: Privilege = { name: 'can-assign-items', grants: byOwnerOrEditors }

/**
 * The properties of a site that decide who may change it and its pages: the owner and the actor's role
 * (docs/contract/acl.md §4.1).
 */
export async function siteEntity (
  { database }: { database: Database },
  siteId: number,
  actor: Actor
): Promise<Entity> {
  const [row] = await database.select({
    id: site.id,
    ownerId: site.ownerId,
    isPublic: site.isPublic,
    permission: sitePermission.role
  }).from(site)
    .leftJoin(sitePermission, and(eq(sitePermission.siteId, site.id), eq(sitePermission.userId, actor.id ?? 0)))
    .where(eq(site.id, siteId))
  return row ?? {}
}

/** Whether the actor owns a site, or has a role on one. */
export async function hasSite ({ read }: Pick<Store, 'read'>, actor: Actor): Promise<boolean> {
  if (actor.id === null) return false
  const [row] = await read.select({ id: site.id }).from(site)
    .leftJoin(sitePermission, and(eq(sitePermission.siteId, site.id), eq(sitePermission.userId, actor.id)))
    .where(or(eq(site.ownerId, actor.id), eq(sitePermission.userId, actor.id))).limit(1)
  return row !== undefined
}
