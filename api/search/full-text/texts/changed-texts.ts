import { sql } from 'drizzle-orm'
import { preparedIds } from '../../../../db/query/statements/prepared.js'
import { DocumentTokens } from '../../../../db/query/text/document-tokens.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { excludeIds } from '../../../../db/query/statements/id-sets.js'
import type { ChangeLog } from '../../../../db/changes/change-log.js'
import { isOfDatabase } from '../../../../db/open/failures.js'
import { builtInText, INDEXER, resourceTexts } from './resource-texts.js'
import { documentsOf } from './what-shows.js'

/** Up to this many documents that wait to be indexed, a search reads them one by one. */
const DUE_MAX_DOCUMENTS = 400

/** Limits of documents that link to written ones, and of changed ones. With more, postings are read again instead. */
const LINKING_MAX_DOCUMENTS = 300
const FOLLOWED_MAX_DOCUMENTS = 1000

/** To patch cached postings, at most this many documents are read; with more, reading the index again is faster. */
const UNREAD_MAX_DOCUMENTS = 200

/** Maximal number of documents whose tokens are cached: changed ones, and others that wait to be indexed. */
const TOKENS_MAX_DOCUMENTS = 2000

/**
 * Tracks which documents recent writes have changed, and reads their tokens. Cached postings are patched with them,
 * whether the documents are already indexed or not.
 */
export class ChangedTexts {
  /** Versions of the change log: writes up to `#version` and after `#first` are known. */
  #version = -1
  #first = 0
  /** The version at which each document was last seen as changed, in ascending order of versions. */
  readonly #changed = new Map<number, number>()
  readonly #tokens = new Map<number, DocumentTokens>()
  #following: Promise<unknown> = Promise.resolve()

  /** Records the documents changed since the last call. @returns the version up to which changes are known. */
  async follow (changes: ChangeLog, database: Database): Promise<number> {
    const run = this.#following.then(async () => await this.#follow(changes, database))
    this.#following = run.catch(() => {})
    return await run
  }

  async #follow (changes: ChangeLog, database: Database): Promise<number> {
    const { version } = changes
    if (version === this.#version) return version
    const written = changes.rowsSince(this.#version)
    const ids = written === undefined || written.length > FOLLOWED_MAX_DOCUMENTS
      ? undefined
      : await documentsOf(database, [...new Set(written)], LINKING_MAX_DOCUMENTS)
    this.#version = version
    if (ids === undefined) {
      this.#first = version
      this.#changed.clear()
      this.#tokens.clear()
      return version
    }
    for (const id of ids) {
      this.#tokens.delete(id)
      // Deleted first, so that it moves to the end of the map.
      this.#changed.delete(id)
      this.#changed.set(id, version)
    }
    for (const [id, changed] of this.#changed) {
      if (this.#changed.size <= FOLLOWED_MAX_DOCUMENTS) break
      this.#first = changed
      this.#changed.delete(id)
      this.#tokens.delete(id)
    }
    return version
  }

  /** Documents that were changed after a version; undefined: unknown, so that any may have changed. */
  since (version: number): number[] | undefined {
    if (version < this.#first) return undefined
    const since: number[] = []
    for (const [id, changed] of this.#changed) if (changed > version) since.push(id)
    return since
  }

  /** Whether so many of these documents would have to be read that reading the index again is faster. */
  areManyUnread (ids: readonly number[]): boolean {
    return excludeIds(ids, this.#tokens).length > UNREAD_MAX_DOCUMENTS
  }

  /** Current tokens of documents; empty for documents that are deleted or cannot be read. */
  async tokens (ids: readonly number[], database: Database): Promise<Map<number, DocumentTokens>> {
    const version = this.#version
    const missing = excludeIds(ids, this.#tokens)
    const read = missing.length === 0 ? new Map<number, DocumentTokens>() : await this.#read(missing, database)
    const tokens = new Map<number, DocumentTokens>()
    for (const id of ids) tokens.set(id, read.get(id) ?? this.#tokens.get(id) ?? DocumentTokens.NONE)
    if (this.#tokens.size > TOKENS_MAX_DOCUMENTS) this.#tokens.clear()
    // Not cached if they may have been written while they were being read.
    if (version === this.#version) for (const id of missing) this.#tokens.set(id, tokens.get(id)!)
    return tokens
  }

  async #read (ids: readonly number[], database: Database): Promise<Map<number, DocumentTokens>> {
    try {
      const documents = await resourceTexts(database, ids, builtInText)
      const tokens = new Map<number, DocumentTokens>()
      for (const document of documents) tokens.set(document.id, DocumentTokens.of(document))
      return tokens
    } catch (error) {
      if (isOfDatabase(error)) throw error
      // The index leaves out a document that cannot be read, too.
      if (ids.length === 1) return new Map()
      const each = await Promise.all(ids.map(async (id) => await this.#read([id], database)))
      return new Map(each.flatMap((read) => [...read]))
    }
  }
}

const documentsDue = preparedIds(() => sql`SELECT id FROM fulltext_due LIMIT ${DUE_MAX_DOCUMENTS + 1}`)

/** Resources that wait to be indexed; undefined: too many to be read one by one. Every full-text search reads them. */
export async function resourcesDue (database: Database): Promise<readonly number[] | undefined> {
  const due = await documentsDue(database, INDEXER, {})
  return due.length > DUE_MAX_DOCUMENTS ? undefined : Array.from(due)
}
