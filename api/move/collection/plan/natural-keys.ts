import type { Database } from '../../../../db/query/statements/database.js'
import { property, resourceClass, vocabulary } from '../../../../db/tables/index.js'
import type { Entry, Sequence } from '../../pipeline/record-map.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType } from '../read/collection-file.js'
import type { Name } from '../types/record-type.js'
import { plainTypeOf, recordType, type AnyRecord } from '../types/record-types.js'
import { memberName } from '../types/vocabularies.js'

/**
 * Unique names of records, in the file and in the database: namespaces and prefixes of vocabularies, local names of
 * their members, e-mail addresses, labels of templates, slugs.
 */
export class NaturalKeys {
  readonly #ofFile = new Map<string, number>()
  /** Namespaces by the vocabulary's id in the source. */
  readonly #namespaces = new Map<number, string>()
  /** Ids of rows in the database, by type and name. */
  readonly #here = new Map<string, number>()
  /** Ids of rows in the database, by type, that equal no record with the same id. */
  readonly #unmatched = new Map<CollectionType, Set<number>>()

  /** Reads the names in the database. */
  async load (database: Database): Promise<void> {
    for (const type of COLLECTION_TYPE_NAMES) {
      const { table, unique } = plainTypeOf(type) ?? {}
      if (table === undefined || unique!.length === 0) continue
      const rows = await database.select().from(table) as Array<Record<string, unknown> & { id: number }>
      for (const row of rows) {
        for (const { column, key } of unique!) this.#here.set(full(type, { key, name: row[column] as string }), row.id)
      }
      this.#unmatched.set(type, new Set(rows.map(({ id }) => id)))
    }
    const vocabularies = await database.select().from(vocabulary)
    const namespaces = new Map(vocabularies.map((row) => [row.id, row.namespaceUri]))
    for (const [type, table] of [['properties', property], ['resource_classes', resourceClass]] as const) {
      const rows = await database
        .select({ id: table.id, vocabularyId: table.vocabularyId, localName: table.localName }).from(table)
      for (const { id, vocabularyId, localName } of rows) {
        this.#here.set(full(type, memberName(namespaces.get(vocabularyId)!, localName)), id)
      }
      this.#unmatched.set(type, new Set(rows.map(({ id }) => id)))
    }
  }

  /**
   * Adds the names of a record.
   * @param entry the row that the record was imported as; undefined when it was not imported.
   * @returns messages about names that another record has.
   */
  add (record: AnyRecord, entry: Entry | undefined): string[] {
    const { type, id, content } = record
    const problems: string[] = []
    if (type === 'vocabularies') this.#namespaces.set(id, content.namespaceUri)
    const match = entry?.isHere === true ? entry.localId : this.match(record)
    for (const name of this.#namesOf(record)) {
      const known = full(type, name)
      const other = this.#ofFile.get(known)
      const here = this.#here.get(known)
      if (other !== undefined) problems.push(`${name.key}: the record ${other} of the file has the same`)
      else this.#ofFile.set(known, id)
      if (here !== undefined && here !== match) problems.push(`${name.key}: already taken here, by another record`)
    }
    if (match === id) this.#unmatched.get(type)?.delete(id)
    return problems
  }

  /** Id of the row that equals a record that was never imported; undefined when there is none. */
  match (record: AnyRecord): number | undefined {
    if (plainTypeOf(record.type)?.existing === 'taken') return undefined
    const [name] = this.#namesOf(record)
    return name === undefined ? undefined : this.#here.get(full(record.type, name))
  }

  /** Whether every row of a sequence is matched by a record with the same id. */
  areMatched (sequence: Sequence): boolean {
    return COLLECTION_TYPE_NAMES.filter((type) => SEQUENCES[type] === sequence)
      .every((type) => plainTypeOf(type)?.existing !== 'taken' && this.#unmatched.get(type)?.size === 0)
  }

  #namesOf ({ type, content }: AnyRecord): Name[] {
    return recordType(type).namesOf?.(content, (vocabularyId) => this.#namespaces.get(vocabularyId)) ?? []
  }
}

function full (type: CollectionType, { key, name }: Name): string {
  return `${type} ${key} ${name}`
}
