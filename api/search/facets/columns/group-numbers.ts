/** What it consists of: the lower bytes of each number and, where there are any, the higher ones. */
export interface GroupNumbersState {
  readonly low: Uint8Array | Uint16Array
  readonly high?: Uint8Array | Uint16Array | undefined
}

/** Numbers of groups by position, in as many bytes as the greatest needs. */
export class GroupNumbers {
  #low: Uint8Array | Uint16Array
  #high: Uint8Array | Uint16Array | undefined

  private constructor ({ low, high }: GroupNumbersState) {
    this.#low = low
    this.#high = high
  }

  /** @param greatest number for which there is room at first. */
  static ofLength (length: number, greatest: number): GroupNumbers {
    return new GroupNumbers(emptyFor(length, greatest))
  }

  static of (state: GroupNumbersState): GroupNumbers {
    return new GroupNumbers(state)
  }

  /** To be read, in loops over very many; as long as nothing is set. */
  get state (): GroupNumbersState {
    return { low: this.#low, high: this.#high }
  }

  get length (): number {
    return this.#low.length
  }

  get bytes (): number {
    return this.#low.byteLength + (this.#high?.byteLength ?? 0)
  }

  at (position: number): number {
    const low = this.#low[position]!
    return this.#high === undefined ? low : this.#high[position]! << 16 | low
  }

  set (position: number, group: number): void {
    if (bytesFor(group) > this.#low.BYTES_PER_ELEMENT + (this.#high?.BYTES_PER_ELEMENT ?? 0)) this.#widenTo(group)
    this.#low[position] = group
    if (this.#high !== undefined) this.#high[position] = group >>> 16
  }

  #widenTo (group: number): void {
    const { low, high } = emptyFor(this.length, group)
    low.set(this.#low)
    if (this.#high !== undefined) high!.set(this.#high)
    this.#low = low
    this.#high = high
  }
}

const bytesFor = (group: number): number => group > 0xffffff ? 4 : group > 0xffff ? 3 : group > 0xff ? 2 : 1

function emptyFor (length: number, greatest: number): GroupNumbersState {
  switch (bytesFor(greatest)) {
    case 1: return { low: new Uint8Array(length) }
    case 2: return { low: new Uint16Array(length) }
    case 3: return { low: new Uint16Array(length), high: new Uint8Array(length) }
    default: return { low: new Uint16Array(length), high: new Uint16Array(length) }
  }
}
