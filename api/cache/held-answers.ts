/** An answer that lists may hold. */
export interface Held {
  /** Bytes that it takes. */
  size: number
  /** How many of the lists that are kept hold it. */
  lists: number
  /** Whether it is kept by itself, and counted there. */
  isKept: boolean
}

/** Counts what answers take that are kept only because lists hold them. */
export class HeldAnswers {
  #bytes = 0
  readonly #changed: (bytes: number) => void

  /** @param changed is told how many bytes they take now. */
  constructor (changed: (bytes: number) => void) {
    this.#changed = changed
  }

  /** A list is kept that holds these. */
  hold (answers: readonly Held[]): void {
    let more = 0
    for (const answer of answers) {
      if (answer.lists === 0 && !answer.isKept) more += answer.size
      answer.lists++
    }
    this.#add(more)
  }

  /** A list that held these is not kept any more. */
  release (answers: readonly Held[]): void {
    let less = 0
    for (const answer of answers) {
      answer.lists--
      if (answer.lists === 0 && !answer.isKept) less += answer.size
    }
    this.#add(-less)
  }

  /** An answer is kept by itself from now on. */
  kept (answer: Held): void {
    if (answer.isKept) return
    answer.isKept = true
    if (answer.lists > 0) this.#add(-answer.size)
  }

  /** An answer is not kept by itself any more. */
  dropped (answer: Held): void {
    if (!answer.isKept) return
    answer.isKept = false
    if (answer.lists > 0) this.#add(answer.size)
  }

  /** An answer takes other memory than before. */
  resize (answer: Held, size: number): void {
    const more = size - answer.size
    answer.size = size
    if (answer.lists > 0 && !answer.isKept) this.#add(more)
  }

  #add (bytes: number): void {
    if (bytes === 0) return
    this.#bytes += bytes
    this.#changed(this.#bytes)
  }
}
