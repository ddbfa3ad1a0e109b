/** Parts of the benchmark that measure workloads one by one. */
const BY_WORKLOAD = ['load', 'cold', 'after-write'] as const

export type Part = typeof BY_WORKLOAD[number] | 'walk' | 'mix' | 'writes' | 'facets' | 'import'

/** Parts with their workloads, as in the help. */
export const PARTS: Readonly<Record<Part, string>> = {
  load: 'requests a second of each workload, beside a bare server',
  cold: 'searches that were never asked before',
  'after-write': 'requests right after a write',
  walk: 'the whole list, page after page',
  mix: 'a mixture of reads, beside no writes, a few and many',
  writes: 'clients who create or change without pause',
  facets: 'facets of each property, of everything and of what searches find',
  import: 'the import; named, it is repeated even if its folder exists'
}

/** The parts and workloads to measure; by default all. */
export class Selection {
  readonly #parts: readonly string[]
  readonly #workloads: readonly string[]

  /** @param names of parts and of workloads; parts alone mean all their workloads, and the other way round. */
  constructor (private readonly given?: readonly string[]) {
    this.#parts = (given ?? []).filter((name) => name in PARTS)
    this.#workloads = (given ?? []).filter((name) => !(name in PARTS))
  }

  get isEverything (): boolean {
    return this.given === undefined
  }

  has (part: Part): boolean {
    if (this.isEverything || this.#parts.includes(part)) return true
    return this.#parts.length === 0 && BY_WORKLOAD.some((name) => name === part)
  }

  /** Whether a part is named, not just part of everything. */
  names (part: Part): boolean {
    return this.#parts.includes(part)
  }

  hasWorkload (part: Part, workload: string): boolean {
    return this.has(part) && (this.#workloads.length === 0 || this.#workloads.includes(workload))
  }
}
