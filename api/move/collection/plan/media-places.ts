/** Where a media stands in its item. */
export interface MediaPlace {
  /** From 1; 0: the item does not say. */
  position: number
  /** Whether it was chosen as the primary media. */
  isPrimary: boolean
}

/** Numbers of one entry: media, and position doubled, plus one for the primary media. */
const WIDTH = 2

/** The places of media in their items, by media, in sixteen bytes each. */
export class MediaPlaces {
  #numbers = new Float64Array(WIDTH * 64)
  #length = 0
  /** Offsets of entries in the order of media; made when the first is looked up. */
  #order: Uint32Array | undefined

  add (media: number, { position, isPrimary }: MediaPlace): void {
    if (this.#length + WIDTH > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length] = media
    this.#numbers[this.#length + 1] = position * 2 + (isPrimary ? 1 : 0)
    this.#length += WIDTH
    this.#order = undefined
  }

  find (media: number): MediaPlace | undefined {
    const numbers = this.#numbers
    this.#order ??= Uint32Array.from({ length: this.#length / WIDTH }, (_, at) => at * WIDTH)
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
