import { facetRowsBetween, type FacetRow } from '../../../db/query/conditions/facet-rows.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { FacetKeys } from '../context/tasks.js'
import { linkKey, textKey } from './group-table.js'

/** @param linked the resource that a value links to. @param text otherwise a text that equal values have in common. */
const keyFrom = (linked: number | null, text: string | null): number =>
  linked === null ? textKey(text!) : linkKey(linked)

export const keyOf = ([, , , linked, text]: FacetRow): number => keyFrom(linked, text)

/** Reads the group keys of resources. @param from first id. @param to exclusive. */
export async function readKeys (database: Database, counted: number, from: number, to: number): Promise<FacetKeys> {
  const { resources, flags, linked, keys } = await facetRowsBetween(database, counted, from, to)
  return {
    resources: Int32Array.from(resources),
    keys: Float64Array.from(keys, (text, at) => keyFrom(linked[at]!, text)),
    flags: Uint8Array.from(flags)
  }
}
