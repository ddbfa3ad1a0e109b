import type { Database } from '../../../../db/query/statements/database.js'
import { SEQUENCES, type Sequence } from '../read/collection-file.js'
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
    const wanted = new Map<Sequence, Set<number>>()
    for (const record of records) {
      forEachReference(record, context.services.dataTypes, ({ types }, id) => {
        const sequence = SEQUENCES[types[0]!]
        const ids = wanted.get(sequence)
        if (ids === undefined) wanted.set(sequence, new Set([id]))
        else ids.add(id)
      })
    }
    const found = new Map<Sequence, Map<number, number>>()
    for (const [sequence, ids] of wanted) found.set(sequence, await context.map.localIds(database, sequence, ids))
    return new Resolved(found)
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
