import type { Whole } from './kept-counts.js'

/** The resources that are counted, and which private values are. */
export interface Counted {
  /** Set when the resources are these. */
  readonly whole?: Whole | undefined
  /** Ascending. */
  readonly resources: Int32Array
  has (resource: number): boolean
  seesPrivate (resource: number): boolean
}
