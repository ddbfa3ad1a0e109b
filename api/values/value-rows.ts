import { eq, sql } from 'drizzle-orm'
import { containmentKey, equalityKey, valueKey } from '../../db/keys/collation/index.js'
import { comparisonKeys } from '../../db/keys/comparison-keys.js'
import { prepared } from '../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../db/query/statements/viewer.js'
import type { Database } from '../../db/query/statements/database.js'
import type { Terms } from '../../db/query/statements/terms.js'
import { changed } from '../../db/query/statements/update-row.js'
import { value } from '../../db/tables/index.js'
import type { Payload } from '../core/calls/call.js'
import { ValidationError, type ErrorCollector } from '../core/calls/errors.js'
import type { ValueDraft } from './value-drafts.js'

/** A value as it is stored or will be stored; without `id` it is new. */
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
  /** The payload of the value's new annotation; null: no annotation; undefined: the annotation stays. */
  annotation?: Payload | null
}

/** The stored values of a resource, in their order. */
export async function readRows (database: Database, resourceId: number): Promise<ValueRow[]> {
  const rows = await rowsOf(database, ANONYMOUS_VIEWER).all({ id: resourceId })
  const stored: ValueRow[] = []
  // Properties are listed one by one: ten times as fast as spreading an object.
  for (const { id, propertyId, type, text, lang, uri, linkedId, isPublic, annotationId } of rows) {
    stored.push({ id, propertyId, type, text, lang, uri, linkedId, isPublic, annotationId })
  }
  return stored
}

const rowsOf = prepared((database) => database
  .select({
    id: value.id,
    propertyId: value.propertyId,
    type: value.type,
    text: value.text,
    lang: value.lang,
    uri: value.uri,
    linkedId: value.linkedId,
    isPublic: value.isPublic,
    annotationId: value.annotationId
  })
  .from(value).where(eq(value.resourceId, sql.placeholder('id'))).orderBy(value.id).prepare())

/** The data for a new row: a draft, of whose data type only the name is needed. */
type NewValue = Omit<ValueDraft, 'type'> & { type: Pick<ValueDraft['type'], 'name'> }

/** A new row; values are public unless the payload says otherwise. */
export function newRow ({ propertyId, type, content, isPublic = true, annotation }: NewValue): ValueRow {
  const { text, lang, uri, linkedId } = content
  return {
    propertyId,
    type: type.name,
    text,
    lang,
    uri,
    linkedId,
    isPublic,
    annotationId: null,
    annotation: annotation ?? null
  }
}

/**
 * An existing row overwritten by an incoming value: it keeps its id, its annotation's id, and its visibility unless
 * the value sets it (docs/contract/values.md §5).
 */
export function overwritten (row: ValueRow, draft: ValueDraft): ValueRow {
  const preserved = { isPublic: draft.isPublic ?? row.isPublic, annotationId: row.annotationId }
  return { ...row, ...newRow(draft), ...preserved }
}

/** A message for each required property of the template that has no value, in the order of the template. */
export function missingRequired (
  rows: ReadonlyArray<Pick<ValueRow, 'propertyId'>>, templateId: number | null, terms: Terms
): string[] {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  if (template === undefined) return []
  const present = new Set(rows.map((row) => row.propertyId))
  return template.properties.filter((row) => row.isRequired && !present.has(row.propertyId)).map((row) => {
    const label = row.alternateLabel || terms.properties.byId.get(row.propertyId)?.label
    return `The "${template.label}" resource template requires a "${label}" value`
  })
}

/**
 * Refuses a resource in which properties that the template requires have no value (docs/contract/resources.md §8).
 *
 * @param errors collects this with other errors. @throws ValidationError if there is no `errors`.
 */
export function refuseMissing (
  rows: ReadonlyArray<Pick<ValueRow, 'propertyId'>>, templateId: number | null, terms: Terms, errors?: ErrorCollector
): void {
  const messages = missingRequired(rows, templateId, terms)
  if (messages.length === 0) return
  if (errors === undefined) throw ValidationError.of('o:resource_template_property', ...messages)
  errors.add('o:resource_template_property', messages)
}

/** The columns of a row, with the keys by which it is compared (docs/contract/search.md §10). */
export function columnsOf (resourceId: number, row: Omit<ValueRow, 'annotation'>): typeof value.$inferInsert {
  const { propertyId, type, text, lang, uri, linkedId, isPublic, annotationId } = row
  const { number, earliest, latest } = comparisonKeys(uri === null && linkedId === null ? text : null)
  // Properties are listed: an import creates millions of rows, and spreading objects is several times slower.
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
    textKey: text === null ? null : valueKey(text),
    textFold: text === null ? null : containmentKey(text),
    uriKey: uri === null ? null : equalityKey(uri),
    uriFold: uri === null ? null : containmentKey(uri),
    number,
    earliest,
    latest
  }
}

/**
 * The columns in which the wanted row differs from the stored one. Keys are computed only if what they are made of has
 * changed: that takes a while for a text of megabytes.
 */
export function changedColumns (
  resourceId: number, stored: ValueRow, wanted: ValueRow
): Partial<typeof value.$inferInsert> {
  const isSame = stored.text === wanted.text && stored.uri === wanted.uri && stored.linkedId === wanted.linkedId
  if (!isSame) return changed(columnsOf(resourceId, stored), columnsOf(resourceId, wanted))
  return changed(givenColumns(stored), givenColumns(wanted))
}

function givenColumns ({ propertyId, type, lang, isPublic, annotationId }: ValueRow) {
  return { propertyId, type, lang, isPublic, annotationId }
}
