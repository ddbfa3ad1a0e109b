import { Agent, request } from 'node:http'

/** Bytes of headers that are read: `Link` repeats a long query up to four times. */
const MOST_HEADERS = 2 ** 20

export interface ClientRequest {
  /** With the query, encoded. */
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface ClientResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** From asking to the last byte, in milliseconds. */
  milliseconds: number
}

/** Asks one server over one connection, one request after the other, or over several. */
export class Client {
  readonly #agent

  /** @param timeout milliseconds without a byte after which a request fails. */
  constructor (
    readonly base: string,
    connections = 1,
    private readonly timeout?: number
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  send ({ path, method = 'GET', headers = {}, body }: ClientRequest): Promise<ClientResponse> {
    const begin = performance.now()
    return new Promise((resolve, reject) => {
      const outgoing = request(
        this.base + path,
        { agent: this.#agent, method, headers, maxHeaderSize: MOST_HEADERS },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            resolve({
              status: incoming.statusCode!,
              headers: plain(incoming.headersDistinct),
              body: Buffer.concat(chunks),
              milliseconds: performance.now() - begin
            })
          })
        }
      )
      outgoing.on('error', reject)
      if (this.timeout !== undefined) {
        outgoing.setTimeout(this.timeout, () => {
          outgoing.destroy(new Error(`No answer within ${this.timeout} ms`))
        })
      }
      outgoing.end(body)
    })
  }

  /** @throws when the status is not one of success. */
  async expect (wanted: ClientRequest): Promise<ClientResponse> {
    const response = await this.send(wanted)
    if (response.status >= 400) {
      throw new Error(
        `${wanted.method ?? 'GET'} ${wanted.path} was answered ${response.status}: ` +
          response.body.toString().slice(0, 500)
      )
    }
    return response
  }

  async json<T>(wanted: ClientRequest): Promise<T> {
    return JSON.parse((await this.expect(wanted)).body.toString()) as T
  }

  close (): void {
    this.#agent.destroy()
  }
}

function plain (headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values!.join(', ')]))
}
