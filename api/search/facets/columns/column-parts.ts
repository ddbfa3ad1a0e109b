import type { Bits } from './bits.js'
import type { Entry } from './entry.js'
import type { KeyTable, KeyTableState } from './key-table.js'
import type { LabelClassesState } from './label-classes.js'
import type { PlacedState, PlacedValues } from './placed-values.js'

/** What a column is made from. */
export interface ColumnParts {
  readonly placed: PlacedValues
  /** The groups from FIRST_GROUP on, by key. */
  readonly keys: KeyTable
  /** Groups whose label depends on which of their values are counted: links, and URIs with several labels. */
  readonly varied: Bits
  /** The values of resources that have more than there is room for. */
  readonly extra?: Map<number, readonly Entry[]>
}

/** A column as it is stored. */
export interface ColumnState {
  readonly placed: PlacedState
  readonly keys: KeyTableState
  readonly varied: Uint8Array
  readonly extra: Map<number, readonly Entry[]>
  readonly classes: LabelClassesState | undefined
}
