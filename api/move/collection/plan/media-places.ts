import { NumberList } from './id-lists.js'

/** Position of a media in its item. */
export interface MediaPlace {
  /** Counted from 1; 0: the item does not list it. */
  position: number
  /** Whether it was chosen as the primary media. */
  isPrimary: boolean
}

/** Positions of media in their items, by media. */
export class MediaPlaces {
  /** Pairs of the media, and its position × 2, plus 1 for the primary media. */
  readonly #list = new NumberList()
  /** Offsets of pairs sorted by media; computed at the first lookup. */
  #order: Uint32Array | undefined

  add (media: number, { position, isPrimary }: MediaPlace): void {
    this.#list.push(media, position * 2 + (isPrimary ? 1 : 0))
    this.#order = undefined
  }

  find (media: number): MediaPlace | undefined {
    const { numbers } = this.#list
    this.#order ??= Uint32Array.from({ length: numbers.length / 2 }, (_, at) => at * 2)
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
