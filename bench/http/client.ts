import { Agent, request } from 'node:http'

/** Most bytes of headers; more than Node's default, because `Link` repeats a long query up to four times. */
const MAX_HEADERS = 2 ** 20

export interface ClientRequest {
  /** Path with the query, percent-encoded. */
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface ClientResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Milliseconds from sending the request to the last byte of the answer. */
  milliseconds: number
}

/** HTTP client of one server, over one keep-alive connection or several. */
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
        { agent: this.#agent, method, headers, maxHeaderSize: MAX_HEADERS },
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

  /** @throws unless the status is 2xx. */
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
