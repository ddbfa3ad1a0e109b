/** Positions that share a base: 2⁶. */
const BLOCK = 6
/** Stands for an id too far from the base of its block. */
const FAR = 0xffff
/** How far below the first id of a block its base is: values that are written again have other ids. */
const SLACK = 0x4000

/** What a list of ids consists of. */
export interface ValueIdsState {
  readonly bases: Int32Array
  readonly steps: Uint16Array
  readonly far: Map<number, number>
}

/**
 * Ids of values by position, in two bytes each: the ids of a collection that was imported rise with the resources. Ids
 * that do not are kept one by one.
 */
export class ValueIds {
  readonly #bases: Int32Array
  readonly #steps: Uint16Array
  readonly #far: Map<number, number>

  private constructor ({ bases, steps, far }: ValueIdsState) {
    this.#bases = bases
    this.#steps = steps
    this.#far = far
  }

  static ofLength (length: number): ValueIds {
    return new ValueIds({
      bases: new Int32Array((length >> BLOCK) + 1).fill(-1), steps: new Uint16Array(length), far: new Map()
    })
  }

  static of (state: ValueIdsState): ValueIds {
    return new ValueIds(state)
  }

  get state (): ValueIdsState {
    return { bases: this.#bases, steps: this.#steps, far: this.#far }
  }

  /** Rough size in bytes. */
  get bytes (): number {
    return this.#steps.byteLength + this.#bases.byteLength + 50 * this.#far.size
  }

  at (position: number): number {
    const step = this.#steps[position]!
    return step === FAR ? this.#far.get(position)! : this.#bases[position >> BLOCK]! + step
  }

  set (position: number, id: number): void {
    const block = position >> BLOCK
    if (this.#bases[block] === -1) this.#bases[block] = Math.max(0, id - SLACK)
    if (this.#steps[position] === FAR) this.#far.delete(position)
    const step = id - this.#bases[block]!
    const isNear = step >= 0 && step < FAR
    this.#steps[position] = isNear ? step : FAR
    if (!isNear) this.#far.set(position, id)
  }
}
