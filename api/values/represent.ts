import { and, eq, isNull, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared, preparedRows } from '../../db/prepared.js'
import { titleFor } from '../../db/search/titles.js'
import { isTargetVisible, isVisible, type Viewer } from '../../db/search/viewer.js'
import { inWords, isOneOf } from '../../db/words.js'
import { media, resource, value, type ResourceKind } from '../../db/tables/index.js'
import type { Representation } from '../answer.js'
import type { StoredValue } from './data-type.js'
import { thumbnailUrl, UNTITLED, type Pictures } from '../files/pictures.js'
import { shownFirst } from './shown-order.js'
import type { ValueContext } from './value-context.js'

/** A resource or annotation that has values. */
export interface Subject { id: number, ownerId: number | null, templateId: number | null }

interface ValueRow extends Omit<StoredValue, 'link'> {
  resourceId: number
  propertyId: number
  isPublic: boolean
  annotationId: number | null
  linked: { id: number, kind: ResourceKind, title: string | null, source: string | null } | null
}

/**
 * Size in bytes from which a text is long: resources with such texts are represented one at a time, so that others are
 * served in between.
 */
const LONG = 64 * 1024

/** Of several resources some have long texts. Ask for them one by one. */
export class LongTextsError extends Error {}

/** Representations by the id of the resource. */
type Represented = Map<number, Representation>

/** Subjects and their values. The next level has the annotations of these values as its subjects, and so on. */
export interface Level { subjects: readonly Subject[], rows: ValueRow[] }

/**
 * Values by subject, as JSON-LD lists under their terms (docs/contract/values.md §3–§4, §8). The deepest level is
 * represented first, because the level above shows it as annotations.
 *
 * @param pictures primary media of the resources that the values link to.
 */
export function representValues (context: ValueContext, levels: readonly Level[], pictures: Pictures): Represented {
  return levels.reduceRight<Represented>(
    (annotations, level) => represent(context, level, annotations, pictures),
    new Map()
  )
}

/** The resources that values link to. */
export function linksOf (levels: readonly Level[]): Array<{ id: number, kind: ResourceKind }> {
  return levels.flatMap(({ rows }) => rows.flatMap(({ linked }) => linked ?? []))
}

/**
 * The visible values of the subjects, those of their annotations, those of the annotations' annotations, and so on.
 *
 * @throws LongTextsError for several subjects with long texts.
 */
export async function loadValues (context: ValueContext, subjects: readonly Subject[]): Promise<Level[]> {
  const levels: Level[] = []
  for (let next = subjects; next.length > 0 || levels.length === 0;) {
    const rows = await loadRows(context, next, levels.length === 0 && subjects.length > 1)
    levels.push({ subjects: next, rows })
    next = await annotationSubjects(context, levels)
  }
  return levels
}

const annotationsOf = prepared((database, viewer) => database
  .select({ id: resource.id, ownerId: resource.ownerId, templateId: resource.templateId }).from(resource)
  .where(and(isOneOf(resource.id, IDS), isVisible(resource, viewer))).prepare())

/** What annotates the values of the last level. In a damaged database, an annotation may annotate itself. */
async function annotationSubjects (
  { database, viewer }: ValueContext, levels: readonly Level[]
): Promise<readonly Subject[]> {
  const found = levels.at(-1)!.rows.flatMap((row) => row.annotationId ?? [])
  if (found.length === 0) return []
  const known = new Set(levels.slice(1).flatMap(({ subjects }) => subjects.map(({ id }) => id)))
  const ids = found.filter((id) => !known.has(id))
  return ids.length === 0 ? [] : await annotationsOf(database, viewer).all(bindings(ids, viewer))
}

const query = new QueryBuilder()
/** What a value links to. */
export const linked = alias(resource, 'linked')

type ValueColumns = [
  resourceId: number, propertyId: number, type: string, lang: string | null, text: string | null, uri: string | null,
  isPublic: number, annotationId: number | null,
  linkedId: number | null, linkedKind: ResourceKind, linkedTitle: string | null, linkedSource: string | null
]

/**
 * The condition that a value is visible: it is public or of the viewer's own resource, and so is what it links to. The
 * query joins `linked`.
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

/** The text, or a number in place of a long one, which SQLite then does not even read from the disk. */
const short = (text: AnyColumn): SQL =>
  inWords((words) => words.unless(sql`octet_length(${text}) > ${sql.raw(String(LONG))}`, text))
const shortValuesOf = rowsWith(short(value.text), short(value.uri))

/** @throws LongTextsError when there are long texts and `isBounded`. */
async function loadRows (
  { database, viewer }: ValueContext, subjects: readonly Subject[], isBounded: boolean
): Promise<ValueRow[]> {
  const owned = viewer.id === null ? [] : subjects.filter((subject) => subject.ownerId === viewer.id)
  const rows = await (isBounded ? shortValuesOf : valuesOf)(database, viewer, {
    ...bindings(
      subjects.map((subject) => subject.id),
      viewer
    ),
    owned: JSON.stringify(owned.map((subject) => subject.id))
  })
  const loaded: ValueRow[] = []
  for (const row of rows) {
    const [resourceId, propertyId, type, lang, text, uri, isPublic, annotationId, linkedId, kind, title, source] = row
    // A number stands for a long text.
    if (isBounded && (typeof text === 'number' || typeof uri === 'number')) throw new LongTextsError()
    const linked = linkedId === null ? null : { id: linkedId, kind, title, source }
    loaded.push({ resourceId, propertyId, type, lang, text, uri, isPublic: isPublic === 1, annotationId, linked })
  }
  return loaded
}

function represent (
  context: ValueContext, { subjects, rows }: Level, annotations: Represented, pictures: Pictures
): Represented {
  const { terms, dataTypes } = context
  const lists = new Map<number, Map<number, Representation[]>>()
  for (const row of rows) {
    const property = terms.properties.get(row.propertyId)
    if (property === undefined) continue
    const { type: typeName, text, lang, uri } = row
    const stored: StoredValue = { type: typeName, text, lang, uri, link: linkOf(context, row, pictures) }
    const type = dataTypes.of(stored)
    const annotation = row.annotationId === null ? undefined : annotations.get(row.annotationId)
    const representation: Representation = {
      type: type.name,
      property_id: row.propertyId,
      property_label: property.label,
      is_public: row.isPublic,
      ...(context.namesAnnotations === true && row.annotationId !== null && { 'vitrine:annotation': row.annotationId }),
      ...(annotation !== undefined && Object.keys(annotation).length > 0 && { '@annotation': annotation }),
      ...type.represent(stored)
    }
    let byProperty = lists.get(row.resourceId)
    if (byProperty === undefined) lists.set(row.resourceId, byProperty = new Map())
    const list = byProperty.get(row.propertyId)
    if (list === undefined) byProperty.set(row.propertyId, [representation])
    else list.push(representation)
  }
  return new Map(subjects.map((subject) => [subject.id, inOrder(context, subject, lists.get(subject.id))]))
}

function linkOf (context: ValueContext, { linked }: ValueRow, { primary }: Pictures): StoredValue['link'] {
  if (linked === null) return null
  const picture = primary.get(linked.id)
  return {
    id: linked.id,
    kind: linked.kind,
    resourceName: context.types.ofKind(linked.kind).name,
    displayTitle: linked.title ?? linked.source ?? UNTITLED,
    picture: picture === undefined
      ? null
      : { squareUrl: thumbnailUrl(context, 'square', picture), title: picture.title, mediaType: picture.mediaType }
  }
}

/** The lists in the order of shown-order.ts. */
function inOrder (
  { terms }: ValueContext, { templateId }: Subject, lists: Map<number, Representation[]> | undefined
): Representation {
  if (lists === undefined) return {}
  const result: Representation = {}
  for (const propertyId of [...shownFirst(templateId, terms), ...lists.keys()]) {
    const list = lists.get(propertyId)
    if (list !== undefined) result[terms.properties.get(propertyId)!.term] = list
  }
  return result
}
