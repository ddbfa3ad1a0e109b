import { inDialect, isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, type ResourceKind } from '../../../../db/tables/index.js'
import type { Labels } from '../records/labels.js'
import { forEachTarget, type ImportRecord } from '../records/record.js'

/** The highest resource id ever assigned, including deleted resources. */
export async function lastId (database: Database): Promise<number> {
  const row = await database.get<{ seq: number } | undefined>(inDialect((dialect) => dialect.lastId('resource')))
  return row?.seq ?? 0
}

/** Kinds, by id, of the existing resources among the records and their link targets. */
export async function kindsOf (
  database: Database,
  records: readonly ImportRecord[],
  labels: Labels
): Promise<Map<number, ResourceKind>> {
  const ids = new Set<number | undefined>()
  for (const record of records) {
    ids.add(labels.of(record.label).id)
    forEachTarget(record, (target) => { ids.add(target < 0 ? labels.byTarget(target)!.id : target) })
  }
  return await kindsIn(database, [...ids].filter((id) => id !== undefined))
}

/**
 * Like `kindsOf`, for an import without other writers, whose labels know all its resources. Only resources that
 * records name by id are looked up.
 */
export async function kindsKnown (
  database: () => Promise<Database>, records: readonly ImportRecord[], labels: Labels
): Promise<Map<number, ResourceKind>> {
  const kinds = new Map<number, ResourceKind>()
  const unknown = new Set<number>()
  for (const record of records) {
    forEachTarget(record, (target) => {
      const entry = labels.byTarget(target)
      if (entry === undefined) unknown.add(target)
      else if (entry.id !== undefined) kinds.set(entry.id, entry.kind!)
    })
    const { id, kind } = labels.of(record.label)
    if (id !== undefined) kinds.set(id, kind!)
  }
  if (unknown.size > 0) for (const [id, kind] of await kindsIn(await database(), [...unknown])) kinds.set(id, kind)
  return kinds
}

async function kindsIn (database: Database, ids: number[]): Promise<Map<number, ResourceKind>> {
  const rows = await database.select({ id: resource.id, kind: resource.kind }).from(resource)
    .where(isOneOf(resource.id, ids))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
