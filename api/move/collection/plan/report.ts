import { COLLECTION_TYPE_NAMES, type CollectionType } from '../read/collection-file.js'

/** A problem of a record. After a warning, a part of the record is left out; after an error, all of it. */
export interface TransferProblem {
  severity: 'error' | 'warning' | 'conflict'
  /** Counted from 1; 0: not related to a line. */
  line: number
  type?: CollectionType
  /** Id in the source. */
  id?: number
  message: string
}

/** Numbers of records of a type, by outcome. */
export interface TypeCounts {
  created: number
  updated: number
  /** Imported before, and unchanged in the source. */
  unchanged: number
  /** Existed before and left unchanged: a built-in vocabulary, or an account with the same address. */
  matched: number
  /** Changed both in the source and here: left as they are here. */
  conflicts: number
  deleted: number
  /** Left out because of errors. */
  skipped: number
}

export type Outcome = keyof TypeCounts

/** Counts by type; types without records are missing. */
export type TransferCounts = Partial<Record<CollectionType, TypeCounts>>

/** Counts outcomes and passes on problems. */
export class TransferReport {
  readonly counts: TransferCounts = {}
  /** Numbers of values of unknown data types that were converted, by that type. */
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
