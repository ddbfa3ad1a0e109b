import type { Bits } from './bits.js'
import type { Entry } from './entry.js'
import type { GroupNumbers, GroupNumbersState } from './group-numbers.js'
import type { KeyTable, KeyTableState } from './key-table.js'
import type { LabelClassesState } from './label-classes.js'
import type { Starts, StartsState } from './starts.js'
import type { ValueFlags, ValueFlagsState } from './value-flags.js'
import type { ValueIds, ValueIdsState } from './value-ids.js'

/** What a column is made from: the values of all resources, those of one after the other. */
export interface ColumnParts {
  /** Ids of the resources from 0 upwards are below this. */
  readonly end: number
  /** The resources that have values, ascending, where most have none; absent: every id has a place. */
  readonly rows?: Int32Array | undefined
  /** Position of the first value of each place; absent: no resource has more than one, its place is the position. */
  readonly starts?: Starts | undefined
  readonly groups: GroupNumbers
  /** Ids of the values; absent: all of a group have the same, which `groupIds` has. */
  readonly ids?: ValueIds | undefined
  readonly groupIds?: number[] | undefined
  /** Absent: no value has any. */
  readonly flags?: ValueFlags | undefined
  /** The groups from FIRST_GROUP on, by key. */
  readonly keys: KeyTable
  /** Groups whose label depends on which of their values are counted: links, and URIs with several labels. */
  readonly varied: Bits
  /** Whether a resource may have two values of a group. */
  readonly hasRepeats: boolean
  /** The values of resources that have more than there is room for. */
  readonly extra?: Map<number, readonly Entry[]>
}

type Parts = 'starts' | 'groups' | 'ids' | 'flags' | 'keys' | 'varied'

/** A column as it is stored. */
export interface ColumnState extends Omit<ColumnParts, Parts> {
  readonly starts: StartsState | undefined
  readonly groups: GroupNumbersState
  readonly ids: ValueIdsState | undefined
  readonly flags: ValueFlagsState | undefined
  readonly keys: KeyTableState
  readonly varied: Uint8Array
  readonly classes: LabelClassesState | undefined
}
