import { COLLECTION_TYPE_NAMES, type CollectionType } from '../read/collection-file.js'

/**
 * A record, or a part of one, that could not come. After a warning part of it is left out, after an error all of it.
 */
export interface TransferProblem {
  severity: 'error' | 'warning' | 'conflict'
  /** Counted from 1; 0: the problem is not one of a line. */
  line: number
  type?: CollectionType
  /** In the source. */
  id?: number
  message: string
}

/** `check` counts bytes of the file, `write` records. */
export interface TransferProgress {
  phase: 'check' | 'write'
  done: number
  total: number
}

/** What became of the records of a type. */
export interface TypeCounts {
  created: number
  updated: number
  /** Brought in before and the same since. */
  unchanged: number
  /** There before, and left as they were: a built-in vocabulary, an account with the same address. */
  matched: number
  /** Changed in the source and here: left as they are here. */
  conflicts: number
  deleted: number
  /** Left out because of errors. */
  skipped: number
}

export type Outcome = keyof TypeCounts

/** Counts by type, of those types that there are records of. */
export type TransferCounts = Partial<Record<CollectionType, TypeCounts>>

/** Counts what becomes of the records, and passes problems on. */
export class TransferReport {
  readonly counts: TransferCounts = {}
  /** Values whose data type is unknown here and that became others, by this type. */
  readonly converted = Object.create(null) as Record<string, number>
  errors = 0
  warnings = 0
  conflicts = 0

  constructor (readonly onProblem: (problem: TransferProblem) => void = () => {}) {}

  count (type: CollectionType, outcome: Outcome, number = 1): void {
    const counts = (this.counts[type] ??=
      { created: 0, updated: 0, unchanged: 0, matched: 0, conflicts: 0, deleted: 0, skipped: 0 })
    counts[outcome] += number
  }

  convert (dataType: string): void {
    this.converted[dataType] = (this.converted[dataType] ?? 0) + 1
  }

  problem (problem: TransferProblem): void {
    if (problem.severity === 'error') this.errors++
    else if (problem.severity === 'warning') this.warnings++
    else this.conflicts++
    this.onProblem(problem)
  }

  /** The number of records of all types with one outcome. */
  total (outcome: Outcome): number {
    return COLLECTION_TYPE_NAMES.reduce((sum, type) => sum + (this.counts[type]?.[outcome] ?? 0), 0)
  }
}
