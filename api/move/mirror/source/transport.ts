import http from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isOfWeb } from '../../../../files/remote/parse-address.js'
import { openRequest, PrivateAddressError } from '../../../../files/remote/public-address.js'
import { messageOf } from '../../../../files/remote/remote-error.js'
import { version } from '../../../../package.js'
import { shownAddress, withoutKey } from './source-address.js'
import { SourceError } from './source-error.js'

const REDIRECTS_MAX = 5
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

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
  /** Milliseconds within which a connection must be established. */
  connectTimeout: number
  /** Milliseconds for which a connected source may send nothing. */
  timeout: number
  /** Added only to URLs of `origin`. */
  key: { identity: string, credential: string } | undefined
  /** Whether the response must come from the origin of the source; files may be elsewhere. */
  isBound: boolean
  signal: AbortSignal
}

/** Sends single requests over keep-alive connections. Keys never leave the origin of the source. */
export class Transport {
  readonly #agent: http.Agent

  /**
   * @param origin origin of the source. The operator has specified it, so it may have a private address.
   * @param allowsPrivate whether files may also be fetched from other private addresses.
   */
  constructor (readonly origin: string, readonly allowsPrivate: boolean, connections: number) {
    const { Agent } = origin.startsWith('https:') ? https : http
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' })
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
        return { status, headers, body: bounded(body, shownAddress(url), request.maxBytes), close }
      }
      response.destroy()
      if (!URL.canParse(location, url.href)) throw new SourceError('redirects', `${shownAddress(url)} leads to no valid address.`)
      url = withoutKey(new URL(location, url))
      if (!isOfWeb(url)) {
        throw new SourceError('redirects', `${shownAddress(request.url)} leads to ${url.protocol}, which is not of the web.`)
      }
      if (request.isBound && url.origin !== this.origin) {
        throw new SourceError('redirects', `${shownAddress(request.url)} leads to ${shownAddress(url)}, another place. If that is the source, give its address.`)
      }
    }
    throw new SourceError('redirects', `${shownAddress(request.url)} leads on and on: more than ${REDIRECTS_MAX} redirects.`)
  }

  close (): void {
    this.#agent.destroy()
  }

  async #send (url: URL, { accept, key, signal, connectTimeout, timeout }: Request): Promise<http.IncomingMessage> {
    signal.throwIfAborted()
    const isOwn = url.origin === this.origin
    const target = new URL(url)
    if (key !== undefined && isOwn) {
      target.searchParams.set('key_identity', key.identity)
      target.searchParams.set('key_credential', key.credential)
    }
    const headers = { 'user-agent': `Vitrine/${version}`, accept, 'accept-encoding': 'gzip' }
    const options = { signal, timeout: connectTimeout, headers, ...(isOwn && { agent: this.#agent }) }
    try {
      return await new Promise((resolve, reject) => {
        // Files may be on other hosts that the source names, but never at private addresses without permission.
        const request = openRequest(target, options, isOwn || this.allowsPrivate)
        request.once('response', (response) => {
          request.once('timeout', () => { response.destroy(silence(url, timeout)) })
          resolve(response)
        })
        request.once('timeout', () => {
          const isConnecting = request.socket?.connecting === true
          request.destroy(isConnecting ? unreachable(url, connectTimeout) : silence(url, timeout))
        })
        // Replaces the time limit of the options as soon as there is a connection.
        request.setTimeout(timeout)
        request.once('error', reject)
        request.end()
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SourceError) throw error
      const address = shownAddress(url)
      if (error instanceof PrivateAddressError) {
        throw new SourceError('refused', `${address} has a private address; the setting allowPrivateAddresses permits it.`)
      }
      throw new SourceError('connection', `${address}: ${messageOf(error)}`, { cause: error })
    }
  }
}

function unreachable (url: URL, timeout: number): SourceError {
  return new SourceError('connection', `${shownAddress(url)}: no connection within ${timeout / 1000} seconds`)
}

function silence (url: URL, timeout: number): SourceError {
  return new SourceError('time', `${shownAddress(url)} sends nothing for ${timeout / 1000} seconds`)
}

function decoded (response: http.IncomingMessage): Readable {
  if (response.headers['content-encoding']?.trim().toLowerCase() !== 'gzip') return response
  const decoder = createGunzip()
  // The reader of `decoder` gets the error of either.
  pipeline(response, decoder, () => {})
  return decoder
}

/** Limits the size of a body. @throws SourceError */
async function * bounded (body: Readable, address: string, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new SourceError('size', `${address} is larger than ${maxBytes} bytes.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError('connection', `${address}: the answer broke off after ${size} bytes (${messageOf(error)})`)
  }
}
