import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../db/tables/index.js'
import {
  ResourceRows, type ResourceContent, type ResourceFields
} from '../../resources/shared/writing/resource-rows.js'
import { placeholder, type Name, type NameType, type NewEntry, type RecordMap } from './record-map.js'

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
  readonly #entries = new Map<N, NewEntry<N>>()

  /**
   * @param names what the names of its records are.
   * @param lastId the highest resource id ever assigned. No other writer may insert resources until the end of the
   * transaction.
   */
  constructor (readonly map: RecordMap, readonly names: NameType, terms: Terms, private lastId: number) {
    this.rows = new ResourceRows(terms)
  }

  protected newId (): number {
    return ++this.lastId
  }

  /** Sets what is stored about a record. */
  protected note (entry: NewEntry<N>): void {
    this.#entries.set(entry.name, entry)
  }

  protected reserve (
    name: N, id: number, kind: ResourceKind, ownerId: number | null, sites?: readonly number[]
  ): void {
    this.rows.reserve(id, kind, ownerId, sites)
    this.note({ name, ...placeholder(id) })
  }

  protected annotate (
    id: number, ownerId: number | null, content: Pick<ResourceContent, 'values' | 'created' | 'modified'>
  ): void {
    this.rows.add(id, { kind: 'value_annotation', fields: { ...ANNOTATION_FIELDS, ownerId }, ...content })
  }

  /** Writes everything added. */
  async write (database: Database): Promise<void> {
    await this.rows.write(database)
    await this.map.save(database, this.names, [...this.#entries.values()])
  }
}
