import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckedCollection } from '../plan/check.js'
import type { Transfer } from '../plan/collection.js'
import {
  placeholder, SEQUENCE_TABLES, type LocalIds, type RecordMap, type Reference, type Sequence
} from '../../pipeline/record-map.js'
import type { Writing } from '../types/record-type.js'
import type { AnyRecord } from '../types/record-types.js'
import type { Source } from '../plan/source-state.js'

/** State that the writers of all batches of a transfer share. */
export class TransferContext implements Writing {
  readonly services: Services
  readonly files: Transfer['files']
  readonly report: Transfer['report']
  readonly options: Transfer['options']
  readonly map: RecordMap
  /** Positions of media in their items, counted from 1, and primary media; given by the items, which come first. */
  readonly positions = new Map<number, number>()
  readonly primaryMedia = new Set<number>()
  /** Ids in the source of pages that are homepages of their sites. */
  readonly homepages = new Set<number>()
  readonly pages = new Map<number, number>()
  storedAssets: Writing['storedAssets'] = new Map()
  /** Ids of properties and classes, by id in the source. */
  properties: ReadonlyMap<number, number> = new Map()
  classes: ReadonlyMap<number, number> = new Map()
  terms!: Terms

  constructor (transfer: Transfer, readonly source: Source, readonly checked: CheckedCollection) {
    this.services = transfer.services
    this.files = transfer.files
    this.report = transfer.report
    this.options = transfer.options
    this.map = source.map
  }

  /** Reloads what values refer to, after properties and classes are written. */
  async refreshTerms (): Promise<void> {
    const { store } = this.services
    this.terms = await store.terms()
    this.properties = await this.map.allLocalIds(store.read, 'properties')
    this.classes = await this.map.allLocalIds(store.read, 'resource_classes')
  }

  /** Ids of the rows to which some records refer, and of other records. */
  async resolve (
    database: Database, records: ReadonlyArray<Pick<AnyRecord, 'references'>>, others: readonly Reference[] = []
  ): Promise<LocalIds> {
    const wanted = records.flatMap(({ references }) => references)
      .map(({ place: { sequence }, id }): Reference => [sequence, id])
    return await this.map.localIds(database, [...wanted, ...others])
  }

  /** Whether a record may keep its id, unless another row has it. */
  mayKeep (sequence: Sequence, id: number): boolean {
    const { keeps, last, ceiling } = this.source.state.sequences[sequence]
    return keeps && (id > last || id <= ceiling)
  }

  /** New rows must have higher ids: this one was assigned before, or is reserved for another record. */
  async lastId (database: Database, sequence: Sequence): Promise<number> {
    const { keeps } = this.source.state.sequences[sequence]
    const reserved = sequence === 'site_pages' ? await this.map.highestLocalId(database, sequence) : 0
    const last = await lastIdIn(database, SEQUENCE_TABLES[sequence])
    return Math.max(last, keeps ? this.checked.ids.highest(sequence) : 0, reserved)
  }

  /** The id of the row for a new record: its own if possible. */
  async newId (database: Database, sequence: Sequence, id: number): Promise<number> {
    const table = SEQUENCE_TABLES[sequence]
    if (this.mayKeep(sequence, id)) {
      const taken = await database.select({ id: sql`${table.id}` }).from(table).where(eq(table.id, id))
      if (taken.length === 0) return id
    }
    return await this.lastId(database, sequence) + 1
  }

  /** Reserves the id of the row for a record that is written later. */
  async reserve (database: Database, sequence: Sequence, id: number): Promise<number> {
    const localId = await this.newId(database, sequence, id)
    await this.map.save(database, sequence, [{ name: id, ...placeholder(localId) }])
    return localId
  }

  async reservePages (database: Database, ids: readonly number[]): Promise<void> {
    const entries = await this.map.load(database, 'site_pages', ids)
    for (const id of ids) {
      const known = this.pages.get(id) ?? entries.get(id)?.localId
      if (known !== undefined) this.pages.set(id, known)
      else if (this.checked.ids.has('site_pages', id)) this.pages.set(id, await this.reserve(database, 'site_pages', id))
    }
  }
}
