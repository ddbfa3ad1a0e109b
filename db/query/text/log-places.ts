import type { Reading } from '../statements/reading.js'

/** Number of latest changes stored with a place, by which it is recognized. */
const STORED_CHANGES = 50

const KINDS = "kind IN ('item', 'item_set', 'media')"

/** Annotations of values belong to the resource of the value and have no log entries of their own. */
const TOUCHED = `WITH RECURSIVE touched(id) AS (
    SELECT resource_id FROM resource_change WHERE ${KINDS} AND position > ?
    UNION SELECT annotation_id FROM touched JOIN value ON value.resource_id = touched.id WHERE annotation_id IS NOT NULL
  ) SELECT id FROM touched LIMIT ?`

/** A change: its position, its resource, and its time in seconds. */
type Change = [position: number, resource: number, time: number]

/** A place in the log of changes, from which another process or a later start can continue reading. */
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

/** The resources written after a place, and the place up to which they are complete. */
interface WrittenSince { readonly touched: readonly number[], readonly place: LogPlace }

/** Places in the log of changes of a database, by which data stored on disk is brought up to date. */
export class LogPlaces {
  /** The last result: most stored data has about the same place. */
  #touched: Touched | undefined

  constructor (private readonly reading: Reading) {}

  /** The current end of the log: everything committed is before it. */
  now (): LogPlace {
    const [[migration, epoch, position]] = this.#rows(`SELECT ${this.reading.migration},
      epoch, position FROM change_log`) as [[number, string, number]]
    const last = this.#rows(`SELECT position, resource_id, time FROM resource_change
      WHERE ${KINDS} AND position <= ? ORDER BY position DESC LIMIT ${STORED_CHANGES}`, position) as Change[]
    return { migration, epoch, position, last }
  }

  /**
   * The resources written after a place and the annotations of their values, possibly with some written earlier;
   * undefined: more than `most`, or the place does not belong to this log.
   *
   * The database may have been replaced by an earlier copy and have continued from there. So the changes stored with
   * the place must be present in the log, unless later changes of the same resources replaced them.
   */
  writtenSince (place: LogPlace, most: number): WrittenSince | undefined {
    const now = this.now()
    const { migration, epoch, position } = now
    if (migration !== place.migration || epoch !== place.epoch || position < place.position) return undefined
    const stored = new Map(place.last.map(([at, resource, time]) => [at, { resource, time }]))
    const first = Math.min(...stored.keys())
    const there = this.#rows(`SELECT position, resource_id, time FROM resource_change
      WHERE ${KINDS} AND position BETWEEN ? AND ?`, first, place.position) as Change[]
    const isSame = ([at, resource, time]: Change): boolean =>
      stored.get(at)?.resource === resource && stored.get(at)!.time === time
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
