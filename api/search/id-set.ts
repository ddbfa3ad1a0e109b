/** A set of row ids with fast lookup: one byte for each id up to the highest. Ids are assigned from 1 upwards. */
export class IdSet {
  readonly #flags: Uint8Array

  constructor (ids: Int32Array) {
    let highest = 0
    for (let at = 0; at < ids.length; at++) if (ids[at]! > highest) highest = ids[at]!
    this.#flags = new Uint8Array(highest + 1)
    for (let at = 0; at < ids.length; at++) this.#flags[ids[at]!] = 1
  }

  has (id: number): boolean {
    return this.#flags[id] === 1
  }

  delete (id: number): void {
    this.#flags[id] = 0
  }
}
