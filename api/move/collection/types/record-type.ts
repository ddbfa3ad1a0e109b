import type { Database } from '../../../../db/query/statements/database.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { StoredFile } from '../../../../files/types/names.js'
import type { Services } from '../../../resources/definition/services.js'
import type { DataTypes } from '../../../values/data-types.js'
import type { LineFields } from '../read/line-fields.js'
import type { RecordReference } from './fields.js'

export interface RecordContext {
  terms: Terms
  dataTypes: DataTypes
  /** Terms of properties in the file. */
  fileTerms: ReadonlySet<string>
}

/** A unique name of a record other than its id, and the member that contains it. */
export interface Name { key: string, name: string }

/** How the records of a resource type are read from a collection. */
export interface RecordType<C> {
  read (fields: LineFields, context: RecordContext): C
  referencesOf (content: C, dataTypes: DataTypes): RecordReference[]
  /**
   * Unique names, compared by their keys; by the first, a row is found that the record equals.
   * @param namespaceOf the namespace of a vocabulary of the source.
   */
  namesOf? (content: C, namespaceOf: (vocabularyId: number) => string | undefined): Name[]
  /** The HTML that is sanitised when it is written. */
  htmlOf? (content: C): string[]
}

/** What types need to write their records. */
export interface Writing {
  readonly services: Services
  /** Stored files of the batch's assets, by id in the source. */
  readonly storedAssets: ReadonlyMap<number, StoredFile>
  /** Ids of pages, by id in the source, that are written or reserved: navigations refer to pages that come later. */
  readonly pages: ReadonlyMap<number, number>
  /** Ids in the source of pages that are homepages of their sites. */
  readonly homepages: ReadonlySet<number>
  /** Notes the ids of pages, and reserves ids for pages that come later. */
  reservePages (database: Database, ids: readonly number[]): Promise<void>
}
