import pg from 'pg'
import { UNKNOWN, writtenOf, type Writes, type Written } from '../../changes/write-notes.js'
import { LISTENING, optionsOf } from './connections.js'
import { notesAfter, type NoteRow } from './read-notes.js'
import type { Servers } from './servers.js'

/** The channel on which commits are announced. */
export const CHANNEL = 'vitrine'

/** Milliseconds after which a connection that was lost is tried again. */
const RETRY = 300

/** Milliseconds after which the newest notes are asked for, whether any were announced or not. */
const HEARTBEAT = 400

/** Milliseconds after the last answer from which on it is not known what others have written. */
const CERTAIN = 1000

/** Milliseconds within which the database has to answer. */
const PATIENCE = 2000

const NONE: readonly Written[] = []

/**
 * What all processes have written, as they announce it: each commit with its note, if that is short. Where
 * announcements are missing, the notes are read; and every now and then it is asked whether any are.
 */
export class Announcements implements Writes {
  /** At first later than any, so that no earlier note is read. */
  position = Number.MAX_SAFE_INTEGER
  /** Changes whenever something is heard. */
  version = 0
  isHearing = false
  /** `performance.now()` when the last question began that was answered. */
  certainSince = -Infinity
  /** Whether a newer version of Vitrine has migrated the database. */
  isOutdated = false
  /** Called when that has become so. */
  whenOutdated: () => void = () => {}
  /** Called before what others have written is told. */
  beforeNews: () => void = () => {}
  #client: pg.Client | undefined
  #retrying: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  #isClosed = false
  #taken: Written[] = []
  /** What tells that other programs have written. */
  #foreign: string | undefined
  #asking: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param migrations how many this version knows. */
  constructor (private readonly servers: Servers, private readonly migrations: number) {}

  async listen (): Promise<void> {
    const client = await this.servers.connect((address) => {
      const client = new pg.Client({
        ...optionsOf(address, PATIENCE), query_timeout: PATIENCE, application_name: LISTENING
      })
      client.on('error', () => { this.#lost(client) }).on('end', () => { this.#lost(client) })
      client.on('notification', ({ payload }) => { this.#hear(payload ?? '') })
      return client
    })
    if (this.#isClosed) return await client.end()
    this.#client = client
    await client.query(`LISTEN ${CHANNEL}`)
    await this.#askOver(client)
    this.isHearing = true
    this.#beating ??= setInterval(() => {
      if (performance.now() - this.certainSince > HEARTBEAT / 2) this.#ask()
    }, HEARTBEAT).unref()
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retrying)
    clearInterval(this.#beating)
    await this.#client?.end()
  }

  /** Whether it is known what others have written, as of a second ago at the earliest. */
  get isCertain (): boolean {
    return this.isHearing && performance.now() - this.certainSince <= CERTAIN
  }

  take (): readonly Written[] {
    // Cut off from the database, this process must not answer from what it keeps.
    if (performance.now() - this.certainSince > CERTAIN) this.#taken.push(UNKNOWN)
    if (this.#taken.length === 0) return NONE
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  catchUp (): Promise<void> {
    // A question that is under way may have been answered already; all who come meanwhile share the next one.
    if (this.#asking === undefined) return this.#begin()
    this.#next ??= this.#asking.then(async () => {
      this.#next = undefined
      await this.#begin()
    })
    return this.#next
  }

  /** A commit of this process, with the position of its note. */
  add (position: number, written: Written): void {
    // Perhaps it was heard before.
    if (position <= this.position) return
    if (position !== this.position + 1) this.#tell(UNKNOWN)
    this.position = position
    this.#tell(written)
  }

  /** @param rows what `notesAfter` gave, in a snapshot that begins now or later than `known` was the position. */
  read (rows: readonly NoteRow[], known: number): void {
    for (const [position, everything, ids, foreign, migrations] of rows) {
      if (foreign === null) {
        if (position > this.position) this.#addNote(position, everything!, ids)
        continue
      }
      // Another program has written, or the database is an earlier one than before.
      if (this.#foreign !== foreign || position < known) this.#tell(UNKNOWN)
      this.#foreign = foreign
      if (migrations > this.migrations && !this.isOutdated) {
        this.isOutdated = true
        this.whenOutdated()
      }
      if (position < known) this.position = position
    }
  }

  #tell (written: Written): void {
    this.beforeNews()
    this.#taken.push(written)
  }

  #addNote (position: number, everything: number, ids: string | null): void {
    this.version++
    this.add(position, writtenOf({ everything, ids }) ?? UNKNOWN)
  }

  /** @param payload `<position>`, or with it `<everything> <ids>`; empty: another program has written. */
  #hear (payload: string): void {
    const [, position, everything, ids] = /^(\d+)(?: ([01]) (.*))?$/.exec(payload) ?? []
    if (position !== undefined && Number(position) <= this.position) return
    if (everything === undefined || Number(position) !== this.position + 1) this.#ask()
    else this.#addNote(Number(position), Number(everything), ids === '' ? null : ids!)
  }

  #ask (): void {
    this.catchUp().catch(() => {})
  }

  #begin (): Promise<void> {
    const client = this.#client
    const asking = this.#askOver(client)
      .catch(() => {
        this.certainSince = -Infinity
        if (client !== undefined) this.#lost(client)
      })
      .finally(() => { if (this.#asking === asking) this.#asking = undefined })
    this.#asking = asking
    return asking
  }

  async #askOver (client: pg.Client | undefined): Promise<void> {
    if (client === undefined) throw new Error('There is no connection to the database.')
    const known = this.position
    const began = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => { reject(new Error('The database does not answer.')) }, PATIENCE)
    })
    try {
      const { rows } = await Promise.race([late, client.query<NoteRow & unknown[]>({
        name: 'notes', text: notesAfter('$1::bigint'), values: [known], rowMode: 'array'
      })])
      this.read(rows, known)
      this.certainSince = began
    } finally {
      clearTimeout(timer)
    }
  }

  #lost (client: pg.Client): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.isHearing = false
    this.version++
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
    }, RETRY).unref()
  }
}
