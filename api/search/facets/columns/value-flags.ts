import { BLANK, PRIVATE } from '../../../../db/query/conditions/facet-rows.js'
import { Bits } from './bits.js'

/** What it consists of: a bit for each position, of the flags that any value has. */
export interface ValueFlagsState {
  readonly length: number
  readonly privates?: Uint8Array
  readonly blanks?: Uint8Array
}

/** The flags of values by position. */
export class ValueFlags {
  readonly #length: number
  #privates: Bits | undefined
  #blanks: Bits | undefined

  private constructor ({ length, privates, blanks }: ValueFlagsState) {
    this.#length = length
    this.#privates = privates && new Bits(privates)
    this.#blanks = blanks && new Bits(blanks)
  }

  static ofLength (length: number): ValueFlags {
    return new ValueFlags({ length })
  }

  static of (state: ValueFlagsState): ValueFlags {
    return new ValueFlags(state)
  }

  get state (): ValueFlagsState {
    return {
      length: this.#length,
      ...(this.#privates && { privates: this.#privates.array }),
      ...(this.#blanks && { blanks: this.#blanks.array })
    }
  }

  get bytes (): number {
    return (this.#privates?.array.byteLength ?? 0) + (this.#blanks?.array.byteLength ?? 0)
  }

  /** Which values are private; undefined: none is. */
  get privates (): Bits | undefined {
    return this.#privates
  }

  at (position: number): number {
    return (this.#privates?.has(position) === true ? PRIVATE : 0) | (this.#blanks?.has(position) === true ? BLANK : 0)
  }

  set (position: number, flags: number): void {
    this.#privates = this.#changed(this.#privates, position, (flags & PRIVATE) !== 0)
    this.#blanks = this.#changed(this.#blanks, position, (flags & BLANK) !== 0)
  }

  #changed (bits: Bits | undefined, position: number, isSet: boolean): Bits | undefined {
    if (!isSet) bits?.delete(position)
    else (bits ??= new Bits(new Uint8Array((this.#length + 7) >>> 3))).add(position)
    return bits
  }
}
