import { sql, type SQL } from 'drizzle-orm'
import type { Viewer } from './viewer.js'
import type { Database } from './database.js'
import { changeLog, type resourceChange } from '../../tables/index.js'

export type LoggedKind = typeof resourceChange.$inferSelect['kind']
export const LOGGED_KINDS: readonly LoggedKind[] = ['item', 'item_set', 'media']

/**
 * The last change of a resource as a viewer sees it. `delete` also stands for a resource that became invisible to the
 * viewer, `create` and `update` for a visible one. `time` in seconds since 1970.
 */
export interface ResourceChange {
  readonly position: number
  readonly id: number
  readonly kind: LoggedKind
  readonly op: 'create' | 'update' | 'delete'
  readonly time: number
}

interface FeedQuery {
  /** Position of the last change that the client already has; 0: none. */
  readonly since: number
  /** Maximal number of changes. */
  readonly limit: number
  /** Absent: all. */
  readonly kinds?: readonly LoggedKind[]
}

/** The row that describes the log (tables/resource-changes.ts). */
export type LogState = typeof changeLog.$inferSelect

export async function readLogState (database: Database): Promise<LogState> {
  const [state] = await database.select().from(changeLog)
  return state!
}

/**
 * The next changes that a viewer may see, in the order of their positions. A single statement reads as of one moment,
 * so a change that moves to a later position meanwhile is not missed. Each kind is read along an index.
 */
export async function readResourceChanges (
  database: Database, viewer: Viewer, { since, limit, kinds = LOGGED_KINDS }: FeedQuery
): Promise<ResourceChange[]> {
  const parts = kinds.flatMap((kind) => partsFor(viewer, kind, since))
  if (parts.length === 0) return []
  return await database.all<ResourceChange>(
    sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY position LIMIT ${limit}`
  )
}

function partsFor (viewer: Viewer, kind: LoggedKind, since: number): SQL[] {
  if (viewer.viewsAll) {
    return [sql`SELECT position, resource_id AS id, kind, ${opOf(sql`is_deleted = 0`, sql`created`, since)} AS op, time
      FROM resource_change WHERE kind = ${kind} AND position > ${since}`]
  }
  const publicPart = sql`SELECT public_position AS position, resource_id AS id, kind,
    ${opOf(sql`is_public = 1`, sql`appeared`, since)} AS op, public_time AS time
    FROM resource_change WHERE kind = ${kind} AND public_position > ${since}`
  if (viewer.id === null) return [publicPart]
  const isPrivateFor = sql`(viewer_id IS NOT DISTINCT FROM ${viewer.id} AND is_public = 0)`
  return [
    sql`${publicPart} AND NOT ${isPrivateFor}`,
    sql`SELECT position, resource_id AS id, kind, ${opOf(sql`is_deleted = 0`, sql`appeared`, since)} AS op, time
      FROM resource_change WHERE viewer_id = ${viewer.id} AND kind = ${kind} AND position > ${since} AND is_public = 0`,
    // Resources that are public (again) are part of the first select.
    sql`SELECT former.position, former.resource_id AS id, former.kind, 'delete' AS op, former.time
      FROM former_viewer AS former JOIN resource_change USING (resource_id)
      WHERE former.user_id = ${viewer.id} AND former.kind = ${kind} AND former.position > ${since}
      AND is_public = 0 AND NOT ${isPrivateFor} AND coalesce(public_position, 0) < former.position`
  ]
}

function opOf (isSeen: SQL, first: SQL, since: number): SQL {
  return sql`CASE WHEN NOT (${isSeen}) THEN 'delete' WHEN ${first} > ${since} THEN 'create' ELSE 'update' END`
}
