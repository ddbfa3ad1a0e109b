import type { Collection, CollectionRecord } from '../collection/collection.js'
import type { Value } from '../collection/values.js'
import { Random } from '../collection/random.js'

/** A prime stride: it visits every record, in an order unrelated to theirs. */
const STRIDE = 7919
const SHORTEST_WORD = 3
const PAGE = 25

/** Samples of a collection for requests: the same in every run, and spread over all of it. */
export class Samples {
  /** Full pages of the public listing of items, roughly. */
  readonly pages: number

  constructor (readonly collection: Collection) {
    let items = 0
    for (let set = 0; set < collection.sets; set++) items += collection.expectedWorks(set)
    this.pages = Math.max(1, Math.floor(items / PAGE) - 2)
  }

  /** The number of a public work. */
  work (number: number): number {
    const { works } = this.collection
    const work = (number * STRIDE + 13) % works
    return this.collection.isPublic(work) ? work : work - 1
  }

  person (number: number): number {
    return number * STRIDE % this.collection.people
  }

  /** A page far into the listing: beyond the 2,000th, or in the last quarter where there are not so many. */
  deepPage (number: number): number {
    const from = Math.min(2000, Math.floor(this.pages * 3 / 4))
    return 1 + from + number * STRIDE % Math.max(1, this.pages - from)
  }

  /** A set and a page that most likely is a full one. */
  pageOfSet (number: number): { set: number, page: number } {
    const set = number % this.collection.sets
    const pages = Math.max(1, Math.floor(this.collection.expectedWorks(set) * 0.8 / PAGE))
    return { set, page: 1 + Math.floor(number / this.collection.sets) % pages }
  }

  /** The first value of a work. */
  value (number: number, term: string): string {
    return textsOf(this.collection.work(this.work(number)), term)[0]!
  }

  /** Words with the frequency they have in works, but long enough for full text. */
  words (number: number, count: number, ...terms: readonly string[]): string {
    const record = this.collection.work(this.work(number))
    const random = new Random(number)
    const words = terms
      .flatMap((term) => textsOf(record, term))
      .join(' ')
      .split(/[\s.,]+/)
      .filter((word) => [...word].length >= SHORTEST_WORD)
    if (words.length === 0) return 'museum'
    return Array.from({ length: count }, () => random.pick(words)).join(' ')
  }
}

function textsOf (record: CollectionRecord, term: string): string[] {
  return ((record[term] ?? []) as Value[]).map((value) => String(value['@value'] ?? ''))
}
