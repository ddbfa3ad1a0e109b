import type { ResourceKind } from '../../db/tables/index.js'
import type { Titles } from '../resources/shared/titles.js'
import type { ValueRow } from '../values/value-rows.js'

/** The kinds of resource that an import can make, by the type that says so. */
export const IMPORTED_KINDS = { 'o:Item': 'item', 'o:ItemSet': 'item_set' } as const
export type ImportedKind = typeof IMPORTED_KINDS[keyof typeof IMPORTED_KINDS]

/** The id of a resource, or a negative number: the place of a record of the file (see Places), whose id is yet to be given. */
export type Target = number

/** A value with what may be known of it before ids are given; `row.linkedId` is a target. */
export interface RecordValue {
  row: ValueRow
  /** Kinds of resource that it may point to. */
  links: readonly ResourceKind[]
  /** Values that describe it; null when there is no annotation. */
  annotation: RecordValue[] | null
}

/** One line of an import, understood. */
export interface ImportRecord {
  line: number
  label: string
  kind: ImportedKind
  classId: number | null
  templateId: number | null
  titles: Titles
  isPublic: boolean
  /** Of an item set. */
  isOpen: boolean
  /** Of an item. */
  itemSets: Target[]
  values: RecordValue[]
  /** What was left out, in words. */
  warnings: string[]
}

const ITEM_SETS: readonly ResourceKind[] = ['item_set']

type Visit = (target: Target, kinds: readonly ResourceKind[]) => void

/** Tells what a record points to, and what that may be. */
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

/** Values of a record, those of annotations too. */
export function countValues (values: readonly RecordValue[]): number {
  return values.reduce((sum, { annotation }) => sum + (annotation === null ? 0 : countValues(annotation)), values.length)
}
