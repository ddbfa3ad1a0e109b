import { eq } from 'drizzle-orm'
import { containmentKey, equalityKey } from '../../db/collation/index.js'
import { comparisonKeys } from '../../db/comparison/keys.js'
import type { Database } from '../../db/sqlite.js'
import { value } from '../../db/tables/index.js'
import type { Payload } from '../call.js'
import type { ValueDraft } from './value-drafts.js'

/** A value as it is or is to be in the database. Those without id are new. */
export interface ValueRow {
  id?: number
  propertyId: number
  type: string
  text: string | null
  lang: string | null
  uri: string | null
  linkedId: number | null
  isPublic: boolean
  annotationId: number | null
  /** What the value's annotation is to become: null for none, undefined for as it is. */
  annotation?: Payload | null
  /** False when nothing of the row needs to be written. */
  isChanged: boolean
}

/** The stored values of a resource, in their order. */
export async function readRows (database: Database, resourceId: number): Promise<ValueRow[]> {
  const rows = await database.select({
    id: value.id,
    propertyId: value.propertyId,
    type: value.type,
    text: value.text,
    lang: value.lang,
    uri: value.uri,
    linkedId: value.linkedId,
    isPublic: value.isPublic,
    annotationId: value.annotationId
  }).from(value).where(eq(value.resourceId, resourceId)).orderBy(value.id)
  return rows.map((row) => ({ ...row, isChanged: false }))
}

/** A new row; values are public unless the payload says otherwise. */
export function newRow ({ propertyId, type: { name }, content: { text, lang, uri, linkedId }, isPublic = true, annotation }: ValueDraft): ValueRow {
  return { propertyId, type: name, text, lang, uri, linkedId, isPublic, annotationId: null, annotation: annotation ?? null, isChanged: true }
}

/**
 * An existing row taken over by an incoming value: it keeps its id, its annotation's id, and its visibility unless the
 * value says otherwise (contract/values.md §5).
 */
export function overwritten (row: ValueRow, draft: ValueDraft): ValueRow {
  const after: ValueRow = { ...row, ...newRow(draft), isPublic: draft.isPublic ?? row.isPublic, annotationId: row.annotationId }
  return { ...after, isChanged: row.isChanged || COMPARED.some((key) => after[key] !== row[key]) }
}

const COMPARED = ['propertyId', 'type', 'text', 'lang', 'uri', 'linkedId', 'isPublic'] as const

/** The columns of a row with the keys it is compared by (contract/search.md §10). */
export function columnsOf (resourceId: number, { propertyId, type, text, lang, uri, linkedId, isPublic, annotationId }: ValueRow): typeof value.$inferInsert {
  const { number, earliest, latest } = comparisonKeys(uri === null && linkedId === null ? text : null)
  return {
    resourceId,
    propertyId,
    type,
    text,
    lang,
    uri,
    linkedId,
    isPublic,
    annotationId,
    textKey: text === null ? null : equalityKey(text),
    textFold: text === null ? null : containmentKey(text),
    uriKey: uri === null ? null : equalityKey(uri),
    uriFold: uri === null ? null : containmentKey(uri),
    number,
    earliest,
    latest
  }
}
