import { getTableColumns, type AnyColumn } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../../db/keys/collation/index.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { SEQUENCES } from '../read/collection-file.js'
import type { LineFields } from '../read/line-fields.js'
import type { ContentOf, Fields } from './fields.js'
import type { LocalIds, RecordType, VisitReference, Writing } from './record-type.js'

export type Columns = Readonly<Record<string, unknown>>

/** What a type other than resources has besides fields. There are few records of these types. */
interface Parts<C> {
  readonly table: SQLiteTable & { id: AnyColumn }
  /**
   * What becomes of an existing row with the name of a record: it is `taken`, `matched` and stays, or is `updated` from
   * the source.
   */
  readonly existing: 'taken' | 'matched' | 'updated'
  /** Whether a record can be written; the reason why not has been reported. */
  isPossible? (id: number, writing: Writing): boolean
  /** Called before `columns`. */
  prepare? (database: Database, content: C, writing: Writing): Promise<void>
  /** Columns that do not store a field. */
  otherColumns? (id: number, content: C, writing: Writing): Columns
  /** Columns that other records set, so that they are not part of this record's state. */
  readonly volatile?: readonly string[]
  /** Replaces the dependent rows. */
  saveParts? (database: Database, id: number, content: C, ids: LocalIds, writing: Writing): Promise<void>
  /** The dependent rows. */
  partsOf? (database: Database, id: number): Promise<unknown>
  /** Called after a row was inserted. @param foreignId its id in the source. */
  afterCreate? (
    database: Database, id: number, foreignId: number, content: C, ids: LocalIds, writing: Writing
  ): Promise<void>
  /** Called after a row was updated. */
  afterUpdate? (database: Database, id: number, before: Columns, after: Columns, writing: Writing): Promise<void>
}

interface Definition<F extends Fields> extends Parts<ContentOf<F>>, Pick<RecordType<ContentOf<F>>, 'namesOf' | 'htmlOf'> {
  readonly fields: F
  /** Fields whose columns are unique. */
  readonly unique?: ReadonlyArray<keyof F & string>
  /** Adds warnings and errors about the whole record. */
  check? (content: ContentOf<F>, fields: LineFields): void
  /** References in members that have no column. */
  referencesOf? (content: ContentOf<F>, visit: VisitReference): void
}

/** A type other than resources. */
export interface PlainType<C = unknown> extends Parts<C>, RecordType<C> {
  /** Unique columns that have a comparison key, with the keys of their members. */
  readonly unique: ReadonlyArray<{ column: string, key: string }>
  /** The columns of the row of a record. */
  columns (id: number, content: C, ids: LocalIds, writing: Writing): Columns
}

/** Defines a type by the fields of its records. Columns with the suffix `Key` have the comparison keys of texts. */
export function plainType<F extends Fields> (definition: Definition<F>): PlainType<ContentOf<F>> {
  const { fields, unique = [], table } = definition
  const entries = Object.entries(fields)
  const columns = getTableColumns(table)
  return {
    namesOf: (content) => unique.map((name) => ({ key: fields[name]!.key, name: sortKey(content[name] as string) })),
    ...definition,
    unique: unique.map((name) => ({ column: `${name}Key`, key: fields[name]!.key })),
    read (line) {
      const content = Object.fromEntries(entries.map(([name, field]) => [name, field.read(line)])) as ContentOf<F>
      definition.check?.(content, line)
      return content
    },
    forEachReference (content, visit) {
      for (const [name, { place }] of entries) {
        const id = content[name] as number | null
        if (place !== undefined && id !== null) visit(place, id)
      }
      definition.referencesOf?.(content, visit)
    },
    columns (id, content, ids, writing) {
      const stored = entries.flatMap(([name, field]) => {
        const { place, hasNoColumn } = field
        const value: unknown = content[name]
        if (hasNoColumn === true) return []
        if (place !== undefined) return [[name, ids.get(SEQUENCES[place.types[0]!], value as number | null)]]
        const key = `${name}Key` in columns ? [[`${name}Key`, value === null ? null : sortKey(value as string)]] : []
        return [[name, field.column === undefined ? value : field.column(value)], ...key]
      })
      return { ...Object.fromEntries(stored) as Columns, ...definition.otherColumns?.(id, content, writing) }
    }
  }
}
