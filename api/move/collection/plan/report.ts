import { ProblemReport } from '../../pipeline/problems.js'
import { DOUBTED, type Entry } from '../../pipeline/record-map.js'
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

  count (type: CollectionType, outcome: Outcome): void {
    const counts = (this.counts[type] ??=
      { created: 0, updated: 0, unchanged: 0, matched: 0, conflicts: 0, deleted: 0, skipped: 0 })
    counts[outcome]++
  }

  /** Counts and reports a record that differs from the source but is left as it is here. */
  conflict (record: { type: CollectionType, id: number, line: number }, message: string): void {
    this.count(record.type, 'conflicts')
    this.problem('conflict', record, message)
  }

  /** Reports a record that a user has changed or deleted here, which is therefore left as it is. */
  stays (record: { type: CollectionType, id: number, line: number }, { digest, isHere }: Entry): void {
    const where = digest === DOUBTED ? '' : 'in the source and '
    const change = digest === DOUBTED ? '' : 'changed in the source and '
    this.conflict(record, isHere
      ? `it was changed ${where}here since the last import; the record here stays as it is`
      : `it was ${change}deleted here; it is not imported again`)
  }

  convert (dataType: string): void {
    this.converted[dataType] = (this.converted[dataType] ?? 0) + 1
  }
}
