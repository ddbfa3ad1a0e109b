import pg from 'pg'
import { UNKNOWN, writtenOf, type Writes, type Written } from '../../changes/change-log.js'
import { SharedRuns } from '../../engine/in-turn.js'
import { LISTENING, optionsOf } from './connections.js'
import { READ_NOTICES, type NoticeRow } from './read-notices.js'
import type { Servers } from './servers.js'

/** The channel on which commits are announced. */
export const CHANNEL = 'vitrine'

/** Milliseconds before a lost connection is made again. */
const RETRY_MS = 300

/** Interval in milliseconds for reading the newest notices, even if no commit was announced. */
const HEARTBEAT_MS = 400

/** If the last response is older, commits of others may be unknown and caches must not be used. */
const CERTAIN_FOR_MS = 1000

/** Milliseconds within which the database has to respond. */
const RESPONSE_TIMEOUT_MS = 2000

/**
 * Commits of all processes, received by NOTIFY: each commit is announced with its notice, if that is short. Otherwise,
 * or if announcements are missing, the notices are read from the table; a heartbeat checks whether any are missing.
 */
export class Announcements implements Writes {
  /** Initially larger than any, so that no older notice is read. */
  position = Number.MAX_SAFE_INTEGER
  record: (written: Written) => void = () => {}
  isHearing = false
  /** `performance.now()` at the beginning of the last successful read of the notices. */
  certainSince = -Infinity
  /** End of the primary's write-ahead log at that read, in bytes. */
  logEnd = 0
  /** Called after each successful read. */
  whenRead: () => void = () => {}
  /** Whether a newer version of Vitrine has migrated the database. */
  isOutdated = false
  /** Called when `isOutdated` becomes true. */
  whenOutdated: () => void = () => {}
  /** Called before commits of others are added. */
  beforeChanges: () => void = () => {}
  #client: pg.Client | undefined
  #retrying: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  #isClosed = false
  /** Identifies the state of writes by other programs; changes when they write. */
  #foreign: string | undefined
  readonly #reads = new SharedRuns(async () => { await this.#tryToRead() })

  /** @param migrations number of migrations that this version knows. */
  constructor (private readonly servers: Servers, private readonly migrations: number) {}

  async listen (): Promise<void> {
    const client = await this.servers.connect((address) => {
      const client = new pg.Client({
        ...optionsOf(address, RESPONSE_TIMEOUT_MS), query_timeout: RESPONSE_TIMEOUT_MS, application_name: LISTENING
      })
      client.on('error', () => { this.#lost(client) }).on('end', () => { this.#lost(client) })
      client.on('notification', ({ payload }) => { this.#receive(payload ?? '') })
      return client
    })
    if (this.#isClosed) return await client.end()
    this.#client = client
    await client.query(`LISTEN ${CHANNEL}`)
    await this.#readNotices(client)
    this.isHearing = true
    this.#beating ??= setInterval(() => {
      if (performance.now() - this.certainSince > HEARTBEAT_MS / 2) this.#catchUpSoon()
    }, HEARTBEAT_MS).unref()
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retrying)
    clearInterval(this.#beating)
    await this.#client?.end()
  }

  /** Whether all commits of others are known up to at most a second ago. */
  get isCertain (): boolean {
    return this.isHearing && performance.now() - this.certainSince <= CERTAIN_FOR_MS
  }

  /** The database announces commits. Without a connection to it, this process must not answer from its caches. */
  poll (): void {
    if (!this.isCertain) this.record(UNKNOWN)
  }

  catchUp (): Promise<void> {
    return this.#reads.next()
  }

  /** Adds a commit of this process, with the position of its notice. */
  add (position: number, written: Written): void {
    // It may already have been received.
    if (position <= this.position) return
    if (position !== this.position + 1) this.#push(UNKNOWN)
    this.position = position
    this.#push(written)
  }

  /** @param rows rows of `READ_NOTICES`, read in a snapshot that began when the position was `known`, or later. */
  read (rows: readonly NoticeRow[], known: number): void {
    for (const [position, everything, ids, foreign, migrations] of rows) {
      if (foreign === null) {
        if (position > this.position) this.#addNotice(position, everything!, ids)
        continue
      }
      // Another program has written, or the database was replaced by an earlier state.
      if (this.#foreign !== foreign || position < known) this.#push(UNKNOWN)
      this.#foreign = foreign
      if (migrations > this.migrations && !this.isOutdated) {
        this.isOutdated = true
        this.whenOutdated()
      }
      if (position < known) this.position = position
    }
  }

  #push (written: Written): void {
    this.beforeChanges()
    this.record(written)
  }

  #addNotice (position: number, everything: number, ids: string | null): void {
    this.add(position, writtenOf({ everything, ids }) ?? UNKNOWN)
  }

  /** @param payload `<position>`, or with it `<everything> <ids>`; empty: another program has written. */
  #receive (payload: string): void {
    const [, position, everything, ids] = /^(\d+)(?: ([01]) (.*))?$/.exec(payload) ?? []
    if (position !== undefined && Number(position) <= this.position) return
    if (everything === undefined || Number(position) !== this.position + 1) this.#catchUpSoon()
    else this.#addNotice(Number(position), Number(everything), ids === '' ? null : ids!)
  }

  #catchUpSoon (): void {
    this.catchUp().catch(() => {})
  }

  async #tryToRead (): Promise<void> {
    const client = this.#client
    try {
      await this.#readNotices(client)
    } catch {
      // Not left to `poll`, which the change log may have called in this turn of the event loop already.
      this.record(UNKNOWN)
      if (client !== undefined) this.#lost(client)
    }
  }

  async #readNotices (client: pg.Client | undefined): Promise<void> {
    if (client === undefined) throw new Error('There is no connection to the database.')
    const known = this.position
    const began = performance.now()
    const { rows } = await client.query<NoticeRow & unknown[]>({
      name: 'notes', text: READ_NOTICES, values: [known], rowMode: 'array'
    })
    this.read(rows, known)
    this.certainSince = began
    this.logEnd = rows.at(-1)![5]
    this.whenRead()
  }

  #lost (client: pg.Client): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.isHearing = false
    client.end().catch(() => {})
    this.#listenAgain()
  }

  #listenAgain (): void {
    clearTimeout(this.#retrying)
    this.#retrying = setTimeout(() => {
      this.listen().catch(() => {
        if (this.#client !== undefined) this.#lost(this.#client)
        else if (!this.#isClosed) this.#listenAgain()
      })
    }, RETRY_MS).unref()
  }
}
