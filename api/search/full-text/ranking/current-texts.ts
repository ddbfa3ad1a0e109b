import { sql } from 'drizzle-orm'
import { numbersOf } from '../../../../db/query/statements/ids.js'
import type { DocumentTokens } from '../../../../db/query/text/document-tokens.js'
import type { FullTextScope } from '../../../../db/query/text/full-text.js'
import type { Part } from '../../../../db/query/tokens/full-text-query.js'
import { IndexedTexts } from '../../../../db/query/text/indexed-texts.js'
import { Postings } from '../../../../db/query/tokens/postings.js'
import type { CountedDocuments, Texts } from '../../../../db/query/text/relevance.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { AnswerCache } from '../../../cache/answer-cache.js'
import type { SearchContext } from '../../context/context.js'
import { Ids } from '../../context/ids.js'
import { builtInText } from '../texts/built-in-texts.js'
import { ChangedTexts, resourcesDue } from '../texts/changed-texts.js'
import { withWhatShows } from '../texts/what-shows.js'

const followed = new WeakMap<AnswerCache, ChangedTexts>()

interface Kept { readonly byteLength: number }

/** What is counted in documents: the occurrences of a token, or whether any of some sequences occurs. */
type Counted = { readonly token: string } | { readonly sequences: readonly Part[] }

/**
 * The texts of resources as they are, of which the index may not know yet. What is read from the index is kept, and
 * mended with the documents that were changed since, so that a write costs no more than to read these.
 */
export class CurrentTexts implements Texts {
  readonly #indexed: IndexedTexts
  #shown: Promise<readonly number[]> | undefined

  private constructor (
    private readonly context: SearchContext,
    private readonly scope: FullTextScope,
    private readonly changed: ChangedTexts,
    private readonly version: number,
    private readonly due: readonly number[]
  ) {
    this.#indexed = new IndexedTexts(context.database, 'fulltext', scope)
  }

  /** @returns undefined when so many documents wait to be indexed that searches use the index as it is. */
  static async of (context: SearchContext, scope: FullTextScope): Promise<CurrentTexts | undefined> {
    const { cache, database } = context
    let changed = cache && followed.get(cache)
    if (changed === undefined) {
      changed = new ChangedTexts(builtInText)
      if (cache !== undefined) followed.set(cache, changed)
    }
    const version = cache === undefined ? 0 : await changed.follow(cache.changes, database)
    const due = await resourcesDue(database)
    return due && new CurrentTexts(context, scope, changed, version, due)
  }

  async documents (): Promise<CountedDocuments> {
    const { countsPrivate } = this.scope
    const counted = await this.#kept(
      `documents ${countsPrivate}`,
      async () => await this.#documents(),
      async (kept, ids) => kept.changed(Int32Array.from(ids).sort(), await this.#documents(ids))
    )
    return { total: counted.size, all: counted, count: (ids) => countsPrivate ? ids.length : counted.countOf(ids) }
  }

  async containing (token: string): Promise<Postings> {
    return await this.#postings(
      `word ${token}`,
      async () => await this.#indexed.containing(token),
      { token }
    )
  }

  async holding (sequences: readonly Part[]): Promise<Postings> {
    return await this.#postings(
      `any of ${JSON.stringify(sequences)}`,
      async () => await this.#indexed.holding(sequences),
      { sequences }
    )
  }

  async #postings (
    name: string, read: () => Promise<Postings>, counted: Counted
  ): Promise<Postings> {
    const make = async (): Promise<Postings> => {
      // Known before the index is read, so that what is indexed meanwhile is not missed.
      const due = await this.#documentsDue()
      return await this.#mended(await read(), due, counted)
    }
    return await this.#kept(`${name} ${this.scope.withHidden}`, make, async (postings, ids) =>
      this.changed.areManyUnread(ids) ? await make() : await this.#mended(postings, ids, counted))
  }

  async #mended (postings: Postings, ids: readonly number[], counted: Counted): Promise<Postings> {
    const now = new Map<number, number>()
    for (const [id, tokens] of await this.changed.tokens(ids, this.context.database)) {
      now.set(id, this.#count(tokens, counted))
    }
    return postings.changed(now)
  }

  #count (tokens: DocumentTokens, counted: Counted): number {
    if ('token' in counted) return tokens.count(counted.token, this.scope)
    for (const { pieces, isStart } of counted.sequences) if (tokens.holds(pieces, isStart, this.scope)) return 1
    return 0
  }

  /** Documents that the index may not know as they are: most searches find all that they need kept, and do not ask. */
  #documentsDue (): Promise<readonly number[]> {
    this.#shown ??= withWhatShows(this.context.database, this.due)
    return this.#shown
  }

  async #kept<T extends Kept> (
    name: string, make: () => Promise<T>, mend: (kept: T, changed: readonly number[]) => Promise<T>
  ): Promise<T> {
    const { changed, version, context: { cache } } = this
    if (cache === undefined) return await make()
    const entry = cache.sets.latest<T>(ANONYMOUS_VIEWER, name)
    if (entry?.version === version) return entry.value
    const since = entry && changed.since(entry.version)
    const value = entry === undefined || since === undefined
      ? await make()
      : since.length === 0 ? entry.value : await mend(entry.value, since)
    cache.sets.set(ANONYMOUS_VIEWER, name, value, version)
    return value
  }

  /** Resources that count. @param among only of these. */
  async #documents (among?: readonly number[]): Promise<Ids> {
    const isAsked = among === undefined ? sql`` : sql` AND ${isOneOf(sql`resource.id`, among)}`
    const all = sql`SELECT id FROM resource WHERE kind IN ('item', 'item_set', 'media')
      ${this.scope.countsPrivate ? sql`` : sql`AND is_public = 1`}${isAsked}`
    const ids = Ids.of(await numbersOf(this.context.database, all))
    if (this.scope.countsPrivate) return ids
    // Media are hidden with their item.
    return ids.without(Ids.of(await numbersOf(this.context.database, sql`SELECT media.id FROM resource
      JOIN media ON media.item_id = resource.id WHERE resource.kind = 'item' AND resource.is_public = 0
      ${among === undefined ? sql`` : sql`AND ${isOneOf(sql`media.id`, among)}`}`)))
  }
}
