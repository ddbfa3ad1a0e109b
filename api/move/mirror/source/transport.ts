import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress, PrivateAddressError, publicLookup } from '../../../../files/remote/public-address.js'
import { version } from '../../../../package.js'
import { secondsOf } from './pace.js'
import { shown } from './source-address.js'
import { SourceError } from './source-error.js'

/** Milliseconds. */
export interface Timeouts {
  /** Until a connection stands. */
  connect: number
  /** From there to the headers of the answer. */
  headers: number
  /** Between two pieces of a body. */
  idle: number
  /** After which a body must have come with at least SLOWEST bytes a second. */
  grace: number
}

export const TIMEOUTS: Timeouts = { connect: 15_000, headers: 120_000, idle: 60_000, grace: 120_000 }

const MAX_REDIRECTS = 5
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Bytes a second below which a body counts as hanging. */
const SLOWEST = 256

/** An answer of the source; `body` has to be read to its end or thrown away by `close`. */
export interface SourceAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Decompressed; throws a SourceError when it breaks off, hangs or is longer than `maxBytes`. */
  body: AsyncIterable<Buffer>
  close (): void
}

export interface Request {
  /** Without keys. */
  url: URL
  accept: string
  /** Of the decompressed body. */
  maxBytes: number
  /** Is added to addresses of `origin` only. */
  key: { identity: string, credential: string } | undefined
  /** Whether the answer must come from the origin of the source; files may lie elsewhere. */
  isBound: boolean
  signal: AbortSignal
}

/** Sends single requests over connections that are kept. Keys never leave the origin of the source. */
export class Transport {
  readonly #http: http.Agent
  readonly #https: https.Agent

  /**
   * @param origin of the source, which the operator has named and which therefore may have a private address.
   * @param allowsPrivate whether files may be fetched from private addresses elsewhere, too.
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
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.#send(url, request)
      const { statusCode: status = 0, headers } = response
      const { location } = headers
      if (location === undefined || !REDIRECTIONS.has(status)) return this.#answer(url, response, request)
      response.destroy()
      if (!URL.canParse(location, url.href)) throw new SourceError('redirects', `${shown(url)} leads to no valid address.`)
      url = withoutKey(new URL(location, url))
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new SourceError('redirects', `${shown(request.url)} leads to ${url.protocol}, which is not of the web.`)
      }
      if (request.isBound && url.origin !== this.origin) {
        throw new SourceError('redirects', `${shown(request.url)} leads to ${shown(url)}, another place. If that is the source, give its address.`)
      }
    }
    throw new SourceError('redirects', `${shown(request.url)} leads on and on: more than ${MAX_REDIRECTS} redirects.`)
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
        reject(signal.aborted ? signal.reason : new SourceError(failure, `${shown(url)}: ${message}`, { cause }))
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

  /** Files may lie elsewhere, where the source says: never at private addresses that the operator has not named. */
  #guard (url: URL, isOwn: boolean): { lookup?: LookupFunction, agent?: false } {
    if (isOwn || this.allowsPrivate) return {}
    // A socket does not call `lookup` for an IP address, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isPublicAddress(host)) {
      throw new SourceError('refused', `${shown(url)} has a private address; the setting allowPrivateAddresses permits it.`)
    }
    // A pooled connection was checked for an earlier request only.
    return { lookup: publicLookup(), agent: false }
  }

  #answer (url: URL, response: http.IncomingMessage, { maxBytes }: Request): SourceAnswer {
    const body = decoded(response)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: bounded(body, shown(url), maxBytes, this.timeouts),
      close: () => {
        response.destroy()
        body.destroy()
      }
    }
  }
}

/** The error for a status other than 2xx. */
export function statusError (url: URL, { status, headers }: Pick<SourceAnswer, 'status' | 'headers'>): SourceError {
  const retryAfter = secondsOf(headers['retry-after'])
  return new SourceError(
    'status', `${shown(url)} answered ${status} ${http.STATUS_CODES[status] ?? ''}`.trimEnd(),
    { status, ...(retryAfter !== undefined && { retryAfter }) }
  )
}

function withoutKey (url: URL): URL {
  url.searchParams.delete('key_identity')
  url.searchParams.delete('key_credential')
  return url
}

function decoded (response: http.IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase()
  const decoder = coding === 'gzip' || coding === 'x-gzip'
    ? createGunzip()
    : coding === 'br' ? createBrotliDecompress() : coding === 'deflate' ? createInflate() : undefined
  if (decoder === undefined) return response
  response.once('error', (error) => { decoder.destroy(error) })
  response.once('aborted', () => { decoder.destroy(new Error('aborted')) })
  decoder.once('close', () => { response.destroy() })
  return response.pipe(decoder)
}

/** Passes a body on within its bounds. The time that the reader takes does not count as that of the source. */
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
      if (waited > grace && size / waited * 1000 < SLOWEST) {
        throw new SourceError('time', `${address} sends less than ${SLOWEST} bytes a second.`)
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

/** Node reports the failures of all addresses of a host in one AggregateError without a message. */
function messageOf (error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
