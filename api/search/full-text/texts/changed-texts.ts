import { sql } from 'drizzle-orm'
import { prepared } from '../../../../db/query/statements/prepared.js'
import { DocumentTokens } from '../../../../db/query/text/document-tokens.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { excludeIds } from '../../../../db/query/statements/id-sets.js'
import { listOf } from '../../../../db/query/statements/ids.js'
import type { ChangeLog } from '../../../../db/changes/change-log.js'
import { isOfDatabase } from './database-error.js'
import { INDEXER, resourceTexts, type TextOfMedia } from './resource-texts.js'
import { documentsOf } from './what-shows.js'

/** Documents that wait to be indexed, up to which they are read one by one. */
const MOST_DUE = 400

/** Documents that one write may change, and that are followed, up to which this is faster than to begin anew. */
const MOST_LINKING = 300
const MOST_FOLLOWED = 1000

/** Documents that are read to mend what is kept of a word, up to which the same holds. */
const MOST_UNREAD = 200

/** Documents of which the tokens are kept: those that are followed, and others that wait to be indexed. */
const MOST_READ = 2000

/**
 * Follows which documents recent writes have changed, and reads their tokens: what is kept of the index is mended with
 * them, whether they are indexed already or not.
 */
export class ChangedTexts {
  /** Up to which version of the change log the writes are known, and after which. */
  #version = -1
  #first = 0
  /** The version at which each changed document was found to be so, in the order of these versions. */
  readonly #changed = new Map<number, number>()
  readonly #tokens = new Map<number, DocumentTokens>()
  #following: Promise<unknown> = Promise.resolve()

  constructor (private readonly textOfMedia: TextOfMedia) {}

  /** Learns what was written meanwhile. @returns the version of the change log that is known now. */
  async follow (changes: ChangeLog, database: Database): Promise<number> {
    const run = this.#following.then(async () => await this.#follow(changes, database))
    this.#following = run.catch(() => {})
    return await run
  }

  async #follow (changes: ChangeLog, database: Database): Promise<number> {
    const { version } = changes
    if (version === this.#version) return version
    const written = changes.rowsSince(this.#version)
    const ids = written === undefined || written.length > MOST_FOLLOWED
      ? undefined
      : await documentsOf(database, [...new Set(written)], MOST_LINKING)
    this.#version = version
    if (ids === undefined) {
      this.#first = version
      this.#changed.clear()
      this.#tokens.clear()
      return version
    }
    for (const id of ids) {
      this.#tokens.delete(id)
      // The one that was changed last is the last.
      this.#changed.delete(id)
      this.#changed.set(id, version)
    }
    for (const [id, changed] of this.#changed) {
      if (this.#changed.size <= MOST_FOLLOWED) break
      this.#first = changed
      this.#changed.delete(id)
      this.#tokens.delete(id)
    }
    return version
  }

  /** Documents that were changed after a version, up to the one that is known; undefined: perhaps any. */
  since (version: number): number[] | undefined {
    if (version < this.#first) return undefined
    const since: number[] = []
    for (const [id, changed] of this.#changed) if (changed > version) since.push(id)
    return since
  }

  /** Whether more of these documents would have to be read than it takes to read the index once more. */
  areManyUnread (ids: readonly number[]): boolean {
    return excludeIds(ids, this.#tokens).length > MOST_UNREAD
  }

  /** Tokens of documents as they are now; none of those that are gone or cannot be read. */
  async tokens (ids: readonly number[], database: Database): Promise<Map<number, DocumentTokens>> {
    const version = this.#version
    const missing = excludeIds(ids, this.#tokens)
    const read = missing.length === 0 ? new Map<number, DocumentTokens>() : await this.#read(missing, database)
    const tokens = new Map<number, DocumentTokens>()
    for (const id of ids) tokens.set(id, read.get(id) ?? this.#tokens.get(id) ?? DocumentTokens.NONE)
    if (this.#tokens.size > MOST_READ) this.#tokens.clear()
    // Unless they were written while they were being read.
    if (version === this.#version) for (const id of missing) this.#tokens.set(id, tokens.get(id)!)
    return tokens
  }

  async #read (ids: readonly number[], database: Database): Promise<Map<number, DocumentTokens>> {
    try {
      const documents = await resourceTexts(database, ids, this.textOfMedia)
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

const dueRows = prepared((database) => database
  .select({ ids: listOf(sql`id`) })
  .from(sql`(SELECT id FROM fulltext_due LIMIT ${MOST_DUE + 1}) AS due`)
  .prepare())

/**
 * Resources that wait to be indexed, together with those that show them (what-shows.ts); undefined: too many to be read
 * one by one. Each search of texts asks, and finds hundreds of them where others write.
 */
export async function resourcesDue (database: Database): Promise<number[] | undefined> {
  const [row] = await dueRows(database, INDEXER).all()
  const due = JSON.parse(row!.ids) as number[]
  return due.length > MOST_DUE ? undefined : due
}
