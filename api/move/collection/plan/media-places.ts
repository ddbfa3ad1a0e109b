/** Position of a media in its item. */
export interface MediaPlace {
  /** Counted from 1; 0: the item does not list it. */
  position: number
  /** Whether it was chosen as the primary media. */
  isPrimary: boolean
}

/** Numbers per entry: the media, and its position × 2, plus 1 for the primary media. */
const NUMBERS_PER_ENTRY = 2

/** Positions of media in their items, by media, with sixteen bytes per media. */
export class MediaPlaces {
  #numbers = new Float64Array(NUMBERS_PER_ENTRY * 64)
  #length = 0
  /** Offsets of entries sorted by media; computed at the first lookup. */
  #order: Uint32Array | undefined

  add (media: number, { position, isPrimary }: MediaPlace): void {
    if (this.#length + NUMBERS_PER_ENTRY > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length] = media
    this.#numbers[this.#length + 1] = position * 2 + (isPrimary ? 1 : 0)
    this.#length += NUMBERS_PER_ENTRY
    this.#order = undefined
  }

  find (media: number): MediaPlace | undefined {
    const numbers = this.#numbers
    this.#order ??= Uint32Array.from({ length: this.#length / NUMBERS_PER_ENTRY }, (_, at) => at * NUMBERS_PER_ENTRY)
      .sort((a, b) => numbers[a]! - numbers[b]!)
    let low = 0
    let high = this.#order.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const at = this.#order[middle]!
      const found = numbers[at]!
      if (found === media) return { position: numbers[at + 1]! >>> 1, isPrimary: numbers[at + 1]! % 2 === 1 }
      if (found < media) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }
}
