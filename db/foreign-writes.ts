/**
 * Notices that other connections have written: by a number of SQLite that says so, but not what, nor how often
 * (https://www.sqlite.org/pragma.html#pragma_data_version). It is looked at once per turn of the event loop.
 */
export class ForeignWrites {
  #seen: number
  #isUpToDate = false
  #isWrittenElsewhere = false
  /** Has the next `look` look, be it in the same turn. */
  readonly endTurn = (): void => { this.#isUpToDate = false }

  /**
   * @param version changes whenever another connection, of any process, has committed. @param notice is called when
   *   somebody else has written.
   */
  constructor (readonly version: () => number, private readonly notice: () => void) {
    this.#seen = version()
  }

  look (): void {
    if (this.#isUpToDate) return
    this.#isUpToDate = true
    setImmediate(this.endTurn)
    if (!this.#isWrittenElsewhere) this.#lookNow()
  }

  /**
   * Does not notice what another connection of this process writes during `work`, while it keeps everybody else from
   * writing.
   *
   * @param work its result says whether nobody else has written until it ended.
   */
  async elsewhere<T extends { isAlone: boolean }> (work: () => Promise<T>): Promise<T> {
    this.#lookNow()
    this.#isWrittenElsewhere = true
    try {
      const result = await work()
      if (result.isAlone) this.#seen = this.version()
      return result
    } finally {
      this.#isWrittenElsewhere = false
      this.endTurn()
    }
  }

  #lookNow (): void {
    const version = this.version()
    if (version === this.#seen) return
    this.#seen = version
    this.notice()
  }
}
