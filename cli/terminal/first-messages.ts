/** Prints the first messages of each kind, and counts the others. */
export class FirstMessages {
  readonly #counts = new Map<string, number>()

  /** @param most number of messages of a kind that are printed. */
  constructor (private readonly most: number, private readonly print: (text: string) => void) {}

  add (kind: string, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (count <= this.most) this.print(text)
  }

  has (kind: string): boolean {
    return this.#counts.has(kind)
  }

  /** Prints how many messages of each kind were not shown. Call it at the end, also after an error. */
  end (textOf: (kind: string, hidden: number) => string): void {
    for (const [kind, count] of this.#counts) if (count > this.most) this.print(textOf(kind, count - this.most))
    this.#counts.clear()
  }
}
