import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { JsonLimitError, parseBoundedJson } from '../bounded-json.js'
import type { FilesSettings } from '../settings.js'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.js'
import { RemoteError } from './remote-error.js'

/** Redirects that are followed (files.md §6, url). */
const REDIRECTS = 5

/** Times a connection is tried (files.md §6, url). */
const ATTEMPTS = 3

/** Bytes of a JSON document, which is held in memory, unlike files. A IIIF manifest of 1,000 pages has a million. */
const JSON_BYTES = 8 * 1024 * 1024

/** Members it may have: they are what parsing takes its time for, while others wait. */
const JSON_MEMBERS = 100_000

/** How much of the settings' limits one request may use. */
export interface RemoteLimits {
  /** Bytes. */
  maxBytes?: number
  /** Milliseconds, redirects and body included. */
  timeoutMs?: number
}

/** A remote file, now on disk. `remove` it when done. */
export interface RemoteFile {
  path: string
  size: number
  remove (): Promise<void>
}

export type RemoteSettings =
  Pick<FilesSettings, 'allowPrivateAddresses' | 'remoteTimeout' | 'remoteLimit' | 'temporaryFolder'>

/**
 * Fetches what ingesters need from elsewhere. Only http and https; few redirects; limited in time and size; and,
 * unless the settings allow it, never from an address that is not public (see public-address.ts). Every failure
 * is a RemoteError.
 */
export class RemoteFetch {
  readonly #lookup: LookupFunction | undefined

  /** `resolve` finds the addresses of a host; the system's resolver when absent. */
  constructor (readonly settings: RemoteSettings, resolve?: LookupFunction) {
    this.#lookup = settings.allowPrivateAddresses ? resolve : publicLookup(resolve)
  }

  /** The body of a 200 answer, in a temporary file. */
  async download (address: string, limits: RemoteLimits = {}): Promise<RemoteFile> {
    const { remoteLimit, temporaryFolder } = this.settings
    return await this.#within(limits, async (signal) => {
      const response = await this.#open(address, signal)
      if (response.statusCode !== 200) throw refusal(response)
      const folder = await mkdtemp(path.join(temporaryFolder, 'remote-'))
      const remove = async (): Promise<void> => { await rm(folder, { recursive: true, force: true }) }
      try {
        const target = createWriteStream(path.join(folder, 'file'))
        await pipeline(response, atMost(limits.maxBytes ?? remoteLimit), target, { signal })
        return { path: target.path as string, size: target.bytesWritten, remove }
      } catch (error) {
        await remove()
        throw error
      }
    })
  }

  /** The JSON document a 2xx answer holds. Bounded by `maxBytes` and in the number of its members. */
  async json (address: string, limits: RemoteLimits = {}): Promise<unknown> {
    const body = await this.#within(limits, async (signal) => {
      const response = await this.#open(address, signal)
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode > 299) throw refusal(response)
      const limit = limits.maxBytes ?? Math.min(JSON_BYTES, this.settings.remoteLimit)
      return await text(Readable.from(atMost(limit)(response)))
    })
    try {
      return parseBoundedJson(body, { members: JSON_MEMBERS })
    } catch (error) {
      if (error instanceof JsonLimitError) throw new RemoteError('size', `${address} is too large: ${error.message}`)
      throw new RemoteError('json', `${address} is not JSON`)
    }
  }

  /** Runs a request under its time limit, and turns every failure into a RemoteError. */
  async #within<T> (limits: RemoteLimits, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = limits.timeoutMs ?? this.settings.remoteTimeout
    const signal = AbortSignal.timeout(timeout)
    try {
      return await request(signal)
    } catch (error) {
      if (error instanceof RemoteError) throw error
      if (signal.aborted) throw new RemoteError('time', `no complete answer within ${timeout / 1000} seconds`)
      if (error instanceof PrivateAddressError) throw new RemoteError('refused', error.message)
      throw new RemoteError('connection', messageOf(error))
    }
  }

  /** The final answer, its body not read yet. */
  async #open (address: string, signal: AbortSignal): Promise<http.IncomingMessage> {
    let url = parse(address)
    for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
      const response = await this.#connect(url, signal)
      const { location } = response.headers
      if (location === undefined || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return response
      response.destroy()
      url = parse(location, url.href)
    }
    throw new RemoteError('redirects', `more than ${REDIRECTS} redirects`)
  }

  async #connect (url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
    // A socket does not call `lookup` for an IP address, so check it here.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isRefused = isIP(host) !== 0 && !this.settings.allowPrivateAddresses && !isPublicAddress(host)
    if (isRefused) throw new PrivateAddressError(host)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#request(url, signal)
      } catch (error) {
        if (attempt === ATTEMPTS || signal.aborted || error instanceof PrivateAddressError) throw error
      }
    }
  }

  async #request (url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
    return await new Promise((resolve, reject) => {
      const { get } = url.protocol === 'https:' ? https : http
      get(url, {
        signal,
        // No keep-alive: the address of a pooled connection was checked for an earlier request only.
        agent: false,
        lookup: this.#lookup,
        headers: { 'user-agent': 'Vitrine', accept: '*/*', 'accept-encoding': 'identity' }
      }, resolve).once('error', reject)
    })
  }
}

function parse (address: string, base?: string): URL {
  if (!URL.canParse(address, base)) throw new RemoteError('address', `${address} is not a valid address`)
  const url = new URL(address, base)
  if (url.protocol === 'http:' || url.protocol === 'https:') return url
  throw new RemoteError('scheme', `Scheme "${url.protocol.slice(0, -1)}" is not valid or is not accepted`)
}

function refusal (response: http.IncomingMessage): RemoteError {
  response.destroy()
  const { statusCode: status = 0, statusMessage: reason = '' } = response
  return new RemoteError('status', `${status} ${reason}`, { status, reason })
}

/** Passes bytes on until there are too many. */
function atMost (limit: number) {
  return async function * (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new RemoteError('size', `larger than ${limit} bytes`)
      yield chunk
    }
  }
}

/** Node reports the failures of all addresses of a host in one AggregateError without a message. */
function messageOf (error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
