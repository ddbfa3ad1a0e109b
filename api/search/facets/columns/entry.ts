/** Number of a group at a position without a value. */
export const NONE = 0
/** Number that all groups share that consist of one value; of them there may be millions. */
export const SINGLE = 1
/** Groups of several values, and of links, have numbers from here on. */
export const FIRST_GROUP = 2

/** A value of a resource: its group, its id, and flags (db/query/conditions/facet-rows.ts). */
export interface Entry { group: number, id: number, flags: number }
