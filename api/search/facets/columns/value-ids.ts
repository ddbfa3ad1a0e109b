/** Positions that share a line: 2⁵. */
const BLOCK = 5
const MASK = 2 ** BLOCK - 1
/** Fractions of a slope: 2⁴ make a whole. */
const FRACTION = 4
const STEEPEST = 0xffff
/** Of a block in which no position has had an id yet. */
const EMPTY = -(2 ** 31)
/** Rough size in bytes of an id that is kept by itself. */
const FAR_BYTES = 50

type Steps = Uint8Array | Uint16Array | Int32Array

/** What a list of ids consists of. */
export interface ValueIdsState {
  readonly bases: Int32Array
  readonly slopes: Uint16Array
  readonly steps: Steps
  readonly far: Map<number, number>
}

/**
 * Ids of values by position. Those of a collection that was imported rise with the resources, and nearly as much from
 * each to the next: so a line through those of a block is kept, and how far each is from it, in one byte or two. Ids
 * that are too far from it are kept one by one; if they are many, all are kept as they are, in four bytes each.
 */
export class ValueIds {
  readonly #bases: Int32Array
  readonly #slopes: Uint16Array
  readonly #steps: Steps
  readonly #far: Map<number, number>
  /** Stands for an id too far from the line. */
  readonly #farStep: number

  private constructor ({ bases, slopes, steps, far }: ValueIdsState) {
    this.#bases = bases
    this.#slopes = slopes
    this.#steps = steps
    this.#far = far
    this.#farStep = farStepOf(steps.BYTES_PER_ELEMENT)
  }

  /** @param ids by position; 0: there is none. */
  static from (ids: Int32Array): ValueIds {
    const lines = linesThrough(ids)
    const sizeIn = (bytes: 1 | 2): number => bytes * ids.length + FAR_BYTES * farFrom(lines, ids, bytes)
    const [inOne, inTwo, inFour] = [sizeIn(1), sizeIn(2), 4 * ids.length]
    if (inFour < inOne && inFour < inTwo) {
      lines.bases.fill(0)
      lines.slopes.fill(0)
      return new ValueIds({ ...lines, steps: ids.slice(), far: new Map() })
    }
    const steps = inTwo < inOne ? new Uint16Array(ids.length) : new Uint8Array(ids.length)
    const half = halfOf(steps.BYTES_PER_ELEMENT)
    for (let block = 0; block < lines.bases.length; block++) {
      if (lines.bases[block] !== EMPTY) lines.bases[block]! -= half
    }
    const list = new ValueIds({ ...lines, steps, far: new Map() })
    for (let position = 0; position < ids.length; position++) {
      if (ids[position] !== 0) list.set(position, ids[position]!)
    }
    return list
  }

  static of (state: ValueIdsState): ValueIds {
    return new ValueIds(state)
  }

  get state (): ValueIdsState {
    return { bases: this.#bases, slopes: this.#slopes, steps: this.#steps, far: this.#far }
  }

  /** Rough size in bytes. */
  get bytes (): number {
    return this.#steps.byteLength + this.#bases.byteLength + this.#slopes.byteLength + FAR_BYTES * this.#far.size
  }

  /** The id at a position that has one. */
  at (position: number): number {
    const step = this.#steps[position]!
    if (step === this.#farStep) return this.#far.get(position)!
    const block = position >> BLOCK
    return this.#bases[block]! + ((this.#slopes[block]! * (position & MASK)) >> FRACTION) + step
  }

  set (position: number, id: number): void {
    const block = position >> BLOCK
    const rise = (this.#slopes[block]! * (position & MASK)) >> FRACTION
    if (this.#bases[block] === EMPTY) this.#bases[block] = id - rise - halfOf(this.#steps.BYTES_PER_ELEMENT)
    if (this.#steps[position] === this.#farStep) this.#far.delete(position)
    const step = id - this.#bases[block]! - rise
    const isNear = this.#steps.BYTES_PER_ELEMENT === 4 || (step >= 0 && step < this.#farStep)
    this.#steps[position] = isNear ? step : this.#farStep
    if (!isNear) this.#far.set(position, id)
  }
}

/** Among steps of so many bytes, that which stands for an id too far from the line; of four bytes none does. */
const farStepOf = (bytes: number): number => bytes === 4 ? -1 : 2 ** (8 * bytes) - 1

/** Steps begin so far below the line. */
const halfOf = (bytes: number): number => bytes === 4 ? 0 : 2 ** (8 * bytes - 1)

/** By block: the first point, and the slope, of a line through its first and its last id. */
function linesThrough (ids: Int32Array): Pick<ValueIdsState, 'bases' | 'slopes'> {
  const blocks = (ids.length >> BLOCK) + 1
  const bases = new Int32Array(blocks).fill(EMPTY)
  const slopes = new Uint16Array(blocks)
  for (let block = 0; block < blocks; block++) {
    const begin = block << BLOCK
    const end = Math.min(ids.length, begin + MASK + 1)
    let first = begin
    while (first < end && ids[first] === 0) first++
    if (first === end) continue
    let last = end - 1
    while (ids[last] === 0) last--
    const slope = (ids[last]! - ids[first]!) * 2 ** FRACTION / Math.max(1, last - first)
    slopes[block] = Math.min(STEEPEST, Math.max(0, Math.round(slope)))
    bases[block] = ids[first]! - ((slopes[block]! * (first - begin)) >> FRACTION)
  }
  return { bases, slopes }
}

/** How many ids are too far from their lines for steps of so many bytes. */
function farFrom ({ bases, slopes }: Pick<ValueIdsState, 'bases' | 'slopes'>, ids: Int32Array, bytes: number): number {
  const half = halfOf(bytes)
  const farStep = farStepOf(bytes)
  let far = 0
  for (let position = 0; position < ids.length; position++) {
    const block = position >> BLOCK
    if (ids[position] === 0) continue
    const step = ids[position]! - bases[block]! - ((slopes[block]! * (position & MASK)) >> FRACTION) + half
    if (step < 0 || step >= farStep) far++
  }
  return far
}
