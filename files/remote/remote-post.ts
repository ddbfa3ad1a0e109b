import { isIP, type LookupFunction } from 'node:net'
import { parseWebAddress } from './parse-address.js'
import { hostOf, isPublicAddress, openRequest, PrivateAddressError, publicLookup } from './public-address.js'
import { messageOf } from './remote-error.js'
import { secondsOf } from './retry-after.js'

/** A receiver may finish a response of this size; the connection of a longer one is closed. */
const RESPONSE_MAX_BYTES = 16 * 1024

/** Time limit for resolving a host when only the URL is checked. */
const LOOKUP_TIMEOUT_MS = 3000

/**
 * The result of a request: a status, or why there was none. `duration` is in milliseconds, `retryAfter` in seconds.
 */
export type PostOutcome = { duration: number } & (
  { status: number, retryAfter: number | undefined } | { failure: string }
)

/** Why nothing is sent to a URL. */
export type PostRefusal = 'malformed' | 'private'

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds for everything from resolving the host to the end of the response. */
  readonly timeout: number
  /** Ends the request. */
  readonly signal: AbortSignal
}

/**
 * Sends JSON to URLs that users have chosen: only over http and https, without following redirects, within a time
 * limit, reading only the beginning of the response, and only to public addresses (see public-address.ts), except for
 * hosts that the settings name.
 */
export class RemotePost {
  readonly #hosts: ReadonlySet<string>

  /**
   * @param hosts names or IP addresses that may be private.
   * @param resolve resolves host names; default: the system's resolver.
   */
  constructor (hosts: readonly string[], private readonly resolve?: LookupFunction) {
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()))
  }

  /**
   * Why a URL is refused before anything is sent; undefined when it is not, or when its host cannot be resolved at the
   * moment.
   */
  async refusal (address: string): Promise<PostRefusal | undefined> {
    const url = parsed(address)
    if (url === undefined) return 'malformed'
    const host = hostOf(url)
    if (this.#hosts.has(host)) return undefined
    if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'private'
    return await new Promise((resolve) => {
      const late = setTimeout(() => { resolve(undefined) }, LOOKUP_TIMEOUT_MS)
      publicLookup(this.resolve)(host, { all: true }, (error) => {
        clearTimeout(late)
        resolve(error instanceof PrivateAddressError ? 'private' : undefined)
      })
    })
  }

  /** Sends a POST request. Never throws. */
  async send (address: string, { headers, body, timeout, signal }: Post): Promise<PostOutcome> {
    const started = performance.now()
    const ending = new AbortController()
    const end = (): void => { ending.abort() }
    const late = setTimeout(end, timeout)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      const outcome = await this.#send(address, headers, body, ending.signal).catch((error: unknown) => ({
        failure: signal.aborted
          ? 'interrupted'
          : ending.signal.aborted ? `no answer within ${timeout / 1000} seconds` : messageOf(error)
      }))
      return { ...outcome, duration: Math.round(performance.now() - started) }
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', end)
    }
  }

  async #send (address: string, headers: Post['headers'], body: string, signal: AbortSignal) {
    const url = parsed(address)
    if (url === undefined) throw new Error(`${address} is not an address of http or https`)
    const isTrusted = this.#hosts.has(hostOf(url))
    return await new Promise<{ status: number, retryAfter: number | undefined }>((resolve, reject) => {
      let isAnswered = false
      const sent = { ...headers, 'content-length': Buffer.byteLength(body) }
      const request = openRequest(url, { method: 'POST', signal, headers: sent }, isTrusted, this.resolve)
      request.once('response', (response) => {
        isAnswered = true
        const { statusCode: status = 0, headers: { 'retry-after': retryAfter } } = response
        let read = 0
        response.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > RESPONSE_MAX_BYTES) response.destroy()
        })
        // The status counts, however the body ends.
        response.on('error', () => {})
        response.once('close', () => { resolve({ status, retryAfter: secondsOf(retryAfter) }) })
      })
      // Once there is a response, its `close` event resolves the promise.
      request.on('error', (error) => { if (!isAnswered) reject(error) })
      request.end(body)
    })
  }
}

/** Parses an http or https URL without credentials (other users could see them); undefined for any other. */
function parsed (address: string): URL | undefined {
  const url = parseWebAddress(address)
  return url?.username === '' && url.password === '' ? url : undefined
}
