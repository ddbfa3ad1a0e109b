import type { ResourceKind } from '../../db/tables/index.js'
import type { Titles } from '../resources/shared/titles.js'
import type { ValueRow } from '../values/value-rows.js'

/** The kinds of resource that can be imported, by their `@type`. */
export const IMPORTED_KINDS = { 'o:Item': 'item', 'o:ItemSet': 'item_set' } as const
export type ImportedKind = typeof IMPORTED_KINDS[keyof typeof IMPORTED_KINDS]

/**
 * Target of a link: the id of a resource, or a negative number for a record of the file without an id (see Labels).
 */
export type Target = number

/** A value before ids are assigned: `row.linkedId` is a Target. */
export interface RecordValue {
  row: ValueRow
  /** Kinds of resource that it may link to. */
  links: readonly ResourceKind[]
  /** Values of its value annotation; null when it has none. */
  annotation: RecordValue[] | null
}

/** A parsed line of an import. */
export interface ImportRecord {
  line: number
  label: string
  kind: ImportedKind
  classId: number | null
  templateId: number | null
  titles: Titles
  isPublic: boolean
  /** Item sets only. */
  isOpen: boolean
  /** Items only. */
  itemSets: Target[]
  values: RecordValue[]
  /** Messages about what was left out. */
  warnings: string[]
}

const ITEM_SETS: readonly ResourceKind[] = ['item_set']

type Visit = (target: Target, kinds: readonly ResourceKind[]) => void

/** Calls `visit` with each target that a record links to, and the kinds of resource allowed there. */
export function forEachTarget (record: ImportRecord, visit: Visit): void {
  for (const target of record.itemSets) visit(target, ITEM_SETS)
  forEachTargetOfValues(record.values, visit)
}

function forEachTargetOfValues (values: readonly RecordValue[], visit: Visit): void {
  for (const { row, links, annotation } of values) {
    if (row.linkedId !== null) visit(row.linkedId, links)
    if (annotation !== null) forEachTargetOfValues(annotation, visit)
  }
}

/** Number of values, including those of value annotations. */
export function countValues (values: readonly RecordValue[]): number {
  return values.reduce(
    (sum, { annotation }) => sum + (annotation === null ? 0 : countValues(annotation)),
    values.length
  )
}
