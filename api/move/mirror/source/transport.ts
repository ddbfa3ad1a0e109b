import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isPublicAddress, PrivateAddressError, publicLookup } from '../../../../files/remote/public-address.js'
import { messageOf } from '../../../../files/remote/remote-error.js'
import { version } from '../../../../package.js'
import { shownAddress, withoutKey } from './source-address.js'
import { SourceError } from './source-error.js'

/** Milliseconds. */
export interface Timeouts {
  /** Until a connection is established. */
  connect: number
  /** From there to the headers of the response. */
  headers: number
  /** Between two chunks of a body. */
  idle: number
  /** After this time a body must arrive with at least MIN_BYTES_PER_SECOND. */
  grace: number
}

export const TIMEOUTS: Timeouts = { connect: 15_000, headers: 120_000, idle: 60_000, grace: 120_000 }

const REDIRECTS_MAX = 5
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A slower body counts as hanging. */
const MIN_BYTES_PER_SECOND = 256

/** A response of the source; `body` must be read to its end, or discarded by `close`. */
export interface SourceAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Decompressed. Throws a SourceError when it is interrupted, hangs or is longer than `maxBytes`. */
  body: AsyncIterable<Buffer>
  close (): void
}

export interface Request {
  /** Without keys. */
  url: URL
  accept: string
  /** Limit of the decompressed body. */
  maxBytes: number
  /** Added only to URLs of `origin`. */
  key: { identity: string, credential: string } | undefined
  /** Whether the response must come from the origin of the source; files may be elsewhere. */
  isBound: boolean
  signal: AbortSignal
}

/** Sends single requests over keep-alive connections. Keys never leave the origin of the source. */
export class Transport {
  readonly #http: http.Agent
  readonly #https: https.Agent

  /**
   * @param origin origin of the source. The operator has specified it, so it may have a private address.
   * @param allowsPrivate whether files may also be fetched from other private addresses.
   */
  constructor (
    readonly origin: string,
    readonly timeouts: Timeouts,
    readonly allowsPrivate: boolean,
    connections: number
  ) {
    const options = { keepAlive: true, maxSockets: connections, scheduling: 'lifo' } as const
    this.#http = new http.Agent(options)
    this.#https = new https.Agent(options)
  }

  /** Follows redirects. @throws SourceError; the reason of the signal. */
  async open (request: Request): Promise<SourceAnswer> {
    let { url } = request
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#send(url, request)
      const { statusCode: status = 0, headers } = response
      const { location } = headers
      if (location === undefined || !REDIRECTIONS.has(status)) {
        const body = decoded(response)
        const close = (): void => {
          response.destroy()
          body.destroy()
        }
        return { status, headers, body: bounded(body, shownAddress(url), request.maxBytes, this.timeouts), close }
      }
      response.destroy()
      if (!URL.canParse(location, url.href)) throw new SourceError('redirects', `${shownAddress(url)} leads to no valid address.`)
      url = withoutKey(new URL(location, url))
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new SourceError('redirects', `${shownAddress(request.url)} leads to ${url.protocol}, which is not of the web.`)
      }
      if (request.isBound && url.origin !== this.origin) {
        throw new SourceError('redirects', `${shownAddress(request.url)} leads to ${shownAddress(url)}, another place. If that is the source, give its address.`)
      }
    }
    throw new SourceError('redirects', `${shownAddress(request.url)} leads on and on: more than ${REDIRECTS_MAX} redirects.`)
  }

  close (): void {
    this.#http.destroy()
    this.#https.destroy()
  }

  async #send (url: URL, { accept, key, signal }: Request): Promise<http.IncomingMessage> {
    signal.throwIfAborted()
    const isOwn = url.origin === this.origin
    const target = new URL(url)
    if (key !== undefined && isOwn) {
      target.searchParams.set('key_identity', key.identity)
      target.searchParams.set('key_credential', key.credential)
    }
    const isSecure = url.protocol === 'https:'
    const guard = this.#guard(url, isOwn)
    return await new Promise((resolve, reject) => {
      const fail = (failure: 'connection' | 'time' | 'refused', message: string, cause?: unknown): void => {
        reject(signal.aborted ? signal.reason : new SourceError(failure, `${shownAddress(url)}: ${message}`, { cause }))
      }
      const request = (isSecure ? https : http).get(target, {
        signal,
        agent: isSecure ? this.#https : this.#http,
        headers: { 'user-agent': `Vitrine/${version}`, accept, 'accept-encoding': 'gzip' },
        ...guard
      }, resolve)
      const { connect, headers } = this.timeouts
      const late = (what: 'connection' | 'answer', after: number): NodeJS.Timeout => setTimeout(() => {
        fail(what === 'connection' ? 'connection' : 'time', `no ${what} within ${after / 1000} seconds`)
        request.destroy()
      }, after)
      let timer = late('connection', connect)
      request.on('socket', (socket) => {
        const connected = (): void => {
          clearTimeout(timer)
          timer = late('answer', headers)
        }
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', connected)
        else connected()
      })
      request.once('response', () => { clearTimeout(timer) })
      request.once('close', () => { clearTimeout(timer) })
      request.once('error', (error) => {
        clearTimeout(timer)
        if (error instanceof PrivateAddressError) fail('refused', error.message)
        else fail('connection', messageOf(error), error)
      })
    })
  }

  /**
   * Files may be on other hosts that the source names, but never at private addresses that the operator has not
   * specified.
   */
  #guard (url: URL, isOwn: boolean): { lookup?: LookupFunction, agent?: false } {
    if (isOwn || this.allowsPrivate) return {}
    // A socket does not call `lookup` for an IP address, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isPublicAddress(host)) {
      throw new SourceError('refused', `${shownAddress(url)} has a private address; the setting allowPrivateAddresses permits it.`)
    }
    // No pooled connection: its address was checked for an earlier request only.
    return { lookup: publicLookup(), agent: false }
  }
}

/** The error for a status other than 2xx. */
export function statusError (url: URL, { status, headers }: Pick<SourceAnswer, 'status' | 'headers'>): SourceError {
  const retryAfter = secondsOf(headers['retry-after'])
  return new SourceError(
    'status', `${shownAddress(url)} answered ${status} ${http.STATUS_CODES[status] ?? ''}`.trimEnd(),
    { status, ...(retryAfter !== undefined && { retryAfter }) }
  )
}

/** Seconds of a `Retry-After` header, which contains seconds or a date; undefined for any other value. */
export function secondsOf (header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

function decoded (response: http.IncomingMessage): Readable {
  if (response.headers['content-encoding']?.trim().toLowerCase() !== 'gzip') return response
  const decoder = createGunzip()
  // The reader of `decoder` gets the error of either.
  pipeline(response, decoder, () => {})
  return decoder
}

/** Limits the size and speed of a body. The time that the reader takes does not count as the source's. */
async function * bounded (
  body: Readable, address: string, maxBytes: number, { idle, grace }: Timeouts
): AsyncGenerator<Buffer> {
  let size = 0
  let waited = 0
  let late = false
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const begin = performance.now()
      const timer = setTimeout(() => {
        late = true
        body.destroy()
      }, idle)
      const { done, value } = await pieces.next().finally(() => { clearTimeout(timer) })
      if (late) break
      if (done === true) return
      waited += performance.now() - begin
      size += value.length
      if (size > maxBytes) throw new SourceError('size', `${address} is larger than ${maxBytes} bytes.`)
      if (waited > grace && size / waited * 1000 < MIN_BYTES_PER_SECOND) {
        throw new SourceError('time', `${address} sends less than ${MIN_BYTES_PER_SECOND} bytes a second.`)
      }
      yield value
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    if (!late) throw new SourceError('connection', `${address}: the answer broke off after ${size} bytes (${messageOf(error)})`)
  } finally {
    body.destroy()
  }
  throw new SourceError('time', `${address}: nothing more within ${idle / 1000} seconds, after ${size} bytes`)
}
