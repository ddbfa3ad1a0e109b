import type { Database } from '../../../../db/query/statements/database.js'
import type { Sequence } from '../../pipeline/record-map.js'
import { SEQUENCES } from '../read/collection-file.js'
import type { LocalIds } from '../types/record-type.js'
import { forEachReference, type AnyRecord } from '../types/record-types.js'
import type { TransferContext } from './context.js'

/** Ids of the rows to which some records refer, by sequence and id in the source. */
export class Resolved implements LocalIds {
  readonly #ids: Map<Sequence, Map<number, number>>

  private constructor (ids: Map<Sequence, Map<number, number>>) {
    this.#ids = ids
  }

  static async of (database: Database, context: TransferContext, records: readonly AnyRecord[]): Promise<Resolved> {
    const wanted: Array<[Sequence, number]> = []
    for (const record of records) {
      forEachReference(record, context.services.dataTypes, ({ types }, id) => {
        wanted.push([SEQUENCES[types[0]!], id])
      })
    }
    return new Resolved(await context.map.localIdsOf(database, wanted))
  }

  /** The id of the row; null when there is none, or for null. */
  get (sequence: Sequence, id: number | null): number | null {
    return id === null ? null : this.#ids.get(sequence)?.get(id) ?? null
  }

  /** Adds a row that was inserted meanwhile. */
  set (sequence: Sequence, id: number, localId: number): void {
    const ids = this.#ids.get(sequence)
    if (ids === undefined) this.#ids.set(sequence, new Map([[id, localId]]))
    else ids.set(id, localId)
  }
}
