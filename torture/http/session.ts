import { Client, type ClientResponse } from '../../bench/http/client.js'
import type { Accounts, ActorName } from '../process/accounts.js'
import type { Report } from '../report.js'

/** Milliseconds without a byte after which a request counts as not answered. */
const LONGEST_WAIT = 30_000

export interface Wanted {
  method?: string
  path: string
  as?: ActorName
  json?: unknown
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Sends requests to one server as the actors of a collection, and counts them. */
export class Session {
  readonly #client

  constructor (base: string, private readonly accounts: Accounts, private readonly report: Report, connections = 8) {
    this.#client = new Client(base, connections, LONGEST_WAIT)
  }

  /** The answer, whatever its status. @throws when there is none. */
  async send ({ method = 'GET', path, as = 'anonymous', json, body, headers = {} }: Wanted): Promise<ClientResponse> {
    this.report.requests++
    const authorization = this.accounts.authorization[as]
    return await this.#client.send({
      path,
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body })
    })
  }

  /** The JSON of a successful answer. @throws unless the status is 2xx. */
  async json<T = Record<string, any>> (wanted: Wanted): Promise<T> {
    const { status, body } = await this.send(wanted)
    if (status !== 200) {
      throw new Error(
        `${wanted.method ?? 'GET'} ${wanted.path} was answered ${status}: ${body.toString().slice(0, 500)}`
      )
    }
    return JSON.parse(body.toString()) as T
  }

  close (): void {
    this.#client.close()
  }
}
