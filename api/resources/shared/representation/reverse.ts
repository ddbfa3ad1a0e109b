import { linksTo, linksFrom, linksInParts, type LinkRow } from '../../../../db/query/conditions/links.js'
import type { AnswerCache } from '../../../cache/answer-cache.js'
import { representationViewer, type LinksAt } from '../../../cache/representations.js'
import { address } from '../../../core/answers/addresses.js'
import type { Representation } from '../../../core/answers/answer.js'
import { linkOf, Links, type Link, type LinkParts } from '../../../core/answers/links.js'
import { BusyError } from '../../../core/calls/errors.js'
import { Turns } from '../../../core/sequence/turns.js'
import { offload, type SearchContext } from '../../../search/context/context.js'
import type { ReadContext } from '../../definition/read-context.js'

/**
 * `@reverse` by resource: the resources that link to it, by term of the linking value (docs/contract/values.md §9).
 */
export async function loadReverse (
  { database, viewer, terms }: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const found = new Map<number, Record<string, Representation[]>>()
  for (const [linkedId, propertyId, , id, title] of await linksTo(database, viewer, ids)) {
    const term = terms.properties.byId.get(propertyId)?.term
    if (term === undefined) continue
    let reverse = found.get(linkedId)
    if (reverse === undefined) found.set(linkedId, reverse = {});
    (reverse[term] ??= []).push({ '@id': address('resources', id), 'o:title': title })
  }
  return found
}

/** Above this number of links to a resource, they are cached and patched instead of read again after each write. */
export const PATCH_ABOVE_LINKS = 200

/** Number of attempts to read the links if concurrent writes touch too many to patch. */
const ATTEMPTS = 3

type LinksContext = Pick<SearchContext, 'database' | 'viewer' | 'terms'>

/** Reads all links to a resource. @param pause called now and then. */
export async function readLinks (
  { database, viewer, terms }: LinksContext, id: number, pause: () => Promise<void> = async () => {}
): Promise<Links> {
  const links: Link[] = []
  for await (const rows of linksInParts(database, viewer, id)) {
    for (const link of shownOf(rows, terms)) links.push(link)
    await pause()
  }
  return Links.of(links)
}

function shownOf (rows: readonly LinkRow[], { properties }: SearchContext['terms']): Link[] {
  return rows.flatMap(([, propertyId, value, from, title]) => {
    const term = properties.byId.get(propertyId)?.term
    return term === undefined ? [] : linkOf(term, value, from, title)
  })
}

/**
 * Reads the links in a worker thread, so that no other request waits; if there is none, or it is busy, reads them here
 * with pauses.
 */
async function load (context: SearchContext, version: number, id: number): Promise<LinksAt> {
  const here = async (): Promise<LinkParts> => {
    const turns = new Turns()
    return await readLinks(context, id, async () => { await turns.next() })
  }
  let parts: LinkParts
  try {
    parts = await offload({ name: 'resources' }, {}, context, { kind: 'links', id }, here)
  } catch (error) {
    if (!(error instanceof BusyError)) throw error
    parts = await here()
  }
  return { links: parts instanceof Links ? parts : new Links(parts), version }
}

/** The current links to a resource. @param known links that may be stale. */
export async function currentLinks (
  context: SearchContext, cache: AnswerCache, id: number, known: LinksAt | undefined
): Promise<Links> {
  const key = `links ${representationViewer(context.viewer)} ${id}`
  for (let attempt = 1; ; attempt++) {
    const { links, version } =
      known ?? await cache.answers.making.share(key, async () => await load(context, cache.version, id))
    const mended = await patchLinks(context, links, id, cache.changes.touchedSince(version))
    if (mended !== undefined) return mended
    if (attempt === ATTEMPTS) return links
    known = undefined
  }
}

/** Patches links after writes; undefined: they have to be read again. @param touched undefined: unknown. */
async function patchLinks (
  context: LinksContext, links: Links, id: number, touched: readonly number[] | undefined
): Promise<Links | undefined> {
  const stale = touched && links.staleIn(touched, id)
  if (stale === undefined) return undefined
  if (stale.length === 0) return links
  return links.patched(stale, shownOf(await linksFrom(context.database, context.viewer, stale, id), context.terms))
}
