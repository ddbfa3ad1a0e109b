import { Answer, type AnswerFacts, type Representation } from './answer.js'
import { BASE } from './base.js'
import { KeptText, type SizeListener } from './kept-text.js'
import type { Links } from './links.js'

/** The member that shows what links to a resource (docs/contract/values.md §9). */
export const REVERSE = '@reverse'

/** The representation of a resource to which many others link: what they are is kept apart from the rest of it. */
export class LinkedAnswer extends Answer {
  readonly links: Links
  /** The rest: what comes before the links, and after them. */
  readonly #rest: readonly [before: KeptText, after: KeptText]
  readonly #facts: AnswerFacts

  private constructor (rest: readonly [KeptText, KeptText], links: Links, facts: AnswerFacts) {
    const [before, after] = rest
    super(function * () {
      yield before
      yield * links.segments()
      yield after
    }, facts, before.length + links.length + after.length)
    this.links = links
    this.#rest = rest
    this.#facts = facts
  }

  /** @param representation has a member `@reverse`, whatever is in it. */
  static of (representation: Representation, links: Links, facts: AnswerFacts): LinkedAnswer {
    const members = Object.entries(representation)
    const at = members.findIndex(([name]) => name === REVERSE)
    const textOf = (some: typeof members): string => JSON.stringify(Object.fromEntries(some)).slice(1, -1)
    const [before, after] = [textOf(members.slice(0, at)), textOf(members.slice(at + 1))]
    const beginning = new KeptText(`{${before}${before === '' ? '' : ','}"${REVERSE}":`)
    const end = new KeptText(`${after === '' ? '' : ','}${after}}`)
    return new LinkedAnswer([beginning, end], links, facts)
  }

  override get copiedLength (): number {
    return this.#rest.reduce((sum, { length }) => sum + length, 0)
  }

  override onSizeChange (listener: SizeListener): void {
    for (const text of this.#rest) text.listener = listener
  }

  override get bytesInMemory (): number {
    return this.#rest.reduce((sum, { bytesInMemory }) => sum + bytesInMemory, this.links.length)
  }

  /** The same of a resource to which other ones link. */
  withLinks (links: Links): LinkedAnswer {
    return new LinkedAnswer(this.#rest, links, this.#facts)
  }

  /** The same with null for the links. */
  get rest (): Answer {
    const [before, after] = this.#rest
    return new Answer(`${before.text(BASE)}null${after.text(BASE)}`, this.#facts)
  }
}
