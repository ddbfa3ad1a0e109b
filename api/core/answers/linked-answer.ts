import { Answer, JsonText, type AnswerFacts, type Representation } from './answer.js'
import { BASE } from './base.js'
import type { Links } from './links.js'

/** The member that lists the links to a resource (docs/contract/values.md §9). */
export const REVERSE = '@reverse'

/**
 * The representation of a resource to which many others link. The links are stored apart from the rest, so that they
 * can be patched.
 */
export class LinkedAnswer extends Answer<Representation> {
  readonly links: Links
  /** The text before and after the links. */
  readonly #rest: readonly [before: JsonText, after: JsonText]
  readonly #facts: AnswerFacts

  private constructor (rest: readonly [JsonText, JsonText], links: Links, facts: AnswerFacts) {
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

  /** @param representation has a member `@reverse`, the content of which is ignored. */
  static of (representation: Representation, links: Links, facts: AnswerFacts): LinkedAnswer {
    const members = Object.entries(representation)
    const at = members.findIndex(([name]) => name === REVERSE)
    const textOf = (some: typeof members): string => JSON.stringify(Object.fromEntries(some)).slice(1, -1)
    const [before, after] = [textOf(members.slice(0, at)), textOf(members.slice(at + 1))]
    const beginning = new JsonText(`{${before}${before === '' ? '' : ','}"${REVERSE}":`)
    const end = new JsonText(`${after === '' ? '' : ','}${after}}`)
    return new LinkedAnswer([beginning, end], links, facts)
  }

  override get copiedLength (): number {
    return this.#rest.reduce((sum, { length }) => sum + length, 0)
  }

  /** This representation with other links. */
  withLinks (links: Links): LinkedAnswer {
    return new LinkedAnswer(this.#rest, links, this.#facts)
  }

  override get rest (): Answer<Representation> {
    const [before, after] = this.#rest
    return new Answer(`${before.text(BASE)}null${after.text(BASE)}`, this.#facts)
  }
}
