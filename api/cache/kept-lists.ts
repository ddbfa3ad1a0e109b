import type { Answer, SearchFacts } from '../core/answers/answer.js'
import type { HeldAnswers } from './held-answers.js'
import type { KeptRepresentations } from './kept-representations.js'
import type { ScanResistantCache } from './scan-resistant-cache.js'
import { OVERHEAD } from './size.js'

/** A list answer: its parts in order, and its other metadata. */
export interface Parts {
  of: readonly Answer[]
  facts: SearchFacts
  join: () => Answer
}

/** Bytes that a part takes in a list. */
const PLACE = 8

export interface ListEntry { answer: Answer, of: readonly Answer[], version: number }

/** The list answers of a cache. */
export class KeptLists {
  readonly #lists: ScanResistantCache<ListEntry>
  readonly #kept: KeptRepresentations
  /** The answers that lists hold; what no other part keeps is counted with the lists. */
  readonly #held: HeldAnswers
  /** The list that was made last of those that begin with an answer: many searches find the same first page. */
  readonly #byFirst = new WeakMap<Answer, WeakRef<Answer>>()

  constructor (lists: ScanResistantCache<ListEntry>, kept: KeptRepresentations, held: HeldAnswers) {
    this.#lists = lists
    this.#kept = kept
    this.#held = held
    lists.removed = ({ of }) => { held.release(kept.of(of)) }
  }

  /** A list that was found valid at a version of the change log. */
  at (key: string, version: number): Answer | undefined {
    const entry = this.#lists.get(key)
    return entry?.version === version ? entry.answer : undefined
  }

  /**
   * Keeps a list: the very same answer as before if it has the same parts.
   *
   * @param make is given the parts that the list had. @param version of the change log when its making begins.
   */
  async make (key: string, version: number, make: (before: readonly Answer[]) => Promise<Parts>): Promise<Answer> {
    // The asker has looked it up by `at`, which counts as one use.
    const entry = this.#lists.peek(key)
    const { of, facts, join } = await make(entry?.of ?? [])
    const { total, next, ignored } = facts
    const present = entry !== undefined && isSame(of, entry.of) ? entry.answer : undefined
    const isKnown = present !== undefined &&
      present.total === total && present.next === next && present.ignored === ignored
    if (entry !== undefined && isKnown) {
      entry.version = version
      return present
    }
    const answer = present?.with({ total, next, ignored }) ?? this.#alike(join())
    this.#held.hold(this.#kept.of(of))
    // The bytes of the parts, and what lists share of them, are counted where the parts are kept.
    const size = answer.copiedLength + PLACE * of.length + 2 * key.length + OVERHEAD
    this.#lists.set(key, { answer, of, version }, { size })
    return answer
  }

  /** A list, with the content of another one of the same answers if there is one: its bytes are made only once. */
  #alike (list: Answer): Answer {
    const { parts, total, next, ignored } = list
    const first = parts?.[0]
    if (parts === undefined || first === undefined) return list
    const other = this.#byFirst.get(first)?.deref()
    if (other?.parts !== undefined && isSame(parts, other.parts)) return other.with({ total, next, ignored })
    this.#byFirst.set(first, new WeakRef(list))
    return list
  }
}

function isSame (parts: readonly Answer[], others: readonly Answer[]): boolean {
  return parts.length === others.length && parts.every((answer, at) => answer === others[at])
}
