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
  const rows = await database.select({ id: resource.id, kind: resource.kind }).from(resource)
    .where(isOneOf(resource.id, [...ids].filter((id) => id !== undefined)))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
