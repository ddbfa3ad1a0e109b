import { facetRowsBetween, type FacetRow } from '../../../db/query/conditions/facet-rows.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { FacetKeys } from '../context/tasks.js'
import { linkKey, textKey } from './group-table.js'

export const keyOf = ([, , , linked, text]: FacetRow): number => linked === null ? textKey(text!) : linkKey(linked)

/** Reads the keys of what the resources from one id up to another, exclusive, are counted by. */
export async function readKeys (database: Database, counted: number, from: number, to: number): Promise<FacetKeys> {
  const rows = await facetRowsBetween(database, counted, from, to)
  return {
    resources: Int32Array.from(rows, ([resource]) => resource),
    keys: Float64Array.from(rows, keyOf),
    flags: Uint8Array.from(rows, ([, , flags]) => flags)
  }
}
