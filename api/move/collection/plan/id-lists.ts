import { positionOf } from '../../../../db/keys/ascending.js'
import type { Sequence } from '../../pipeline/record-map.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType } from '../read/collection-file.js'

/** The ids of the records of a file, by type. */
export class FileIds {
  readonly #lists = new Map(COLLECTION_TYPE_NAMES.map((type) => [type, new NumberList()]))

  /** @param id greater than the last of the type. */
  add (type: CollectionType, id: number): void {
    this.#lists.get(type)!.push(id)
  }

  has (type: CollectionType, id: number): boolean {
    const { numbers } = this.#lists.get(type)!
    return numbers[positionOf(numbers, id)] === id
  }

  /** The highest id of a type so far; 0 when there is none. */
  last (type: CollectionType): number {
    return this.#lists.get(type)!.numbers.at(-1) ?? 0
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

/** A list of numbers with eight bytes each, for notes about each of a million records. */
export class NumberList {
  #numbers = new Float64Array(64)
  length = 0

  /** The numbers, until the next `push`. */
  get numbers (): Float64Array {
    return this.#numbers.subarray(0, this.length)
  }

  push (...numbers: number[]): void {
    if (this.length + numbers.length > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers.set(numbers, this.length)
    this.length += numbers.length
  }
}
