import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../db/tables/index.js'
import {
  ResourceRows, type ResourceContent, type ResourceFields, type StoredState
} from '../../resources/shared/writing/resource-rows.js'
import { placeholder, type Entry, type Name, type NameType, type NewEntry, type RecordMap } from './record-map.js'

/** Annotations have no owner unless their source gives one. */
export const ANNOTATION_FIELDS: ResourceFields =
  { ownerId: null, classId: null, templateId: null, thumbnailId: null, isPublic: true }

/**
 * Resources that are written together, within a transaction. A record to which others link before its own batch gets
 * a placeholder there: a private row without values and `modified`, which its own batch fills in. So links are valid
 * after every transaction, and an interrupted import can be resumed.
 */
export class ResourceBatch<N extends Name> {
  protected readonly rows: ResourceRows
  readonly #noted = new Map<N, NewEntry<N>>()

  /**
   * @param names what the names of its records are.
   * @param entries what is stored about its records, and about those to which they link.
   * @param lastId the highest resource id ever assigned. No other writer may insert resources until the end of the
   * transaction.
   */
  constructor (
    readonly map: RecordMap, readonly names: NameType, terms: Terms, protected readonly entries: Map<N, Entry>,
    private lastId: number
  ) {
    this.rows = new ResourceRows(terms)
  }

  protected newId (): number {
    return ++this.lastId
  }

  /** The id of the row of a record; a new one unless it has one. */
  protected idOf (name: N): number {
    const known = this.entries.get(name)
    if (known !== undefined) return known.localId
    const localId = this.firstIdOf(name)
    this.entries.set(name, { ...placeholder(localId), isHere: false, kind: null, modified: null })
    return localId
  }

  /** The id for the row of a record that was never imported. */
  protected firstIdOf (_name: N): number {
    return this.newId()
  }

  /** What is stored under the id of a record. */
  protected storedStateOf (name: N): StoredState {
    const { isHere, digest } = this.entries.get(name)!
    return !isHere ? 'absent' : digest === null ? 'reserved' : 'stored'
  }

  /** Sets what is stored about a record. */
  protected note (entry: NewEntry<N>): void {
    this.#noted.set(entry.name, entry)
  }

  /** Adds a placeholder for a record that a later batch writes. @returns its id. */
  protected reserve (name: N, kind: ResourceKind, ownerId: number | null, sites?: readonly number[]): number {
    const id = this.idOf(name)
    this.rows.reserve(id, kind, ownerId, sites)
    this.note({ name, ...placeholder(id) })
    return id
  }

  protected annotate (
    id: number, ownerId: number | null, content: Pick<ResourceContent, 'values' | 'created' | 'modified'>
  ): void {
    this.rows.add(id, { kind: 'value_annotation', fields: { ...ANNOTATION_FIELDS, ownerId }, ...content })
  }

  /** Writes everything added. */
  async write (database: Database): Promise<void> {
    await this.rows.write(database)
    await this.map.save(database, this.names, [...this.#noted.values()])
  }
}
