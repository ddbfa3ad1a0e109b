import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { form as multipart } from '../helper.js'

type Form = Record<string, string | string[]>

/** A browser without rendering: keeps cookies and sends the CSRF token of the last form. */
export class Person {
  readonly cookies = new Map<string, string>()
  token = ''

  constructor (readonly app: FastifyInstance, readonly path = '') {}

  async get (address: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#keep(await this.app.inject({
      url: this.path + address, headers: { host: 'localhost', cookie: this.#cookie(), ...headers }
    }))
  }

  /** Sends a form as a page of ours would. */
  async post (
    address: string, form: Form = {}, headers: Record<string, string> = {}
  ): Promise<LightMyRequestResponse> {
    const fields = new URLSearchParams()
    for (const [name, values] of Object.entries(
      { csrf: this.token, ...form }
    )) for (const value of [values].flat()) fields.append(name, value)
    return this.#keep(await this.app.inject({
      method: 'POST',
      url: this.path + address,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie: this.#cookie(),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers
      },
      payload: fields.toString()
    }))
  }

  /** Sends a form with files as a page of ours would: the token comes first. */
  async send (
    address: string, parts: Parameters<typeof multipart>[0], headers: Record<string, string> = {}
  ): Promise<LightMyRequestResponse> {
    const body = await multipart({ csrf: this.token, ...parts })
    return this.#keep(await this.app.inject({
      method: 'POST',
      url: this.path + address,
      payload: body.payload,
      headers: { host: 'localhost', origin: 'http://localhost', cookie: this.#cookie(), ...body.headers, ...headers }
    }))
  }

  async signIn (email: string, password: string, more: Form = {}): Promise<LightMyRequestResponse> {
    await this.get('/login')
    const answer = await this.post('/login', { email, password, ...more })
    if (answer.statusCode === 303) await this.get('/admin')
    return answer
  }

  #cookie (): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep (answer: LightMyRequestResponse): LightMyRequestResponse {
    for (const { name, value, maxAge } of answer.cookies as Array<{ name: string, value: string, maxAge?: number }>) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    this.token = /name="csrf" value="([^"]+)"/.exec(answer.payload)?.[1] ?? this.token
    return answer
  }
}
