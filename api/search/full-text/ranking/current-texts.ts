import { sql } from 'drizzle-orm'
import { numbersOf } from '../../../../db/query/statements/prepared.js'
import type { DocumentTokens } from '../../../../db/query/text/document-tokens.js'
import type { FullTextScope } from '../../../../db/query/text/full-text.js'
import type { Part } from '../../../../db/query/tokens/full-text-query.js'
import { IndexedTexts } from '../../../../db/query/text/indexed-texts.js'
import { Postings } from '../../../../db/query/tokens/postings.js'
import type { CountedDocuments, Texts } from '../../../../db/query/text/relevance.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../../cache/answer-cache.js'
import type { IdSet } from '../../../cache/id-set-cache.js'
import type { SearchContext } from '../../context/context.js'
import { Ids } from '../../context/ids.js'
import { ChangedTexts, resourcesDue } from '../texts/changed-texts.js'
import { withWhatShows } from '../texts/what-shows.js'

const followed = new WeakMap<AnswerCache, ChangedTexts>()

/** What postings count in each document: the occurrences of a token, or whether any of some sequences occurs. */
type Counted = { readonly token: string } | { readonly sequences: readonly Part[] }

/**
 * The current texts of resources, including changes that are not indexed yet. Postings read from the index are cached,
 * and patched with the documents that have changed since, so that a write costs only reading these documents.
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
      changed = new ChangedTexts()
      if (cache !== undefined) followed.set(cache, changed)
    }
    const version = cache === undefined ? 0 : await changed.follow(cache.changes, database)
    const due = await resourcesDue(database)
    return due && new CurrentTexts(context, scope, changed, version, due)
  }

  async documents (): Promise<CountedDocuments> {
    const { countsPrivate } = this.scope
    const counted = await this.#cached(
      `documents ${countsPrivate}`,
      async () => await this.#documents(),
      async (cached, ids) => cached.changed(Int32Array.from(ids), await this.#documents(ids))
    )
    return { total: counted.size, count: (ids) => countsPrivate ? ids.length : counted.countIn(ids) }
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
      // Read before the index, so that no document is missed that is indexed in between.
      const due = await this.#documentsDue()
      return await this.#patched(await read(), due, counted)
    }
    return await this.#cached(`${name} ${this.scope.withHidden}`, make, async (postings, ids) =>
      this.changed.areManyUnread(ids) ? await make() : await this.#patched(postings, ids, counted))
  }

  async #patched (postings: Postings, ids: readonly number[], counted: Counted): Promise<Postings> {
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

  /** Documents whose index entries may be stale. Queried only when needed: most searches find their postings cached. */
  #documentsDue (): Promise<readonly number[]> {
    this.#shown ??= withWhatShows(this.context.database, this.due)
    return this.#shown
  }

  async #cached<T extends IdSet> (
    name: string, make: () => Promise<T>, patch: (cached: T, changed: readonly number[]) => Promise<T>
  ): Promise<T> {
    const { changed, version, context: { cache } } = this
    if (cache === undefined) return await make()
    return await cache.sets.get(ANONYMOUS_VIEWER, name, make, patch, version, (since) => changed.since(since))
  }

  /** Resources that count for relevance. @param among limits them to these ids. */
  async #documents (among?: readonly number[]): Promise<Ids> {
    const restriction = among === undefined ? sql`` : sql` AND ${isOneOf(sql`resource.id`, among)}`
    const all = sql`SELECT id FROM resource WHERE kind IN ('item', 'item_set', 'media')
      ${this.scope.countsPrivate ? sql`` : sql`AND is_public = 1`}${restriction}`
    const ids = Ids.of(await numbersOf(this.context.database, all))
    if (this.scope.countsPrivate) return ids
    // Media are hidden with their item.
    return ids.without(Ids.of(await numbersOf(this.context.database, sql`SELECT media.id FROM resource
      JOIN media ON media.item_id = resource.id WHERE resource.kind = 'item' AND resource.is_public = 0
      ${among === undefined ? sql`` : sql`AND ${isOneOf(sql`media.id`, among)}`}`)))
  }
}
