import type { Listed } from '../tokens/postings-block.js'

/** Ids of documents, ascending, and the class of each. */
export interface Classified { readonly ids: Int32Array, readonly classOf: Int32Array }

/** Counts below this are looked up in an array instead of a map. */
const ARRAY_COUNTS = 4
/** Larger than any count. */
const COUNT_LIMIT = 2 ** 32

/**
 * Groups documents into classes of equal relevance: the documents of a class contain each counted token equally often,
 * so they are equally relevant whatever the weights. Class 0 contains documents with no token. Counting one token is a
 * step, which moves a document from its class to another one.
 */
export class RelevanceClasses {
  /**
   * By class: the previous class of its documents, the step in which they came here, and the number of occurrences in
   * that step.
   */
  readonly #before: number[] = [0]
  readonly #step: number[] = [0]
  readonly #count: number[] = [0]
  #steps = 0

  get size (): number {
    return this.#before.length
  }

  /**
   * Counts one more token.
   *
   * @param before the documents that contain any token counted so far. @param counted how often documents contain this
   * token. @param most maximum number of classes. @returns the documents that contain any counted token; undefined:
   * there would be too many classes.
   */
  count ({ ids, classOf }: Classified, { ids: more, counts }: Listed, most: number): Classified | undefined {
    const union = new Int32Array(ids.length + more.length)
    const classes = new Int32Array(union.length)
    const narrow = new Int32Array(ARRAY_COUNTS * this.size)
    const wide = new Map<number, number>()
    let length = 0
    let at = 0
    for (let other = 0; other < more.length; other++) {
      const id = more[other]!
      for (; at < ids.length && ids[at]! < id; at++) {
        union[length] = ids[at]!
        classes[length++] = classOf[at]!
      }
      const before = at < ids.length && ids[at] === id ? classOf[at++]! : 0
      const count = counts[other]!
      let next: number | undefined
      if (count < ARRAY_COUNTS) next = narrow[before * ARRAY_COUNTS + count] ||= this.#add(before, count)
      else if ((next = wide.get(before * COUNT_LIMIT + count)) === undefined) {
        wide.set(before * COUNT_LIMIT + count, next = this.#add(before, count))
      }
      if (next >= most) return undefined
      union[length] = id
      classes[length++] = next
    }
    union.set(ids.subarray(at), length)
    classes.set(classOf.subarray(at), length)
    length += ids.length - at
    this.#steps++
    return { ids: union.subarray(0, length), classOf: classes.subarray(0, length) }
  }

  /** The class of documents, given the number of occurrences in each step. */
  of (counts: readonly number[]): number {
    let number = 0
    for (const [step, count] of counts.entries()) {
      if (count === 0) continue
      const next = this.#before.findIndex((before, at) =>
        at > 0 && before === number && this.#step[at] === step && this.#count[at] === count)
      number = next < 0 ? this.#add(number, count, step) : next
    }
    return number
  }

  #add (before: number, count: number, step = this.#steps): number {
    this.#before.push(before)
    this.#step.push(step)
    return this.#count.push(count) - 1
  }

  /**
   * The relevance of each class.
   *
   * @param weights weight of each step. It is added once per occurrence: sums of fractions depend on their order, and
   * equal documents must have equal relevance.
   */
  relevance (weights: readonly number[]): Float64Array {
    const sums = new Float64Array(this.size)
    for (let number = 1; number < sums.length; number++) {
      const weight = weights[this.#step[number]!]!
      let sum = sums[this.#before[number]!]!
      for (let left = this.#count[number]!; left > 0; left--) sum += weight
      sums[number] = sum
    }
    return sums
  }

  /** Approximate size in memory. */
  get byteLength (): number {
    return 24 * this.size
  }
}
