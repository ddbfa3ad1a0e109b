import { positionOf } from '../../../../db/query/statements/id-sets.js'
import type { Sequence } from '../../pipeline/record-map.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType } from '../read/collection-file.js'

/** The ids of the records of a file, by type. */
export class FileIds {
  /** In ascending order: lists take a third of the memory of sets. */
  readonly #ids = new Map(COLLECTION_TYPE_NAMES.map((type) => [type, [] as number[]]))

  /** @param id greater than the last of the type. */
  add (type: CollectionType, id: number): void {
    this.#ids.get(type)!.push(id)
  }

  has (type: CollectionType, id: number): boolean {
    const ids = this.#ids.get(type)!
    return ids[positionOf(ids, id)] === id
  }

  /** The highest id of a type so far; 0 when there is none. */
  last (type: CollectionType): number {
    return this.#ids.get(type)!.at(-1) ?? 0
  }

  /** The type of the file's record with this id. */
  typeOf (sequence: Sequence, id: number): CollectionType | undefined {
    return COLLECTION_TYPE_NAMES.find((type) => SEQUENCES[type] === sequence && this.has(type, id))
  }

  /** The highest id of a sequence; 0 when there is none. */
  highest (sequence: Sequence): number {
    return Math.max(...COLLECTION_TYPE_NAMES.map((type) => SEQUENCES[type] === sequence ? this.last(type) : 0))
  }
}
