import { and, asc, between, eq, gt, isNotNull, max, sql, type SQL } from 'drizzle-orm'
import { resourceChange } from '../../../db/tables/index.js'
import { LOGGED_KINDS, readLogState } from '../../../db/query/statements/resource-change-feed.js'
import type { Services } from '../../resources/definition/services.js'
import { Turns } from '../../core/sequence/turns.js'

/** One of the sitemap files, which together list every page of a public resource. */
interface Part {
  /** Counted from 1. */
  number: number
  /** Time of the last change in the part, in seconds since 1970; undefined when it lists no page. */
  modified: number | undefined
}

/** The page of a resource. */
interface Entry { path: string, modified: number }

/** Ids per part. The resulting number of URLs is below the 50,000 that a file may have. */
const IDS_PER_PART = 40_000

const ENTRIES_PER_QUERY = 1000

const FOLDERS = { item: 'items', item_set: 'item-sets', media: 'media' }

/**
 * The public pages, for search engines. Each part covers a fixed range of ids, so that nothing has to be counted, and
 * a change affects one part only.
 */
export class Sitemap {
  #known: { state: string, parts: Part[] } | undefined

  constructor (private readonly services: Pick<Services, 'store'>) {}

  /** A text that changes whenever something public changes. */
  async state (): Promise<string> {
    const { epoch } = await readLogState(this.#database)
    const last = await Promise.all(LOGGED_KINDS.map(async (kind) => {
      const [row] = await this.#database.select({ position: max(resourceChange.publicPosition) }).from(resourceChange)
        .where(and(eq(resourceChange.kind, kind), isNotNull(resourceChange.publicPosition)))
      return row!.position ?? 0
    }))
    return `${epoch}-${Math.max(...last)}`
  }

  /** The parts; there is always a first one. */
  async parts (): Promise<readonly Part[]> {
    const state = await this.state()
    if (this.#known?.state === state) return this.#known.parts
    const [last] = await this.#database.select({ id: max(resourceChange.resourceId) }).from(resourceChange)
    const turns = new Turns()
    const parts: Part[] = []
    for (let number = 1; number === 1 || firstOf(number) <= (last?.id ?? 0); number++) {
      const part = await this.#part(number)
      if (part !== undefined || number === 1) parts.push({ number, modified: part })
      await turns.next()
    }
    this.#known = { state, parts }
    return parts
  }

  /** The pages of a part, in batches. */
  async * entries (number: number): AsyncGenerator<Entry[]> {
    for (let after = 0; ;) {
      const rows = await this.#database
        .select({ id: resourceChange.resourceId, kind: resourceChange.kind, modified: resourceChange.publicTime })
        .from(resourceChange)
        .where(and(isIn(number), eq(resourceChange.isPublic, true), gt(resourceChange.resourceId, after)))
        .orderBy(asc(resourceChange.resourceId)).limit(ENTRIES_PER_QUERY)
      yield rows.map(({ id, kind, modified }) => ({ path: `/${FOLDERS[kind]}/${id}`, modified: modified! }))
      if (rows.length < ENTRIES_PER_QUERY) return
      after = rows.at(-1)!.id
    }
  }

  /** When a part last changed; undefined when nothing in it is public. */
  async #part (number: number): Promise<number | undefined> {
    const [row] = await this.#database
      .select({ modified: max(resourceChange.publicTime), isAny: max(sql<number>`${resourceChange.isPublic}`) })
      .from(resourceChange)
      .where(isIn(number))
    return Number(row?.isAny ?? 0) === 0 ? undefined : row!.modified ?? undefined
  }

  get #database () {
    return this.services.store.read
  }
}

/** The first id of a part. */
function firstOf (number: number): number {
  return (number - 1) * IDS_PER_PART + 1
}

/** The condition that a resource belongs to a part. */
function isIn (number: number): SQL {
  return between(resourceChange.resourceId, firstOf(number), firstOf(number + 1) - 1)
}
