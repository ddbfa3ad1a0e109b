import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/sqlite.js'
import { site, sitePermission } from '../../db/tables/index.js'
import type { Entity } from './access.js'
import type { Actor } from './actor.js'

/**
 * What decides who may change a site and its pages: its owner, and the actor's role on it (docs/contract/acl.md §4.1).
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
