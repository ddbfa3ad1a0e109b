import { STATUS_CODES } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { secondsOf } from '../../../../files/remote/retry-after.js'
import { JsonLimitError, parseReceivedJson } from '../../../../files/streams/received-bytes.js'
import { shownAddress } from './source-address.js'
import { SourceError } from './source-error.js'
import { Transport, type SourceAnswer } from './transport.js'

const MB = 1024 * 1024

/** Limits for a document in memory: a list, and a single record. */
const LIST_MAX_BYTES = 16 * MB
export const RECORD_MAX_BYTES = 64 * MB

/** Limit for the members of all objects and lists of a document. */
const JSON_MAX_MEMBERS = 2_000_000

/** Longest time, in seconds, for which a source is waited for at its wish. */
const PAUSE_MAX_SECONDS = 300

/** Limit for the pause between two attempts. */
const RETRY_PAUSE_MAX_MS = 60_000

export interface Key { identity: string, credential: string }

export interface SourceOptions {
  /** URL of the API, normalised by `sourceAddress`. */
  address: string
  key?: Key | undefined
  /** Concurrent requests; default 4. */
  concurrency?: number | undefined
  /** Requests per second; default 0: no limit. */
  rate?: number | undefined
  /** Attempts for each request; default 6. */
  attempts?: number | undefined
  /** Milliseconds before the second attempt, doubled for each further one; default 500. */
  backoff?: number | undefined
  /** Milliseconds within which a connection must be established; default 15,000. */
  connectTimeout?: number | undefined
  /** Milliseconds for which the connected source may send nothing; default 120,000: long lists take time. */
  timeout?: number | undefined
  /** Whether files may be fetched from private addresses other than the source's own. */
  allowsPrivate?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Called when the source requests a pause, or an attempt has failed. */
  onNotice?: ((line: string) => void) | undefined
}

export interface Document {
  body: unknown
  /** The number of records on all pages, from the response; null when it does not say. */
  total: number | null
}

interface RequestOptions {
  maxBytes?: number
  /** Whether redirects must stay on the source's origin; default true. */
  isBound?: boolean
  attempts?: number
  accept?: string
}

const DEFAULT_CONCURRENCY = 4
const ATTEMPTS_MAX = 6
const BACKOFF_MS = 500
const CONNECT_TIMEOUT_MS = 15_000
const TIMEOUT_MS = 120_000
const JSON_TYPES = 'application/ld+json, application/json;q=0.9'

/** A client for the REST API of the source. It limits its rate and retries transient errors. */
export class Source {
  readonly address: string
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Number of requests sent, including retries. */
  requests = 0
  readonly key: Key | undefined
  readonly #transport: Transport
  readonly #pace: Pace

  constructor (private readonly options: SourceOptions) {
    const { address, key, concurrency = DEFAULT_CONCURRENCY, rate = 0 } = options
    const { allowsPrivate = false, signal } = options
    this.address = address
    this.key = key
    this.concurrency = concurrency
    this.signal = signal ?? new AbortController().signal
    this.#pace = new Pace(rate)
    this.#transport = new Transport(new URL(address).origin, allowsPrivate, concurrency)
  }

  close (): void {
    this.#transport.close()
  }

  /** A URL of the API. @param path such as `items/7`; special characters must be encoded. */
  at (path: string, query: Readonly<Record<string, string | number>> = {}): URL {
    const url = new URL(`${this.address}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return url
  }

  /** Fetches a JSON document from the API. @throws SourceError */
  async json (url: URL, { maxBytes = LIST_MAX_BYTES, ...options }: RequestOptions = {}): Promise<Document> {
    return await this.patiently(url, { ...options, maxBytes }, async (answer) => {
      return { body: parsed(url, answer, await buffer(answer.body)), total: totalIn(answer) }
    })
  }

  /**
   * Sends a request, with retries, until `read` has read a 2xx response.
   * @param key null: no key, not even the source's.
   * @throws SourceError
   */
  async patiently<T> (
    url: URL,
    {
      maxBytes = LIST_MAX_BYTES, attempts = this.options.attempts ?? ATTEMPTS_MAX, accept = JSON_TYPES, isBound = true
    }: RequestOptions,
    read: (answer: SourceAnswer) => Promise<T>,
    key: Key | null | undefined = this.key
  ): Promise<T> {
    const { connectTimeout = CONNECT_TIMEOUT_MS, timeout = TIMEOUT_MS } = this.options
    for (let attempt = 1; ; attempt++) {
      await this.#pace.turn(this.signal)
      this.requests++
      try {
        const { signal } = this
        const answer = await this.#transport.open({
          url, accept, maxBytes, connectTimeout, timeout, key: key ?? undefined, isBound, signal
        })
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
    const { onNotice = () => {}, backoff = BACKOFF_MS } = this.options
    const { retryAfter } = error
    if (retryAfter !== undefined) {
      const capped = retryAfter > PAUSE_MAX_SECONDS ? `; going on after ${PAUSE_MAX_SECONDS}` : ''
      onNotice(`${error.message}, and asks to wait ${retryAfter} seconds${capped}.`)
      this.#pace.rest(retryAfter)
      return
    }
    const longest = Math.min(backoff * 2 ** (attempt - 1), RETRY_PAUSE_MAX_MS)
    onNotice(`${error.message.replace(/\.$/, '')}. Trying again.`)
    // Jitter, so that requests that failed together are not repeated together.
    await pause(longest * (0.5 + Math.random() / 2), undefined, { signal: this.signal })
  }
}

/** Limits the rate of requests: evenly spaced, with pauses that the source requests. */
class Pace {
  readonly #intervalMs: number
  /** When the next request may begin. */
  #next = 0

  /** @param rate requests per second; 0: no limit. */
  constructor (rate: number) {
    this.#intervalMs = rate > 0 ? 1000 / rate : 0
  }

  /** Resolves when it is this request's turn. @throws the reason of the signal. */
  async turn (signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    for (let now = performance.now(); this.#next > now; now = performance.now()) {
      await pause(this.#next - now, undefined, { signal })
    }
    this.#next = performance.now() + this.#intervalMs
  }

  /** Lets all requests wait. @param seconds at most PAUSE_MAX_SECONDS count. */
  rest (seconds: number): void {
    this.#next = Math.max(this.#next, performance.now() + Math.min(seconds, PAUSE_MAX_SECONDS) * 1000)
  }
}

/** The error for a status other than 2xx. */
function statusError (url: URL, { status, headers }: SourceAnswer): SourceError {
  const retryAfter = secondsOf(headers['retry-after'])
  return new SourceError(
    'status', `${shownAddress(url)} answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(),
    { status, ...(retryAfter !== undefined && { retryAfter }) }
  )
}

/** The value of the header whose name ends like this: its prefix is a setting of the installation. */
export function headerEndingWith (end: string, { headers }: SourceAnswer): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.endsWith(end))?.[1]
  return typeof found === 'string' ? found : undefined
}

function totalIn (answer: SourceAnswer): number | null {
  const total = headerEndingWith('-total-results', answer)
  return total !== undefined && /^\d{1,15}$/.test(total) ? Number(total) : null
}

function parsed (url: URL, { headers }: SourceAnswer, bytes: Buffer): unknown {
  try {
    return parseReceivedJson(bytes, JSON_MAX_MEMBERS)
  } catch (error) {
    if (error instanceof JsonLimitError) throw new SourceError('size', `${shownAddress(url)} is too large: ${error.message}.`)
    const type = headers['content-type']?.split(';')[0]?.trim() ?? 'something'
    const what = /json/.test(type) ? `${bytes.length} bytes that are not whole JSON in UTF-8` : `${type} where JSON was expected`
    throw new SourceError('content', `${shownAddress(url)} answered ${what}.`)
  }
}
