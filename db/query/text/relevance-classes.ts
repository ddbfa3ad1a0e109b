import type { Listed } from '../tokens/postings-block.js'

/** Ids of documents, ascending, and the class of each. */
export interface Classified { readonly ids: Int32Array, readonly classOf: Int32Array }

/** Counts below this are looked up in an array. */
const NARROW = 4
/** Above all counts. */
const WIDE = 2 ** 32

/**
 * Classes of documents that contain each of some things equally often, and so are equally relevant whatever weight each
 * of the things has. The first one is that of the documents which contain none of them. A document goes on from class
 * to class, step by step, in each of which occurrences of one thing are counted.
 */
export class RelevanceClasses {
  /** By class: the one that its documents come from, and how often they contain what was counted in which step. */
  readonly #before: number[] = [0]
  readonly #step: number[] = [0]
  readonly #count: number[] = [0]
  #steps = 0

  get size (): number {
    return this.#before.length
  }

  /**
   * Counts one thing more.
   *
   * @param before the documents that contain something of what was counted before. @param counted how often documents
   *   contain it. @param most classes that there may be.
   * @returns the documents that contain something of what has been counted; undefined: there would be more classes.
   */
  count ({ ids, classOf }: Classified, { ids: more, counts }: Listed, most: number): Classified | undefined {
    const union = new Int32Array(ids.length + more.length)
    const classes = new Int32Array(union.length)
    const narrow = new Int32Array(NARROW * this.size)
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
      if (count < NARROW) next = narrow[before * NARROW + count] ||= this.#add(before, count)
      else if ((next = wide.get(before * WIDE + count)) === undefined) {
        wide.set(before * WIDE + count, next = this.#add(before, count))
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

  /** The class of documents, by how often they contain what each step counts. */
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
   * The relevance of the documents of each class.
   *
   * @param weights by step. One is added once for each occurrence: sums of fractions depend on their order, and equal
   *   documents must stay equal.
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

  /** Rough size in memory. */
  get byteLength (): number {
    return 24 * this.size
  }
}
