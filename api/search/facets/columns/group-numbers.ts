import { FIRST_GROUP, NONE, SINGLE } from './entry.js'
import { CLASSES } from './label-classes.js'

/** What it consists of: the lower bytes of each code and, where there are any, the higher ones. */
export interface GroupNumbersState {
  readonly low: Uint8Array | Uint16Array
  readonly high?: Uint8Array | Uint16Array | undefined
  /** How much greater the codes of groups are, from FIRST_GROUP on, than their numbers. */
  readonly shift: number
}

/**
 * Numbers of groups by position, in as many bytes as the greatest needs. They are kept as codes: those of groups of one
 * value also say which class their label is in, if that is wanted, so codes of other groups follow behind.
 */
export class GroupNumbers {
  #low: Uint8Array | Uint16Array
  #high: Uint8Array | Uint16Array | undefined
  #shift: number

  private constructor ({ low, high, shift }: GroupNumbersState) {
    this.#low = low
    this.#high = high
    this.#shift = shift
  }

  /** @param greatest number for which there is room at first. */
  static ofLength (length: number, greatest: number): GroupNumbers {
    return new GroupNumbers({ ...emptyFor(length, greatest), shift: 0 })
  }

  static of (state: GroupNumbersState): GroupNumbers {
    return new GroupNumbers(state)
  }

  /** Also to be read in loops over very many, as long as nothing is set. */
  get state (): GroupNumbersState {
    return { low: this.#low, high: this.#high, shift: this.#shift }
  }

  get length (): number {
    return this.#low.length
  }

  get bytes (): number {
    return this.#low.byteLength + (this.#high?.byteLength ?? 0)
  }

  at (position: number): number {
    return groupOf(this.#codeAt(position), this.#shift)
  }

  /** Sets the number of a group; one value that is a group of its own is not classified any more. */
  set (position: number, group: number): void {
    this.#setCode(position, group < FIRST_GROUP ? group : group + this.#shift)
  }

  /** Has classes of groups of one value kept; none of them is classified yet. */
  keepClasses (): void {
    const { low, high, shift } = this.state
    const before = new GroupNumbers({ low: low.slice(), high: high?.slice(), shift })
    this.#shift = CLASSES - 1
    for (let position = 0; position < before.length; position++) this.set(position, before.at(position))
  }

  /** Sets the class of a value that is a group of its own. */
  setClass (position: number, number: number): void {
    this.#setCode(position, SINGLE + number)
  }

  #codeAt (position: number): number {
    const low = this.#low[position]!
    return this.#high === undefined ? low : this.#high[position]! << 16 | low
  }

  #setCode (position: number, code: number): void {
    if (bytesFor(code) > this.#low.BYTES_PER_ELEMENT + (this.#high?.BYTES_PER_ELEMENT ?? 0)) this.#widenTo(code)
    this.#low[position] = code
    if (this.#high !== undefined) this.#high[position] = code >>> 16
  }

  #widenTo (code: number): void {
    const { low, high } = emptyFor(this.length, code)
    low.set(this.#low)
    if (this.#high !== undefined) high!.set(this.#high)
    this.#low = low
    this.#high = high
  }
}

/** The number of the group that a code says. */
export const groupOf = (code: number, shift: number): number =>
  code > SINGLE + shift ? code - shift : code === NONE ? NONE : SINGLE

/** The class that the code of a group of one value says. */
export const classOf = (code: number): number => code - SINGLE

const bytesFor = (code: number): number => code > 0xffffff ? 4 : code > 0xffff ? 3 : code > 0xff ? 2 : 1

function emptyFor (length: number, greatest: number): Pick<GroupNumbersState, 'low' | 'high'> {
  switch (bytesFor(greatest)) {
    case 1: return { low: new Uint8Array(length) }
    case 2: return { low: new Uint16Array(length) }
    case 3: return { low: new Uint16Array(length), high: new Uint8Array(length) }
    default: return { low: new Uint16Array(length), high: new Uint16Array(length) }
  }
}
