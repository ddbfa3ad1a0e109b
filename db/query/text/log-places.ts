import type { Reading } from '../statements/reading.js'

/** How many of the last changes a place names, by which it is known again. */
const NAMED = 50

const KINDS = "kind IN ('item', 'item_set', 'media')"

/** What annotates values belongs to their resource, and has no entries of its own. */
const TOUCHED = `WITH RECURSIVE touched(id) AS (
    SELECT resource_id FROM resource_change WHERE ${KINDS} AND position > ?
    UNION SELECT annotation_id FROM touched JOIN value ON value.resource_id = touched.id WHERE annotation_id IS NOT NULL
  ) SELECT id FROM touched LIMIT ?`

/** A change: its position, its resource, and its time in seconds. */
type Change = [position: number, resource: number, time: number]

/** A place in the log of changes, from which on it can be read in another process. */
export interface LogPlace {
  /** The newest migration of the database. */
  readonly migration: number
  /** Name of the log. */
  readonly epoch: string
  readonly position: number
  /** The last changes before it, in descending order. */
  readonly last: readonly Change[]
}

/** The resources that were written between two positions of a log. */
interface Touched {
  readonly epoch: string
  readonly from: number
  readonly to: number
  readonly ids: readonly number[]
}

/** The resources that were written after a place, and the place up to which they are known, or further. */
interface WrittenSince { readonly touched: readonly number[], readonly place: LogPlace }

/** Places in the log of changes of a database: what was kept there is corrected by the changes that came later. */
export class LogPlaces {
  /** What was read last: what is kept was mostly kept at about the same place. */
  #touched: Touched | undefined

  constructor (private readonly reading: Reading) {}

  /** Everything that has been committed is before this place. */
  now (): LogPlace {
    const [[migration, epoch, position]] = this.#rows(`SELECT ${this.reading.migration},
      epoch, position FROM change_log`) as [[number, string, number]]
    const last = this.#rows(`SELECT position, resource_id, time FROM resource_change
      WHERE ${KINDS} AND position <= ? ORDER BY position DESC LIMIT ${NAMED}`, position) as Change[]
    return { migration, epoch, position, last }
  }

  /**
   * The resources that were written after a place, with what annotates their values, and perhaps some that were written
   * before it; undefined: there are more than `most`, or it is no place of this log. A database may have been replaced
   * by an earlier copy and gone on from there: the changes that the place names must be there, unless they were
   * followed by others of the same resources.
   */
  writtenSince (place: LogPlace, most: number): WrittenSince | undefined {
    const now = this.now()
    const { migration, epoch, position } = now
    if (migration !== place.migration || epoch !== place.epoch || position < place.position) return undefined
    const named = new Map(place.last.map(([at, resource, time]) => [at, { resource, time }]))
    const first = Math.min(...named.keys())
    const there = this.#rows(`SELECT position, resource_id, time FROM resource_change
      WHERE ${KINDS} AND position BETWEEN ? AND ?`, first, place.position) as Change[]
    const isSame = ([at, resource, time]: Change): boolean =>
      named.get(at)?.resource === resource && named.get(at)!.time === time
    if (there.length === 0 || !there.every(isSame)) return undefined
    const known = this.#touched
    if (known?.epoch === epoch && known.from <= place.position && known.to === position) {
      return { touched: known.ids, place: now }
    }
    const touched = this.#rows(TOUCHED, place.position, most + 1) as Array<[number]>
    if (touched.length > most) return undefined
    const ids = touched.map(([id]) => id)
    this.#touched = { epoch, from: place.position, to: position, ids }
    return { touched: ids, place: now }
  }

  #rows (statement: string, ...parameters: number[]): unknown[] {
    return this.reading.rows(statement, ...parameters)
  }
}
