import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type http from 'node:http'
import type { LookupFunction } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gatheredBytes, JsonLimitError, parseReceivedJson } from '../streams/received-bytes.js'
import type { FilesSettings } from '../settings.js'
import { isOfWeb, parseAddress } from './parse-address.js'
import { openRequest, PrivateAddressError } from './public-address.js'
import { ClaimRefusedError, messageOf, RemoteError } from './remote-error.js'

/** docs/contract/files.md §6, url. */
const REDIRECTS_MAX = 5

/** docs/contract/files.md §6, url. */
const CONNECT_ATTEMPTS = 3

/** Limit for a JSON document, which is in memory as a whole. A IIIF manifest of 1,000 pages has about a megabyte. */
const JSON_MAX_BYTES = 8 * 1024 * 1024

/** The time for parsing depends on the number of members. */
const JSON_MAX_MEMBERS = 100_000

/**
 * Bytes beside the body of a response, which may also be as many as those of the body: a server that sends each byte in
 * a chunk of its own occupies the program with taking them apart.
 */
const FRAMING_MAX_BYTES = 1024 * 1024

/** Limits of one request; the limits of the settings apply as well. */
export interface RemoteLimits {
  maxBytes?: number
  /** Milliseconds, including redirects and body. */
  timeoutMs?: number
}

/** A downloaded file. Call `remove` when done. */
export interface RemoteFile {
  path: string
  size: number
  remove (): Promise<void>
}

export type RemoteSettings =
  Pick<FilesSettings, 'allowPrivateAddresses' | 'remoteTimeout' | 'remoteLimit' | 'temporaryFolder'>

/**
 * Fetches remote files for ingesters: only over http and https, with few redirects, limits of time and size, and only
 * from public addresses (see public-address.ts) unless the settings allow others. Every failure is a RemoteError.
 */
export class RemoteFetch {
  /**
   * @param resolve resolves host names; default: the system's resolver.
   * @param claim called before bytes are written to the disk; throws when there are too many.
   */
  constructor (
    readonly settings: RemoteSettings,
    private readonly resolve?: LookupFunction,
    private readonly claim?: (bytes: number) => void
  ) {}

  /** A copy of this object that counts with `claim` what it writes to the disk. */
  claiming (claim: (bytes: number) => void): RemoteFetch {
    return new RemoteFetch(this.settings, this.resolve, claim)
  }

  /** Downloads the body of a 200 response into a temporary file. @throws RemoteError, ClaimRefusedError */
  async download (address: string, limits: RemoteLimits = {}): Promise<RemoteFile> {
    const { remoteLimit, temporaryFolder } = this.settings
    return await this.#within(limits, async (signal) => {
      const response = await this.#open(address, signal)
      if (response.statusCode !== 200) throw refusal(response)
      const folder = await mkdtemp(path.join(temporaryFolder, 'remote-'))
      const remove = async (): Promise<void> => { await rm(folder, { recursive: true, force: true }) }
      try {
        const target = createWriteStream(path.join(folder, 'file'))
        await pipeline(response, atMost(limits.maxBytes ?? remoteLimit, this.claim), target, { signal })
        return { path: target.path as string, size: target.bytesWritten, remove }
      } catch (error) {
        await remove()
        throw error
      }
    })
  }

  /** The JSON document of a 2xx response. Limited by `maxBytes` and in the number of its members. */
  async json (address: string, limits: RemoteLimits = {}): Promise<unknown> {
    const body = await this.#within(limits, async (signal) => {
      const response = await this.#open(address, signal)
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode > 299) throw refusal(response)
      const limit = limits.maxBytes ?? Math.min(JSON_MAX_BYTES, this.settings.remoteLimit)
      return await gatheredBytes(atMost(limit)(response))
    })
    try {
      return parseReceivedJson(body, JSON_MAX_MEMBERS)
    } catch (error) {
      if (error instanceof JsonLimitError) throw new RemoteError('size', `${address} is too large: ${error.message}`)
      throw new RemoteError('json', `${address} is not JSON in UTF-8`)
    }
  }

  /** Runs a request within its time limit and turns every failure into a RemoteError. */
  async #within<T> (limits: RemoteLimits, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = limits.timeoutMs ?? this.settings.remoteTimeout
    const signal = AbortSignal.timeout(timeout)
    try {
      return await request(signal)
    } catch (error) {
      if (error instanceof RemoteError || error instanceof ClaimRefusedError) throw error
      if (signal.aborted) throw new RemoteError('time', `no complete answer within ${timeout / 1000} seconds`)
      if (error instanceof PrivateAddressError) throw new RemoteError('refused', error.message)
      throw new RemoteError('connection', messageOf(error))
    }
  }

  /** The response after redirects; its body has not been read. */
  async #open (address: string, signal: AbortSignal): Promise<http.IncomingMessage> {
    let url = parse(address)
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#connect(url, signal)
      const { location } = response.headers
      if (location === undefined || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return response
      response.destroy()
      url = parse(location, url.href)
    }
    throw new RemoteError('redirects', `more than ${REDIRECTS_MAX} redirects`)
  }

  async #connect (url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#request(url, signal)
      } catch (error) {
        if (attempt === CONNECT_ATTEMPTS || signal.aborted || error instanceof PrivateAddressError) throw error
      }
    }
  }

  async #request (url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
    return await new Promise((resolve, reject) => {
      const headers = { 'user-agent': 'Vitrine', accept: '*/*', 'accept-encoding': 'identity' }
      openRequest(url, { signal, headers }, this.settings.allowPrivateAddresses, this.resolve)
        .once('response', resolve).once('error', reject).end()
    })
  }
}

function parse (address: string, base?: string): URL {
  const url = parseAddress(address, base)
  if (url === undefined) throw new RemoteError('address', `${address} is not a valid address`)
  if (isOfWeb(url)) return url
  throw new RemoteError('scheme', `Scheme "${url.protocol.slice(0, -1)}" is not valid or is not accepted`)
}

function refusal (response: http.IncomingMessage): RemoteError {
  response.destroy()
  const { statusCode: status = 0, statusMessage: reason = '' } = response
  return new RemoteError('status', `${status} ${reason}`, { status, reason })
}

/** Passes bytes on, and throws when there are more than `limit`, or when `claim` does. */
function atMost (limit: number, claim?: (bytes: number) => void) {
  return async function * (source: http.IncomingMessage): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new RemoteError('size', `larger than ${limit} bytes`)
      if (source.socket.bytesRead - size > Math.max(size, FRAMING_MAX_BYTES)) {
        throw new RemoteError('size', 'cut into too small chunks')
      }
      try {
        claim?.(chunk.length)
      } catch (error) {
        throw new ClaimRefusedError(error)
      }
      yield chunk
    }
  }
}
