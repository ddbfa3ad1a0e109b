import type Sqlite from 'better-sqlite3'
import { digest } from '../keys/digest.js'
import { TABLES } from './mirror-spool-tables.js'
import { cacheStatements, openFile } from '../sqlite/connection/driver.js'
import { inPages, LACKS_FILE, PAGE_ROWS, SpooledFiles } from './spooled-files.js'

/** A record of the source; `lacksFile`: its file could not be downloaded. */
export interface SpooledRecord { id: number, body: string, lacksFile: boolean }

/** One row of a listing; `modified` is the source's date of the last change, in any format. */
export type Listed = readonly [id: number, modified: string | null]

export interface RecordName { resource: string, id: number }

/** `skipped`: records that could not be written; `refused`: records that the collection refused to delete. */
export interface LeftOutRecords { skipped: readonly RecordName[], refused: readonly RecordName[] }

/** `new`: not in the collection yet; `changed`: different in the collection; `gone`: to be deleted from it. */
export interface SpoolCounts { resource: string, new: number, changed: number, gone: number, known: number }

/** Records that have to be read besides new and changed ones. */
interface Due {
  /** Records modified since then are read again: they may have changed within the second of the last read. */
  since: string | null
  /** Whether each run reads every record. */
  isWhole: boolean
}

const DUE = `
  FROM listed LEFT JOIN record USING (resource, id)
  WHERE resource = ? AND listed.id > ? AND (record.id IS NULL OR listed.modified IS NOT record.modified
    OR record.is_gone OR (record.run <> ? AND (? OR record.problem IS NOT NULL OR listed.modified >= ?)))`

function bound (resource: string, after: number, run: number, { since, isWhole }: Due): unknown[] {
  return [resource, after, run, Number(isWhole), since]
}

/** Types that share one sequence of ids (docs/contract/values.md §10). */
const SHARE_IDS = "resource IN ('items', 'item_sets', 'media')"

/** Annotation ids are searched up to this distance above their record's id: they were assigned right after it. */
const MAX_ANNOTATION_DISTANCE = 1000

/**
 * The data read from a mirrored installation, in a separate database beside the collection: records that are to be
 * written to the collection, and digests of records that were.
 */
export class MirrorSpool {
  readonly #driver: Sqlite.Database
  /** The files that belong to the records. */
  readonly files: SpooledFiles

  private constructor (driver: Sqlite.Database) {
    cacheStatements(driver)
    this.#driver = driver
    this.files = new SpooledFiles(driver)
  }

  /**
   * An in-memory copy without the records' contents, for a dry run.
   *
   * @param file undefined: begins empty.
   */
  static sketch (file: string | undefined): MirrorSpool {
    const driver = openFile(':memory:')
    driver.exec(TABLES)
    if (file !== undefined) {
      driver.prepare('ATTACH ? AS original').run(file)
      driver.exec(`
        INSERT INTO state SELECT * FROM original.state;
        INSERT INTO record
          SELECT resource, id, parent, modified, run, digest, applied, is_gone, problem, NULL FROM original.record;
        INSERT INTO file SELECT * FROM original.file;
        DETACH original;`)
    }
    return new MirrorSpool(driver)
  }

  static open (file: string): MirrorSpool {
    const driver = openFile(file)
    driver.pragma('journal_mode = WAL')
    // A power failure may lose the last records; they are read again.
    driver.pragma('synchronous = NORMAL')
    driver.exec(TABLES)
    return new MirrorSpool(driver)
  }

  close (): void {
    this.#driver.close()
  }

  state (name: string): string | undefined {
    return this.#driver.prepare('SELECT value FROM state WHERE name = ?').pluck().get(name) as string | undefined
  }

  setState (name: string, value: string): void {
    this.#driver.prepare('INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(name, value)
  }

  transaction (work: () => void): void {
    this.#driver.transaction(work).immediate()
  }

  clearListing (resource: string): void {
    this.#driver.prepare('DELETE FROM listed WHERE resource = ?').run(resource)
  }

  /** Adds rows to the listing of a type; repeated ids count once. @returns the number of new ones. */
  list (resource: string, rows: readonly Listed[]): number {
    const insert = this.#driver.prepare('INSERT INTO listed VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    let added = 0
    this.transaction(() => { for (const [id, modified] of rows) added += insert.run(resource, id, modified).changes })
    return added
  }

  countListed (resource: string): number {
    return this.#driver.prepare('SELECT count(*) FROM listed WHERE resource = ?').pluck().get(resource) as number
  }

  /**
   * Listed ids that have to be read: unknown ones, changed ones, and ones not read in this run that may have changed
   * without a new date.
   */
  due (resource: string, run: number, which: Due): Generator<number> {
    const page = this.#driver.prepare(`SELECT listed.id ${DUE} ORDER BY listed.id LIMIT ${PAGE_ROWS}`).pluck()
    return inPages((after) => page.all(...bound(resource, after, run, which)) as number[], (id) => id, -1)
  }

  countDue (resource: string, run: number, which: Due): number {
    return this.#driver.prepare(`SELECT count(*) ${DUE}`).pluck().get(...bound(resource, -1, run, which)) as number
  }

  /** Number of listed records that are not in the collection. */
  countUnknown (resource: string): number {
    return this.#driver.prepare(`
      SELECT count(*) FROM listed LEFT JOIN record USING (resource, id)
      WHERE resource = ? AND (record.applied IS NULL OR record.is_gone)`).pluck().get(resource) as number
  }

  /** Known records that are missing from the listing of their type. */
  missing (resource: string): Generator<number> {
    const page = this.#driver.prepare(`
      SELECT id FROM record WHERE resource = ? AND id > ? AND NOT is_gone
        AND NOT EXISTS (SELECT 1 FROM listed WHERE listed.resource = record.resource AND listed.id = record.id)
      ORDER BY id LIMIT ${PAGE_ROWS}`).pluck()
    return inPages((after) => page.all(resource, after) as number[], (id) => id, -1)
  }

  /** The date of the last change of a record according to the listing. */
  listedChange (resource: string, id: number): string | null {
    return (this.#driver.prepare('SELECT modified FROM listed WHERE resource = ? AND id = ?').pluck().get(resource, id) ??
      null) as string | null
  }

  /** Whether every record is compared with the collection, even unchanged ones. Stays set until a run is complete. */
  get isComparing (): boolean {
    return this.state('comparing') === 'yes'
  }

  set isComparing (isComparing: boolean) {
    this.setState('comparing', isComparing ? 'yes' : 'no')
  }

  /** Retries the deletions that the collection has refused. */
  retryDeletions (): void {
    this.#driver.prepare('UPDATE record SET is_gone = 1 WHERE is_gone = 2').run()
  }

  /** Marks pending records as already present in the collection, unchanged. */
  settle (resource: string, ids: Iterable<number>): void {
    const settle = this.#driver.prepare('UPDATE record SET applied = digest, body = NULL WHERE resource = ? AND id = ?')
    this.transaction(() => { for (const id of ids) settle.run(resource, id) })
  }

  /** Stores a record. @param parent id of the item of a media. @returns whether it is new or changed. */
  keep (resource: string, id: number, body: string, run: number, parent: number | null): boolean {
    const hash = digest('sha256', body, 'base64')
    const known = this.#driver.prepare('SELECT digest, applied, is_gone FROM record WHERE resource = ? AND id = ?')
      .get(resource, id) as { digest: string | null, applied: string | null, is_gone: number } | undefined
    const modified = this.listedChange(resource, id)
    this.#driver.prepare(`
      INSERT INTO record (resource, id, parent, modified, run, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET parent = excluded.parent, modified = excluded.modified, run = excluded.run,
        digest = excluded.digest, body = excluded.body, is_gone = 0, problem = NULL`)
      .run(resource, id, parent, modified, run, hash, known?.applied === hash && !this.isComparing ? null : body)
    return known?.digest !== hash || known.is_gone === 1
  }

  /** The id of the item of a media, if known. */
  parentOf (resource: string, id: number): number | null {
    return (this.#driver.prepare('SELECT parent FROM record WHERE resource = ? AND id = ?').pluck().get(resource, id) ??
      null) as number | null
  }

  /** Makes a known record be read again, unless it was read in this run. */
  renew (resource: string, id: number, run: number): void {
    this.#driver.prepare("UPDATE record SET modified = 'renew' WHERE resource = ? AND id = ? AND run <> ?").run(resource, id, run)
  }

  /** Marks a record as deleted at the source. */
  drop (resource: string, id: number): void {
    this.#driver.prepare('DELETE FROM record WHERE resource = ? AND id = ? AND applied IS NULL').run(resource, id)
    this.#driver.prepare('UPDATE record SET is_gone = 1, body = NULL, problem = NULL WHERE resource = ? AND id = ?').run(resource, id)
    this.#driver.prepare('DELETE FROM listed WHERE resource = ? AND id = ?').run(resource, id)
    this.#driver.prepare('DELETE FROM file WHERE resource = ? AND id = ?').run(resource, id)
  }

  /** Marks a record that the source lists but does not return. */
  fail (resource: string, id: number, run: number, problem: string): void {
    const modified = this.listedChange(resource, id)
    this.#driver.prepare(`
      INSERT INTO record (resource, id, modified, run, problem) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET modified = excluded.modified, run = excluded.run, problem = excluded.problem, is_gone = 0`)
      .run(resource, id, modified, run, problem)
  }

  * problems (): Generator<{ resource: string, id: number, reason: string }> {
    yield * this.#driver.prepare('SELECT resource, id, problem AS reason FROM record WHERE problem IS NOT NULL ORDER BY 1, 2')
      .all() as Array<{ resource: string, id: number, reason: string }>
    yield * this.#driver.prepare('SELECT resource, id, problem AS reason FROM file WHERE problem IS NOT NULL ORDER BY 1, 2')
      .all() as Array<{ resource: string, id: number, reason: string }>
  }

  /** The records to write to the collection, in order of their ids. */
  pending (resource: string): Generator<SpooledRecord> {
    const page = this.#driver.prepare(`
      SELECT id, body, ${LACKS_FILE} AS lacksFile FROM record WHERE resource = ? AND id > ? AND body IS NOT NULL
      ORDER BY id LIMIT ${PAGE_ROWS}`)
    return inPages((after) => page.all(resource, after) as SpooledRecord[], ({ id }) => id, -1)
  }

  /** Whether a record is to be written to the collection. @param resources the types that share the ids. */
  comes (resources: readonly string[], id: number): boolean {
    const find = this.#driver.prepare('SELECT 1 FROM record WHERE resource = ? AND id = ? AND body IS NOT NULL')
    return resources.some((resource) => find.get(resource, id) !== undefined)
  }

  /** The records to delete from the collection, in order of their ids. */
  gone (resource: string): Generator<number> {
    const page = this.#driver.prepare(
      `SELECT id FROM record WHERE resource = ? AND id > ? AND is_gone = 1 ORDER BY id LIMIT ${PAGE_ROWS}`).pluck()
    return inPages((after) => page.all(resource, after) as number[], (id) => id, -1)
  }

  /**
   * A stable id for a value annotation, which it may have in the source: REST does not show it, but items, item sets,
   * media and annotations share one sequence, so no later record of the source takes an id between existing ones.
   *
   * @param record id of the item, item set or media. @param place number of the annotation in it. @returns undefined
   * if no id is free.
   */
  annotationId (record: number, place: number): number | undefined {
    const known = this.#driver.prepare('SELECT id FROM annotation WHERE record = ? AND place = ?').pluck().get(record, place)
    if (known !== undefined) return known as number
    const last = this.#driver.prepare(`SELECT max(id) FROM record WHERE ${SHARE_IDS}`).pluck().get() as number
    const id = this.#freeId(record + 1, Math.min(last, record + MAX_ANNOTATION_DISTANCE)) ?? this.#lowestFreeId(last)
    if (id !== undefined) this.#driver.prepare('INSERT INTO annotation VALUES (?, ?, ?)').run(id, record, place)
    return id
  }

  #lowestFreeId (last: number): number | undefined {
    const id = this.#freeId(Number(this.state('annotation') ?? 1), last)
    this.setState('annotation', String(id ?? last + 1))
    return id
  }

  #freeId (from: number, to: number): number | undefined {
    const taken = this.#driver.prepare(`
      SELECT EXISTS (SELECT 1 FROM record WHERE id = :id AND ${SHARE_IDS}) OR
        EXISTS (SELECT 1 FROM annotation WHERE id = :id)`).pluck()
    for (let id = from; id <= to; id++) if (taken.get({ id }) === 0) return id
    return undefined
  }

  counts (): SpoolCounts[] {
    return this.#driver.prepare(`
      SELECT resource, sum(body IS NOT NULL AND applied IS NULL) AS new,
        sum(body IS NOT NULL AND applied IS NOT NULL) AS changed, sum(is_gone = 1) AS gone, sum(NOT is_gone) AS known
      FROM record GROUP BY resource`).all() as SpoolCounts[]
  }

  /** Whether nothing of this source was written to the collection yet. */
  get isFirst (): boolean {
    return this.#driver.prepare('SELECT 1 FROM record WHERE applied IS NOT NULL LIMIT 1').get() === undefined
  }

  /** Retries records and files that failed, and checks again whether stored files still exist. */
  retry (): void {
    this.#driver.prepare("UPDATE file SET state = 'wanted', problem = NULL WHERE state IN ('failed', 'stored')").run()
    this.#driver.prepare('UPDATE record SET run = 0 WHERE problem IS NOT NULL').run()
  }

  /**
   * Marks all pending records as written to the collection, except for the left-out ones. Skipped records and
   * records without their file are read again.
   */
  settleAll ({ skipped, refused }: LeftOutRecords): void {
    this.transaction(() => {
      const stays = this.#driver.prepare('UPDATE record SET is_gone = 2 WHERE resource = ? AND id = ? AND is_gone = 1')
      for (const { resource, id } of refused) stays.run(resource, id)
      const again = this.#driver.prepare(`UPDATE record SET digest = 'skipped', modified = 'renew'
        WHERE resource = ? AND id = ? AND body IS NOT NULL`)
      for (const { resource, id } of skipped) again.run(resource, id)
      this.#driver.prepare('DELETE FROM record WHERE is_gone = 1').run()
      this.#driver.prepare(`
        UPDATE record SET applied = iif(${LACKS_FILE}, 'incomplete', digest),
          modified = iif(${LACKS_FILE}, 'renew', modified), body = NULL
        WHERE body IS NOT NULL`).run()
      this.#driver.prepare("UPDATE file SET state = 'applied' WHERE state IN ('there', 'stored')").run()
    })
  }
}
