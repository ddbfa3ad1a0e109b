import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance, type FastifyServerOptions, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { OPERATOR } from '../api/core/calls/actor.js'
import type { Role } from '../schemas/administration/roles.js'
import type { ValueInput } from '../schemas/shared/values.js'
import type { Settings } from '../api/runtime/settings/settings.js'
import { databaseOf, IS_POSTGRES, removeDatabases } from './database.js'
import { faultsOfAnswer } from './schemas/schema-check.js'
import vitrine, { open, serverOptions, type Api, type Extensions, type ResourceApi } from '../app.js'

/** The part of tap's test object that the helper needs. */
export interface Ending {
  teardown (work: () => unknown): void
  /** Every answer that contradicts its schema is reported here. */
  fail? (message: string): unknown
}

export interface Key { identity: string, credential: string }

/** A server on an empty data folder. Everything is closed and removed when the test ends. */
export interface Server {
  app: FastifyInstance
  api: Api
  data: string
  /** Sends a request, as the owner of a key if one is given. */
  send (options: InjectOptions & { as?: Key }): Promise<LightMyRequestResponse>
  /** Makes an account and a key for it. */
  account (role: Role, more?: { isActive?: boolean }): Promise<Key>
}

/** The operations on a type, for queries that the compiler does not know, or that are invalid. */
export const unchecked = (api: Api, type: string): ResourceApi => api.resource(type)

/** Loading the program of a thread from its sources takes longer than any search in a small collection. */
export const WITHOUT_THREADS = { searchThreads: 0 }

/** Files by name; what is not text is a folder. */
interface Content { [name: string]: string | Content }

/**
 * A folder that is removed when the test ends, after everything that the test has started since. Tap removes its own
 * folder first, which fails while a server still writes into it.
 */
export async function temporaryFolder (t: Ending, content: Content = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
  t.teardown(async () => {
    await removeDatabases(folder)
    await rm(folder, { recursive: true, force: true })
  })
  await fill(folder, content)
  return folder
}

async function fill (folder: string, content: Content): Promise<void> {
  for (const [name, part] of Object.entries(content)) {
    const target = path.join(folder, name)
    if (typeof part === 'string') {
      await writeFile(target, part)
    } else {
      await mkdir(target)
      await fill(target, part)
    }
  }
}

let pristine: Promise<Buffer> | undefined

/** The database of a fresh installation. */
async function pristineDatabase (): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-pristine-'))
  try {
    const api = await open({ data: folder, ...WITHOUT_THREADS })
    await api.close()
    return await readFile(path.join(folder, 'vitrine.db'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A data folder as the first start leaves it; copied, because making one takes longer than most tests. */
export async function dataFolder (t: Ending): Promise<string> {
  const folder = await temporaryFolder(t)
  if (!IS_POSTGRES) await writeFile(path.join(folder, 'vitrine.db'), await (pristine ??= pristineDatabase()))
  return folder
}

export async function build (
  t: Ending, settings: Partial<Settings> = {}, fastifyOptions: FastifyServerOptions = {}, extensions?: Extensions
): Promise<Server> {
  const data = await dataFolder(t)
  const folder = settings.data ?? data
  const api = await open({ data, ...WITHOUT_THREADS, ...await databaseOf(folder), ...settings }, extensions)
  const app = Fastify({ ...serverOptions, ...fastifyOptions })
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  if (t.fail !== undefined) {
    app.addHook('onSend', (request, reply, payload, done) => {
      for (const fault of faultsOfAnswer(request, reply, payload, api, extensions)) t.fail!(`contradicts its schema: ${fault}`)
      done(null, payload)
    })
  }
  await app.register(vitrine, { api })
  await app.ready()
  let accounts = 0

  return {
    app,
    api,
    data,
    async send ({ as, headers, ...options }) {
      const authorization = as === undefined ? {} : { authorization: `Bearer ${as.identity}.${as.credential}` }
      return await app.inject({ ...options, headers: { ...authorization, ...headers } })
    },
    async account (role, more = {}) {
      const email = `${role}${++accounts}@example.org`
      await api.accounts.createUser({ email, name: `${role} ${accounts}`, role, ...more })
      return await api.keys.create(email, { label: 'test' }, OPERATOR)
    }
  }
}

/** A payload with nothing but a title. */
export function title (text: string): { 'dcterms:title': ValueInput[] } {
  return { 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': text }] }
}

/** `multipart/form-data` with a boundary of its own, as a browser sends it. */
export async function form (
  parts: Record<string, string | Blob | [Blob, string]>
): Promise<{ headers: Record<string, string>, payload: Buffer }> {
  const data = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') data.append(name, part)
    else if (Array.isArray(part)) data.append(name, part[0], part[1])
    else data.append(name, part)
  }
  const body = new Response(data)
  return { headers: { 'content-type': body.headers.get('content-type')! }, payload: Buffer.from(await body.arrayBuffer()) }
}

/** The error that a function throws; undefined if it does not. */
export function thrown (work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}
