/** Number of the class of what has not been classified. */
export const UNCLASSIFIED = 0
/** One more than the highest number of a class: with that of no value, a byte says which. */
export const CLASSES = 255

/** From one bound to the next, so much grows the part of the sample that is below; at first, label by label. */
const GROWTH = 0.05
/** What comes right behind a text. */
const BEHIND = '\0'

/** What classes consist of. */
export interface LabelClassesState {
  readonly bounds: readonly string[]
  readonly groups: Uint8Array
  readonly extra: ReadonlyMap<number, number>
  readonly isReady: boolean
}

/**
 * Which part of the alphabet the label of each group belongs to, in a byte: of any two groups in different classes,
 * that in the lower one comes first. So to find the first labels among any of them, few have to be read.
 *
 * The least classes hold few labels, because those are wanted of many groups; the more groups are left out, the further
 * away from the beginning are their first labels, and the larger are the classes there. A label that many groups have
 * is a class of its own. Bounds never change, so what is written later only has to be put into its class.
 */
export class LabelClasses {
  readonly #bounds: readonly string[]
  /** By number of the group, for those of several values. Of the others the codes say it (`GroupNumbers`). */
  #groups: Uint8Array
  /** By id of the value, for those that have no position in the column. */
  readonly #extra: Map<number, number>
  /** Whether every group has been classified. */
  isReady: boolean

  private constructor ({ bounds, groups, extra, isReady }: LabelClassesState) {
    this.#bounds = bounds
    this.#groups = groups
    this.#extra = new Map(extra)
    this.isReady = isReady
  }

  /** @param sample sort keys of some of the labels, in any order. @param groups number of groups. */
  static boundedBy (sample: readonly string[], groups: number): LabelClasses {
    return new LabelClasses({
      bounds: boundsOf(sample), groups: new Uint8Array(groups), extra: new Map(), isReady: false
    })
  }

  static of (state: LabelClassesState): LabelClasses {
    return new LabelClasses(state)
  }

  get state (): LabelClassesState {
    return { bounds: this.#bounds, groups: this.#groups, extra: this.#extra, isReady: this.isReady }
  }

  /** Rough size in bytes. */
  get bytes (): number {
    return this.#groups.byteLength + 40 * this.#extra.size + 200 * this.#bounds.length
  }

  /** Whether all labels in a class are the same. */
  isOfOne (number: number): boolean {
    const [first, next] = [this.#bounds[number - 2], this.#bounds[number - 1]]
    return first !== undefined && next === first + BEHIND
  }

  /** Of a group of several values. */
  ofGroup (group: number): number {
    return this.#groups[group] ?? UNCLASSIFIED
  }

  /** Of a value that is a group of its own and has no position. */
  ofExtra (id: number): number {
    return this.#extra.get(id) ?? UNCLASSIFIED
  }

  setGroup (group: number, key: string): void {
    if (group >= this.#groups.length) {
      const groups = new Uint8Array(2 * group)
      groups.set(this.#groups)
      this.#groups = groups
    }
    this.#groups[group] = this.classOf(key)
  }

  setExtra (id: number, key: string): void {
    this.#extra.set(id, this.classOf(key))
  }

  /** Forgets the class of a value that may have gone or changed. */
  forgetExtra (id: number): void {
    this.#extra.delete(id)
  }

  /** Of a label: the first class, and one more for each bound that is not greater than its sort key. */
  classOf (key: string): number {
    let [low, high] = [0, this.#bounds.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#bounds[middle]! <= key) low = middle + 1
      else high = middle
    }
    return 1 + low
  }
}

function boundsOf (sample: readonly string[]): string[] {
  const keys = [...sample].sort((a, b) => a < b ? -1 : a > b ? 1 : 0)
  const bounds: string[] = []
  let last: string | undefined
  for (let at = 1; at < keys.length; at += Math.ceil(at * GROWTH)) {
    const key = keys[at]!
    if (key === last) continue
    last = key
    bounds.push(key)
    if (key === keys[at - 1] || key === keys[at + 1]) bounds.push(key + BEHIND)
  }
  return bounds.slice(0, CLASSES - 2)
}
