import { setTimeout as pause } from 'node:timers/promises'
import { JsonLimitError, parseReceivedJson } from '../../../../files/bounded-json.js'
import { LONGEST_WAIT, Pace } from './pace.js'
import { shown } from './source-address.js'
import { SourceError } from './source-error.js'
import { statusError, TIMEOUTS, Transport, type SourceAnswer, type Timeouts } from './transport.js'

const MB = 1024 * 1024

/** Maximal bytes of a document that is held in memory: of a list, and of a single record. */
const LIST_BYTES = 16 * MB
export const RECORD_BYTES = 64 * MB

/** Maximal members of all objects and lists of a document. */
const MAX_MEMBERS = 2_000_000

/** Longest pause, in milliseconds, between two attempts. */
const LONGEST_PAUSE = 60_000

export interface Key { identity: string, credential: string }

export interface SourceOptions {
  /** Address of the API, as `sourceAddress` makes it. */
  address: string
  key?: Key | undefined
  /** Requests at a time; default 4. */
  concurrency?: number | undefined
  /** Requests a second; default 0: no limit. */
  rate?: number | undefined
  /** Attempts for each request; default 6. */
  attempts?: number | undefined
  /** Milliseconds before the second attempt, doubled for each further one; default 500. */
  backoff?: number | undefined
  timeouts?: Partial<Timeouts> | undefined
  /** Whether files may come from private addresses other than the source's own. */
  allowsPrivate?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Told when the source asks for time, or an attempt has failed. */
  onNotice?: ((line: string) => void) | undefined
}

export interface Document {
  body: unknown
  /** What the answer says of the number of records on all pages; null when it says nothing. */
  total: number | null
  /** The clock of the source. */
  date: Date
}

interface Asking {
  maxBytes?: number
  /** Whether redirects must not lead away from the source; default true. */
  isBound?: boolean
  attempts?: number
  accept?: string
}

const CONCURRENCY = 4
const ATTEMPTS = 6
const BACKOFF = 500
const JSON_TYPES = 'application/ld+json, application/json;q=0.9'

/** The REST API of an installation that is read: politely, and with patience for faults that pass. */
export class Source {
  readonly address: string
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Requests sent, further attempts included. */
  requests = 0
  readonly key: Key | undefined
  readonly #transport: Transport
  readonly #pace: Pace
  readonly #options: SourceOptions

  constructor (options: SourceOptions) {
    const { address, key, concurrency = CONCURRENCY, rate = 0, timeouts, allowsPrivate = false, signal } = options
    this.#options = options
    this.address = address
    this.key = key
    this.concurrency = concurrency
    this.signal = signal ?? new AbortController().signal
    this.#pace = new Pace(rate)
    this.#transport = new Transport(new URL(address).origin, { ...TIMEOUTS, ...timeouts }, allowsPrivate, concurrency)
  }

  close (): void {
    this.#transport.close()
  }

  /** An address of the API. @param path such as `items/7`, with blanks and the like encoded. */
  at (path: string, query: Readonly<Record<string, string | number>> = {}): URL {
    const url = new URL(`${this.address}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return url
  }

  /** A JSON document of the API. @throws SourceError */
  async json (url: URL, { maxBytes = LIST_BYTES, ...asking }: Asking = {}): Promise<Document> {
    return await this.patiently(url, { ...asking, maxBytes }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer.body) pieces.push(piece)
      return { body: parsed(url, answer, Buffer.concat(pieces)), ...factsOf(answer) }
    })
  }

  /**
   * Sends a request until `read` has read an answer with a status of 2xx.
   *
   * @param key null: none, not even that of the source.
   * @throws SourceError
   */
  async patiently<T> (
    url: URL,
    {
      maxBytes = LIST_BYTES, attempts = this.#options.attempts ?? ATTEMPTS, accept = JSON_TYPES, isBound = true
    }: Asking,
    read: (answer: SourceAnswer) => Promise<T>,
    key: Key | null | undefined = this.key
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await this.#pace.turn(this.signal)
      this.requests++
      try {
        const { signal } = this
        const answer = await this.#transport.open({ url, accept, maxBytes, key: key ?? undefined, isBound, signal })
        try {
          if (answer.status < 200 || answer.status > 299) throw statusError(url, answer)
          return await read(answer)
        } finally {
          answer.close()
        }
      } catch (error) {
        this.signal.throwIfAborted()
        if (!(error instanceof SourceError) || !error.isPassing || attempt >= attempts) throw error
        await this.#wait(error, attempt)
      }
    }
  }

  async #wait (error: SourceError, attempt: number): Promise<void> {
    const { onNotice = () => {}, backoff = BACKOFF } = this.#options
    const { retryAfter } = error
    if (retryAfter !== undefined) {
      const capped = retryAfter > LONGEST_WAIT ? `; going on after ${LONGEST_WAIT}` : ''
      onNotice(`${error.message}, and asks to wait ${retryAfter} seconds${capped}.`)
      this.#pace.rest(retryAfter)
      return
    }
    const longest = Math.min(backoff * 2 ** (attempt - 1), LONGEST_PAUSE)
    onNotice(`${withoutStop(error.message)}. Trying again.`)
    // Jitter: requests that failed together are not repeated together.
    await pause(longest * (0.5 + Math.random() / 2), undefined, { signal: this.signal })
  }
}

function withoutStop (sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence
}

export function factsOf ({ headers }: SourceAnswer): { total: number | null, date: Date } {
  // The word before it is a setting of the installation.
  const name = Object.keys(headers).find((name) => name.endsWith('-total-results'))
  const text = name === undefined ? undefined : headers[name]
  const date = new Date(headers.date ?? Date.now())
  return {
    total: typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null,
    date: Number.isNaN(date.getTime()) ? new Date() : date
  }
}

function parsed (url: URL, { headers }: SourceAnswer, bytes: Buffer): unknown {
  try {
    return parseReceivedJson(bytes, { members: MAX_MEMBERS })
  } catch (error) {
    if (error instanceof JsonLimitError) throw new SourceError('size', `${shown(url)} is too large: ${error.message}.`)
    const type = headers['content-type']?.split(';')[0]?.trim() ?? 'something'
    const what = /json/.test(type) ? `${bytes.length} bytes that are not whole JSON in UTF-8` : `${type} where JSON was expected`
    throw new SourceError('content', `${shown(url)} answered ${what}.`)
  }
}
