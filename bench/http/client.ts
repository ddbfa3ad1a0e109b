import { Agent, request } from 'node:http'

export interface ClientRequest {
  /** With the query, encoded. */
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface ClientResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** From asking to the last byte, in milliseconds. */
  milliseconds: number
}

/** Asks one server over one connection, one request after the other. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor (readonly base: string) {}

  send ({ path, method = 'GET', headers = {}, body }: ClientRequest): Promise<ClientResponse> {
    const begin = performance.now()
    return new Promise((resolve, reject) => {
      const outgoing = request(this.base + path, { agent: this.#agent, method, headers }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode!, headers: plain(incoming.headersDistinct), body: Buffer.concat(chunks), milliseconds: performance.now() - begin })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** @throws when the status is not one of success. */
  async expect (wanted: ClientRequest): Promise<ClientResponse> {
    const response = await this.send(wanted)
    if (response.status >= 400) throw new Error(`${wanted.method ?? 'GET'} ${wanted.path} was answered ${response.status}: ${response.body.toString().slice(0, 500)}`)
    return response
  }

  async json<T> (wanted: ClientRequest): Promise<T> {
    return JSON.parse((await this.expect(wanted)).body.toString()) as T
  }

  close (): void {
    this.#agent.destroy()
  }
}

function plain (headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values!.join(', ')]))
}
