/** A set of row ids, quick to ask. Ids are counted up from 1, so that a byte for each up to the highest is little. */
export class IdSet {
  readonly #flags: Uint8Array

  constructor (ids: Int32Array) {
    let most = 0
    for (let at = 0; at < ids.length; at++) if (ids[at]! > most) most = ids[at]!
    this.#flags = new Uint8Array(most + 1)
    for (let at = 0; at < ids.length; at++) this.#flags[ids[at]!] = 1
  }

  has (id: number): boolean {
    return this.#flags[id] === 1
  }

  delete (id: number): void {
    this.#flags[id] = 0
  }
}
