import type { Database } from '../../../../db/query/statements/database.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckedFile } from '../plan/check.js'
import type { CollectionFiles } from '../read/collection-files.js'
import { MediaPlaces } from '../plan/media-places.js'
import type { AnyRecord, Sequence } from '../read/record.js'
import type { TransferReport } from '../plan/report.js'
import { mayKeep, type Source } from '../plan/source-state.js'
import { DOUBTED, SEQUENCE_TABLES, TransferMap, type Entry } from '../plan/transfer-map.js'

/** State that the writers of all batches of a transfer share. */
export class TransferContext {
  readonly map: TransferMap
  /** Positions of media, given by the items, which come first. */
  readonly places = new MediaPlaces()
  /** Ids in the source of pages that are homepages of their sites. */
  readonly homepages = new Set<number>()
  /** Current or reserved ids of pages, by id in the source: navigations refer to pages before they are written. */
  readonly pages = new Map<number, number>()
  /** Ids of properties and classes, by id in the source. */
  properties: ReadonlyMap<number, number> = new Map()
  classes: ReadonlyMap<number, number> = new Map()
  terms!: Terms

  constructor (
    readonly services: Services,
    readonly source: Source,
    readonly checked: CheckedFile,
    readonly files: CollectionFiles | undefined,
    readonly report: TransferReport,
    readonly options: { overwrite: boolean, continueOnError: boolean }
  ) {
    this.map = new TransferMap(source.id)
  }

  /** Reloads what values refer to, after properties and classes are written. */
  async refreshTerms (): Promise<void> {
    const { store } = this.services
    this.terms = await store.terms()
    this.properties = await this.map.allLocalIds(store.read, 'properties')
    this.classes = await this.map.allLocalIds(store.read, 'resource_classes')
  }

  /** Whether a record may keep its id, unless another row has it. */
  mayKeep (sequence: Sequence, id: number): boolean {
    return mayKeep(this.source.state, sequence, id)
  }

  /** New rows must have higher ids: this one was assigned before, or is reserved for another record. */
  async lastId (database: Database, sequence: Sequence): Promise<number> {
    const { keeps } = this.source.state.sequences[sequence]
    const reserved = sequence === 'site_pages' ? await this.map.highestLocalId(database, sequence) : 0
    const last = await lastIdIn(database, SEQUENCE_TABLES[sequence])
    return Math.max(last, keeps ? this.checked.ids.highest(sequence) : 0, reserved)
  }

  warn ({ line, type, id }: Pick<AnyRecord, 'line' | 'type' | 'id'>, message: string): void {
    this.report.problem({ severity: 'warning', line, type, id, message })
  }

  /** Reports a record that a user has changed or deleted here, which is therefore left as it is. */
  stays (record: AnyRecord, { digest, isHere }: Entry): void {
    const there = digest === DOUBTED ? '' : 'changed in the source, and '
    const here = there === '' ? 'changed here' : 'here'
    this.conflict(record, isHere
      ? `${there}${here} since it was brought in; left as it is here`
      : `${there}deleted here; not brought in again`)
  }

  /** Counts and reports a record that differs from the source but is left as it is here. */
  conflict ({ line, type, id }: Pick<AnyRecord, 'line' | 'type' | 'id'>, message: string): void {
    this.report.count(type, 'conflicts')
    this.report.problem({ severity: 'conflict', line, type, id, message })
  }
}
