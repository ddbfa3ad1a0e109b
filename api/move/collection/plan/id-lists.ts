import { positionOf } from '../../../../db/keys/ascending.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType, type Sequence } from '../read/collection-file.js'

/** A list of ids in ascending order, with eight bytes per id. */
class IdList {
  #ids = new Float64Array(64)
  #length = 0

  get last (): number {
    return this.#length === 0 ? 0 : this.#ids[this.#length - 1]!
  }

  get length (): number {
    return this.#length
  }

  /** @param id greater than the last. */
  add (id: number): void {
    if (this.#length === this.#ids.length) {
      const larger = new Float64Array(this.#ids.length * 2)
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[this.#length++] = id
  }

  has (id: number): boolean {
    const at = positionOf(this.#ids, id, this.#length)
    return at < this.#length && this.#ids[at] === id
  }
}

/** The ids of the records of a file, by type. */
export class FileIds {
  readonly #lists = new Map(COLLECTION_TYPE_NAMES.map((type) => [type, new IdList()]))

  add (type: CollectionType, id: number): void {
    this.#lists.get(type)!.add(id)
  }

  has (type: CollectionType, id: number): boolean {
    return this.#lists.get(type)!.has(id)
  }

  count (type: CollectionType): number {
    return this.#lists.get(type)!.length
  }

  /** The highest id of a type so far; 0 when there is none. */
  last (type: CollectionType): number {
    return this.#lists.get(type)!.last
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
