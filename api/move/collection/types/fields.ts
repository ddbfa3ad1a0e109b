import type { Sequence } from '../../pipeline/record-map.js'
import { SEQUENCES, type CollectionType } from '../read/collection-file.js'
import type { LineFields } from '../read/line-fields.js'

/** A member in which a record refers to others of some types, whose ids are of one sequence. */
export interface Place { key: string, types: readonly CollectionType[], sequence: Sequence, isRequired: boolean }

/** A reference of a record. `id` is the other's in the source. */
export interface RecordReference { place: Place, id: number }

export const place = (key: string, types: readonly CollectionType[], isRequired = false): Place =>
  ({ key, types, sequence: SEQUENCES[types[0]!], isRequired })

/** A member of a record, and the column that stores it. */
export interface Field<V> {
  /** Its key in records. */
  readonly key: string
  read (fields: LineFields): V
  /** For the id of another record in the source. */
  readonly place?: Place
  /** The value of the column; default: what was read. */
  column? (value: V): unknown
  /** It is stored in rows of another table, or together with others. */
  readonly hasNoColumn?: true
}

export type Fields = Readonly<Record<string, Field<unknown>>>

/** What is read from a record. All ids are ids of the source. */
export type ContentOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer V> ? V : never }

export function readFields<F extends Fields> (fields: F, line: LineFields): ContentOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.read(line)])) as ContentOf<F>
}

export function referencesIn<F extends Fields> (fields: F, content: ContentOf<F>): RecordReference[] {
  return Object.entries(fields).flatMap(([name, { place }]) => {
    const id = content[name] as number | null
    return place === undefined || id === null ? [] : [{ place, id }]
  })
}

export function text (key: string, longest?: number): Field<string | null> {
  return { key, read: (fields) => fields.text(key, longest) }
}

/** A text that is not empty. */
export function required (key: string, longest?: number): Field<string> {
  return { key, read: (fields) => fields.required(key, longest) }
}

export function flag (key: string, unlessGiven: boolean): Field<boolean> {
  return { key, read: (fields) => fields.flag(key, unlessGiven) }
}

export function date (key: string, column?: (value: number | null) => unknown): Field<number | null> {
  return { key, read: (fields) => fields.date(key), ...(column !== undefined && { column }) }
}

/** A reference to another record, or null. @param key of the member. @param shown its key in messages. */
export function reference (key: string, type: CollectionType, shown = key): Field<number | null> {
  return { key, read: (fields) => fields.reference(key), place: place(shown, [type]) }
}

/** @param expected what messages call the reference. */
export function requiredReference (key: string, type: CollectionType, expected: string): Field<number> {
  return {
    key,
    read (fields) {
      const id = fields.reference(key)
      if (id === null) fields.refuse(key, expected)
      return id ?? 0
    },
    place: place(key, [type], true)
  }
}

/** A member that is stored in rows of another table, or together with others. */
export function part<V> (key: string, read: (fields: LineFields) => V): Field<V> {
  return { key, read, hasNoColumn: true }
}
