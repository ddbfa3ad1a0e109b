/** A set of row ids, quick to ask. Ids are counted up from 1, so that a byte for each up to the highest is little. */
export class IdSet {
  readonly #flags: Uint8Array

  constructor (ids: Int32Array) {
    this.#flags = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1)
    for (const id of ids) this.#flags[id] = 1
  }

  has (id: number): boolean {
    return this.#flags[id] === 1
  }

  delete (id: number): void {
    this.#flags[id] = 0
  }
}
