import { and, eq, isNull, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { inDialect, isOneOf } from '../../db/query/statements/dialect.js'
import { bindings, IDS, prepared, preparedRows, rowsFor } from '../../db/query/statements/prepared.js'
import type { Terms } from '../../db/query/statements/terms.js'
import { isTargetVisible, isVisible, titleFor, type Viewer } from '../../db/query/statements/viewer.js'
import { media, resource, value, type ResourceKind } from '../../db/tables/index.js'
import { TYPE_OF_KIND } from '../core/answers/addresses.js'
import type { Representation } from '../core/answers/answer.js'
import { groupBy } from '../core/sequence/group-by.js'
import { thumbnailUrl, UNTITLED, type Pictures } from '../files/pictures.js'
import type { LinkedResource, StoredValue } from './data-type.js'
import { fittingType } from './data-types.js'
import type { ValueContext } from './value-context.js'

/** A resource or annotation that has values. */
interface Subject { id: number, ownerId: number | null, templateId: number | null }

interface LoadedValue extends Omit<StoredValue, 'link'> {
  resourceId: number
  propertyId: number
  isPublic: boolean
  annotationId: number | null
  linked: { id: number, kind: ResourceKind, title: string | null, source: string | null } | null
}

/**
 * Texts above this size are long: resources with such texts are represented one at a time, so that other requests are
 * served in between.
 */
export const LONG_BYTES = 64 * 1024

/** Some of several resources have long texts. Request them one by one. */
export class LongTextsError extends Error {}

/** Representations by the id of the resource. */
type Represented = Map<number, Representation>

/** Subjects with their values: resources, the annotations of their values, annotations of these, and so on. */
type SubjectValues = ReadonlyMap<number, { subject: Subject, rows: readonly LoadedValue[] }>

/**
 * Represents values by subject, as JSON-LD lists under their terms (docs/contract/values.md §3–§4, §8). The
 * representation of a subject must not depend on which others are represented with it, because answers are cached by
 * resource.
 *
 * @param pictures primary media of the linked resources.
 */
export function representValues (context: ValueContext, values: SubjectValues, pictures: Pictures): Represented {
  const represented: Represented = new Map()
  for (const id of values.keys()) representSubject(context, values, id, represented, pictures)
  return represented
}

export function linksOf (values: SubjectValues): Array<{ id: number, kind: ResourceKind }> {
  return [...values.values()].flatMap(({ rows }) => rows.flatMap(({ linked }) => linked ?? []))
}

/**
 * Loads the visible values of the subjects, the values of their annotations, of annotations of these, and so on.
 *
 * @throws LongTextsError for several subjects with long texts.
 */
export async function loadValues (context: ValueContext, subjects: readonly Subject[]): Promise<SubjectValues> {
  const loaded = new Map<number, { subject: Subject, rows: readonly LoadedValue[] }>()
  for (let next = subjects; next.length > 0;) {
    const rows = await loadRows(context, next, loaded.size === 0 && subjects.length > 1)
    const bySubject = groupBy(rows, ({ resourceId }) => resourceId)
    for (const subject of next) loaded.set(subject.id, { subject, rows: bySubject.get(subject.id) ?? [] })
    // A list of all resources also has annotations among its subjects.
    const annotations = new Set(rows.flatMap(({ annotationId }) => annotationId ?? []))
    next = await rowsFor(annotationsOf, context, [...annotations].filter((id) => !loaded.has(id)))
  }
  return loaded
}

const annotationsOf = prepared((database, viewer) => database
  .select({ id: resource.id, ownerId: resource.ownerId, templateId: resource.templateId }).from(resource)
  .where(and(isOneOf(resource.id, IDS), isVisible(resource, viewer))).prepare())

const query = new QueryBuilder()
/** The resource that a value links to. */
export const linked = alias(resource, 'linked')

type ValueColumns = [
  resourceId: number, propertyId: number, type: string, lang: string | null, text: string | null, uri: string | null,
  isPublic: number, annotationId: number | null,
  linkedId: number | null, linkedKind: ResourceKind, linkedTitle: string | null, linkedSource: string | null
]

/**
 * The condition that a value is visible: it is public or belongs to the viewer's own resource, and the linked resource
 * is visible, too. The query must join `linked`.
 *
 * @param isOwned the condition that the resource is the viewer's own.
 */
export function isShown (viewer: Viewer, isOwned: SQL): SQL | undefined {
  if (viewer.viewsAll) return undefined
  const isPublicOrOwned = viewer.id === null ? eq(value.isPublic, true) : or(eq(value.isPublic, true), isOwned)
  return and(isPublicOrOwned, or(isNull(value.linkedId), isTargetVisible(viewer, linked)))
}

const rowsWith = (text: AnyColumn | SQL, uri: AnyColumn | SQL) => preparedRows<ValueColumns>((viewer) => [
  value.resourceId, value.propertyId, value.type, value.lang, text, uri, value.isPublic, value.annotationId,
  value.linkedId, linked.kind, titleFor(viewer, 'title', linked), media.source
], (columns, viewer) => query.select(columns).from(value)
  .leftJoin(linked, eq(linked.id, value.linkedId)).leftJoin(media, eq(media.id, value.linkedId))
  .where(and(isOneOf(value.resourceId, IDS), isShown(viewer, isOneOf(value.resourceId, sql.placeholder('owned')))))
  // The unary plus keeps SQLite from scanning the whole table by the index of this column.
  .orderBy(sql`+${value.id}`))

const valuesOf = rowsWith(value.text, value.uri)

/** The text, or a number in place of a long one, which SQLite then does not read from the disk. */
const short = (text: AnyColumn): SQL =>
  inDialect((dialect) => dialect.unless(sql`octet_length(${text}) > ${sql.raw(String(LONG_BYTES))}`, text))
const shortValuesOf = rowsWith(short(value.text), short(value.uri))

/** @throws LongTextsError if there are long texts and `isBounded`. */
async function loadRows (
  { database, viewer }: ValueContext, subjects: readonly Subject[], isBounded: boolean
): Promise<LoadedValue[]> {
  const ids: number[] = []
  const owned: number[] = []
  for (const { id, ownerId } of subjects) {
    ids.push(id)
    if (viewer.id !== null && ownerId === viewer.id) owned.push(id)
  }
  const rows = await (isBounded ? shortValuesOf : valuesOf)(database, viewer, {
    ...bindings(ids, viewer), owned: JSON.stringify(owned)
  })
  const loaded: LoadedValue[] = []
  for (const row of rows) {
    const [resourceId, propertyId, type, lang, text, uri, isPublic, annotationId, linkedId, kind, title, source] = row
    // A number stands for a long text.
    if (isBounded && (typeof text === 'number' || typeof uri === 'number')) throw new LongTextsError()
    const linked = linkedId === null ? null : { id: linkedId, kind, title, source }
    loaded.push({ resourceId, propertyId, type, lang, text, uri, isPublic: isPublic === 1, annotationId, linked })
  }
  return loaded
}

/** @param represented receives the representation, after the annotations of its values. */
function representSubject (
  context: ValueContext, values: SubjectValues, id: number, represented: Represented, pictures: Pictures
): Representation | undefined {
  const found = values.get(id)
  if (found === undefined || represented.has(id)) return represented.get(id)
  // In a damaged database an annotation may annotate itself; this ends the recursion.
  represented.set(id, {})
  const annotationOf = (row: LoadedValue): Representation | undefined => row.annotationId === null
    ? undefined
    : representSubject(context, values, row.annotationId, represented, pictures)
  const { subject, rows } = found
  const representation: Representation = {}
  for (const row of inShownOrder(rows, subject.templateId, context.terms)) {
    const property = context.terms.properties.byId.get(row.propertyId)
    if (property === undefined) continue
    const values = (representation[property.term] ??= []) as Representation[]
    values.push(representValue(context, row, property.label, annotationOf(row), pictures))
  }
  represented.set(id, representation)
  return representation
}

function representValue (
  context: ValueContext, row: LoadedValue, label: string, annotation: Representation | undefined, pictures: Pictures
): Representation {
  const { type: typeName, text, lang, uri } = row
  const stored: StoredValue = { type: typeName, text, lang, uri, link: linkOf(context, row, pictures) }
  const type = context.dataTypes.get(typeName) ?? fittingType(stored)
  return {
    type: type.name,
    property_id: row.propertyId,
    property_label: label,
    is_public: row.isPublic,
    ...(context.namesAnnotations === true && row.annotationId !== null && { 'vitrine:annotation': row.annotationId }),
    ...(annotation !== undefined && Object.keys(annotation).length > 0 && { '@annotation': annotation }),
    ...type.represent(stored)
  }
}

function linkOf (context: ValueContext, { linked }: LoadedValue, { primary }: Pictures): StoredValue['link'] {
  if (linked === null) return null
  const picture = primary.get(linked.id)
  return linkTo(linked, picture === undefined
    ? null
    : { squareUrl: thumbnailUrl(context, 'square', picture), title: picture.title, mediaType: picture.mediaType })
}

/** A link to a resource, which is shown by its title, or a substitute, and a picture. */
export function linkTo (
  { id, kind, title, source }: NonNullable<LoadedValue['linked']>, picture: LinkedResource['picture']
): LinkedResource {
  return { id, kind, resourceName: TYPE_OF_KIND[kind], displayTitle: title ?? source ?? UNTITLED, picture }
}

/**
 * Values in display order, by property: first the properties of the template, in its order, or without a template title
 * and description; then the others as they occur.
 */
export function inShownOrder<T extends { propertyId: number }> (
  values: readonly T[], templateId: number | null, terms: Terms
): T[] {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  const first = template?.properties.map((row) => row.propertyId) ?? [terms.titleId, terms.descriptionId]
  const lists = groupBy(values, ({ propertyId }) => propertyId)
  return [...new Set([...first, ...lists.keys()])].flatMap((id) => lists.get(id) ?? [])
}
