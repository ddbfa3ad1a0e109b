import { getTableColumns, type AnyColumn } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../../db/keys/collation/index.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { LineFields } from '../read/line-fields.js'
import { readFields, referencesIn, type ContentOf, type Fields, type RecordReference } from './fields.js'
import type { LocalIds } from '../../pipeline/record-map.js'
import type { RecordType, Writing } from './record-type.js'

export type Columns = Readonly<Record<string, unknown>>

/** A row that was inserted or updated. */
interface SavedRow<C> {
  database: Database
  id: number
  /** The id of its record in the source. */
  foreignId: number
  content: C
  ids: LocalIds
  writing: Writing
  /** The row before it was updated; undefined when it was inserted. */
  before: Columns | undefined
}

/** What a type other than resources has besides fields. There are few records of these types. */
interface Parts<C> {
  readonly table: SQLiteTable & { id: AnyColumn }
  /**
   * What an existing row with the name of a new record means. `taken`: the name is taken, and the record gets a row of
   * its own. `matched`: the row stands for the record, and stays as it is. `updated`: likewise, but it is updated.
   */
  readonly existing: 'taken' | 'matched' | 'updated'
  /**
   * Columns that do not store a field.
   * @returns undefined when the record cannot be written; the reason why not has been reported.
   */
  otherColumns? (database: Database, foreignId: number, content: C, writing: Writing): Promise<Columns | undefined>
  /** Columns that other records set, so that they are not part of this record's state. */
  readonly volatile?: readonly string[]
  /** Replaces the dependent rows, and changes what else depends on the row. */
  saveParts? (row: SavedRow<C>): Promise<void>
  /** The dependent rows. */
  partsOf? (database: Database, id: number): Promise<unknown>
}

interface Definition<F extends Fields> extends Parts<ContentOf<F>>, Pick<RecordType<ContentOf<F>>, 'namesOf' | 'htmlOf'> {
  readonly fields: F
  /** Fields whose columns are unique. */
  readonly unique?: ReadonlyArray<keyof F & string>
  /** Adds warnings and errors about the whole record. */
  check? (content: ContentOf<F>, fields: LineFields): void
  /** References in members that have no column. */
  referencesOf? (content: ContentOf<F>): RecordReference[]
}

/** A type other than resources. */
export interface PlainType<C = unknown> extends Parts<C>, RecordType<C> {
  /** Unique columns that have a comparison key, with the keys of their members. */
  readonly unique: ReadonlyArray<{ column: string, key: string }>
  /** The columns of the row of a record; undefined when it cannot be written. */
  columns (
    database: Database, foreignId: number, content: C, ids: LocalIds, writing: Writing
  ): Promise<Columns | undefined>
}

/** Defines a type by the fields of its records. Columns with the suffix `Key` have the comparison keys of texts. */
export function plainType<F extends Fields> (definition: Definition<F>): PlainType<ContentOf<F>> {
  const { fields, unique = [], table } = definition
  const columns = getTableColumns(table)
  return {
    namesOf: (content) => unique.map((name) => ({ key: fields[name]!.key, name: sortKey(content[name] as string) })),
    ...definition,
    unique: unique.map((name) => ({ column: `${name}Key`, key: fields[name]!.key })),
    read (line) {
      const content = readFields(fields, line)
      definition.check?.(content, line)
      return content
    },
    referencesOf: (content) => [...referencesIn(fields, content), ...definition.referencesOf?.(content) ?? []],
    async columns (database, foreignId, content, ids, writing) {
      const others = definition.otherColumns === undefined
        ? {}
        : await definition.otherColumns(database, foreignId, content, writing)
      if (others === undefined) return undefined
      const stored = Object.entries(fields).flatMap(([name, field]) => {
        const { place, hasNoColumn } = field
        const value: unknown = content[name]
        if (hasNoColumn === true) return []
        if (place !== undefined) return [[name, ids.get(place.sequence, value as number | null)]]
        const key = `${name}Key` in columns ? [[`${name}Key`, value === null ? null : sortKey(value as string)]] : []
        return [[name, field.column === undefined ? value : field.column(value)], ...key]
      })
      return { ...Object.fromEntries(stored) as Columns, ...others }
    }
  }
}
