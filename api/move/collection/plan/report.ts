import { ProblemReport } from '../../pipeline/problems.js'
import type { CollectionType } from '../read/collection-file.js'

/** Numbers of records of a type, by outcome. */
interface TypeCounts {
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

/** Counts outcomes and problems, and passes on problems. */
export class TransferReport extends ProblemReport {
  readonly counts: TransferCounts = {}
  /** Numbers of values of unknown data types that were converted, by that type. */
  readonly converted = Object.create(null) as Record<string, number>

  count (type: CollectionType, outcome: Outcome, number = 1): void {
    const counts = (this.counts[type] ??=
      { created: 0, updated: 0, unchanged: 0, matched: 0, conflicts: 0, deleted: 0, skipped: 0 })
    counts[outcome] += number
  }

  convert (dataType: string): void {
    this.converted[dataType] = (this.converted[dataType] ?? 0) + 1
  }
}
