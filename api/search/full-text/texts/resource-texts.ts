import { and, asc, eq, or } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { ordered } from '../../../../db/query/conditions/order.js'
import { bindings, IDS, prepared, preparedRows } from '../../../../db/query/statements/prepared.js'
import type { FullTextDocument } from '../../../../db/query/tokens/full-text-tokens.js'
import { ANONYMOUS_VIEWER, isTargetVisible, type Viewer } from '../../../../db/query/statements/viewer.js'
import { flag, isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { media, resource, value } from '../../../../db/tables/index.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import { createIngesters } from '../../../../files/ingesters/registry.js'

/** Returns the text of a media's own content, by its ingester. */
export type TextOfMedia = (ingester: string, data: unknown) => string

/** The indexer sees everything. */
export const INDEXER: Viewer = { id: null, viewsAll: true, isAdmin: true }

const rowsOf = prepared((database) =>
  database
    .select({ id: resource.id, kind: resource.kind, title: resource.title, publicTitle: resource.publicTitle })
    .from(resource)
    .where(isOneOf(resource.id, IDS))
    .prepare()
)

/** The media among the ids, and the media of the items among them. */
const mediaOf = prepared((database) =>
  database
    .select({
      id: media.id,
      itemId: media.itemId,
      ingester: media.ingester,
      data: media.data,
      isPublic: resource.isPublic
    })
    .from(media)
    .innerJoin(resource, eq(resource.id, media.id))
    .where(or(isOneOf(media.id, IDS), isOneOf(media.itemId, IDS)))
    .orderBy(ordered(media.position, 'asc'), asc(media.id))
    .prepare()
)

const query = new QueryBuilder()
const linked = alias(resource, 'linked')
const annotation = alias(resource, 'annotation')

type ValueText = [
  of: number,
  text: string | null,
  uri: string | null,
  annotationId: number | null,
  title: string | null,
  publicTitle: string | null,
  isPublic: 0 | 1 | null,
  isAnnotationPublic: 0 | 1 | null
]

const publicValuesOf = preparedRows<ValueText>(
  () => [
    value.resourceId, value.text, value.uri, value.annotationId, linked.title, linked.publicTitle,
    flag(isTargetVisible(ANONYMOUS_VIEWER, linked)!), flag(eq(annotation.isPublic, true))
  ],
  (columns) =>
    query
      .select(columns)
      .from(value)
      .leftJoin(linked, eq(linked.id, value.linkedId))
      .leftJoin(annotation, eq(annotation.id, value.annotationId))
      .where(and(isOneOf(value.resourceId, IDS), eq(value.isPublic, true)))
      .orderBy(asc(value.id))
)

/** A document under construction. */
class Lines {
  readonly shown: string[] = []
  readonly hidden: string[] = []

  add (line: string | null, isHidden = false): void {
    if (line !== null && line !== '') (isHidden ? this.hidden : this.shown).push(line)
  }

  /** @param isHidden whether the resource of these lines is private, so that even its public lines are hidden. */
  addAll (other: Lines, isHidden: boolean): void {
    // Added one by one: spreading a list as long as a client can make it into a call overflows the stack.
    for (const line of other.shown) (isHidden ? this.hidden : this.shown).push(line)
    for (const line of other.hidden) this.hidden.push(line)
  }
}

/**
 * The text of items, item sets and media to be indexed (docs/contract/search.md §8.1), in a fixed number of queries.
 * The text of private media and annotations and the titles of private resources are returned separately as hidden text.
 */
export async function resourceTexts (
  database: Database,
  ids: readonly number[],
  textOfMedia: TextOfMedia
): Promise<FullTextDocument[]> {
  const rows = await rowsOf(database, INDEXER).all(bindings(ids, INDEXER))
  const pictures = await mediaOf(database, INDEXER).all(bindings(ids, INDEXER))
  const lines = await valueLines(database, [...new Set([...ids, ...pictures.map(({ id }) => id)])])
  for (const picture of pictures) linesOf(lines, picture.id).add(textOfMedia(picture.ingester, picture.data))
  const members = groupBy(pictures, ({ itemId }) => itemId)
  const documents: FullTextDocument[] = []
  for (const { id, kind, title, publicTitle } of rows) {
    if (kind === 'value_annotation') continue
    const all = new Lines()
    all.addAll(linesOf(lines, id), false)
    if (title !== publicTitle) all.add(title, true)
    if (kind === 'item') {
      for (const picture of members.get(id) ?? []) all.addAll(linesOf(lines, picture.id), !picture.isPublic)
    }
    documents.push({ id, title: publicTitle ?? '', text: all.shown.join('\n'), hidden: all.hidden.join('\n') })
  }
  return documents
}

/**
 * A line for each public value, by resource, followed by the public values of its annotation.
 *
 * @param above annotations that are being read already: in a damaged database, one may annotate itself.
 */
async function valueLines (
  database: Database, ids: readonly number[], above: ReadonlySet<number> = new Set()
): Promise<Map<number, Lines>> {
  const rows = await publicValuesOf(database, INDEXER, bindings(ids, INDEXER))
  const annotationIds: number[] = []
  for (const [, , , id] of rows) if (id !== null && !above.has(id)) annotationIds.push(id)
  const annotations = annotationIds.length === 0
    ? new Map<number, Lines>()
    : await valueLines(database, annotationIds, new Set([...above, ...annotationIds]))
  const lines = new Map<number, Lines>()
  for (const [of, text, uri, annotationId, title, publicTitle, isPublic, isAnnotationPublic] of rows) {
    const own = linesOf(lines, of)
    own.add(uri === null ? text : text === null ? uri : `${uri} ${text}`)
    own.add(publicTitle, isPublic === 0)
    if (title !== publicTitle) own.add(title, true)
    if (annotationId !== null) own.addAll(linesOf(annotations, annotationId), isAnnotationPublic === 0)
  }
  return lines
}

function linesOf (lines: Map<number, Lines>, id: number): Lines {
  let found = lines.get(id)
  if (found === undefined) lines.set(id, found = new Lines())
  return found
}

const ingesters = createIngesters()

/** The text that built-in ingesters give a media. Threads do not have the ingesters of an embedding application. */
export const builtInText: TextOfMedia = (ingester, data) => ingesters.get(ingester)?.text?.(data) ?? ''
