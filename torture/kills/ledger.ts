import { createHash } from 'node:crypto'

/** What an item is expected to show: its title, and the digest of its file if it has one; null when it is deleted. */
export type State = { title: string, sha256?: string } | null

/**
 * An acknowledged item: it is in the state acknowledged last, or in the one that was requested when the
 * server was killed.
 */
interface Entry { acknowledged: State, pending?: State }

export interface Found {
  'o:id': number
  'o:title': string | null
  'o:media': Array<{ 'o:id': number }>
  'o:is_public': boolean
  [key: string]: unknown
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Number of values of every item, so that one with fewer was written incompletely. */
const VALUES = 5

/** A payload that has the title in each of its values. */
export function payloadOf (title: string): Record<string, unknown> {
  const value = { type: 'literal', '@value': title }
  return {
    'dcterms:title': [{ ...value, property_id: 1 }],
    'dcterms:subject': Array.from({ length: VALUES - 1 }, () => ({ ...value, property_id: 3 }))
  }
}

/** A model of what the server has acknowledged, to be compared with what it serves after it was killed. */
export class Ledger {
  readonly #entries = new Map<number, Entry>()
  /** Creations without an answer, by title: each has happened completely or not at all. */
  readonly #uncertain = new Map<string, State>()

  get ids (): number[] {
    return [...this.#entries]
      .filter(([, { acknowledged, pending }]) => acknowledged !== null && pending === undefined)
      .map(([id]) => id)
  }

  /** Creations and changes that were acknowledged. */
  get size (): number {
    return this.#entries.size
  }

  stateOf (id: number): State {
    return this.#entries.get(id)!.acknowledged
  }

  /** Whether a change of an item is neither under way nor in doubt. */
  isCertain (id: number): boolean {
    return this.#entries.get(id)!.pending === undefined
  }

  creating (state: NonNullable<State>): void {
    this.#uncertain.set(state.title, state)
  }

  created (id: number, state: NonNullable<State>): void {
    this.#uncertain.delete(state.title)
    this.#entries.set(id, { acknowledged: state })
  }

  changing (id: number, state: State): void {
    this.#entries.set(id, { acknowledged: this.stateOf(id), pending: state })
  }

  changed (id: number, state: State): void {
    this.#entries.set(id, { acknowledged: state })
  }

  /** Compares with what the server serves, which is the acknowledged state from now on. @returns faults. */
  compare (shown: readonly Found[]): string[] {
    const faults: string[] = []
    const byId = new Map(shown.map((item) => [item['o:id'], item]))
    for (const [id, entry] of this.#entries) {
      const item = byId.get(id)
      byId.delete(id)
      const candidates = entry.pending === undefined ? [entry.acknowledged] : [entry.acknowledged, entry.pending]
      const fitting = candidates.find((state) => fits(item, state))
      if (fitting === undefined) {
        faults.push(
          `item ${id} should be ${JSON.stringify(candidates)}, and is ${JSON.stringify(item)?.slice(0, 400) ?? 'missing'}`
        )
      }
      // Null is a state too: a deletion that took effect although its answer never came.
      this.#entries.set(id, { acknowledged: fitting === undefined ? entry.acknowledged : fitting })
    }
    for (const [id, item] of byId) {
      const state = this.#uncertain.get(item['o:title'] ?? '')
      if (state === undefined) faults.push(`item ${id} ("${item['o:title']}") was never asked for`)
      else if (!fits(item, state)) faults.push(`item ${id} is half: ${JSON.stringify(item).slice(0, 400)}`)
      else this.#entries.set(id, { acknowledged: state })
    }
    this.#uncertain.clear()
    return faults
  }
}

function fits (item: Found | undefined, state: State): boolean {
  if (item === undefined || state === null) return item === undefined && state === null
  const values = ['dcterms:title', 'dcterms:subject'].flatMap(
    (term) => (item[term] ?? []) as Array<{ '@value': string }>
  )
  return (
    values.length === VALUES &&
    values.every((value) => value['@value'] === state.title) &&
    item['o:title'] === state.title &&
    item['o:media'].length === (state.sha256 === undefined ? 0 : 1)
  )
}
