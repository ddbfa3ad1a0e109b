import { text } from 'node:stream/consumers'
import { isObject, jsonIn } from '../../../core/calls/given.js'
import { shownAddress } from './source-address.js'
import { headerEndingWith, Source, type SourceOptions } from './source.js'
import { SourceError } from './source-error.js'

/** What the source shows us: private data requires an account, private sites an administrator. */
export const LEVELS = ['anonymous', 'account', 'administrator'] as const
type Level = typeof LEVELS[number]

export interface Connection {
  source: Source
  level: Level
  /** Names of its resource types, including types of modules. */
  types: readonly string[]
  /** The version of the installation; null when it does not say. */
  version: string | null
  /** The source's clock at the time of the connection. */
  date: Date
}

/** Less patience for the first request: a user who mistyped the URL should not wait for minutes. */
const CONNECT_ATTEMPTS = 3

/**
 * Finds the API of an installation and checks the key. The URL may omit `/api` at its end.
 * @throws SourceError, also for an invalid key, which the source would silently ignore.
 */
export async function connect (options: SourceOptions): Promise<Connection> {
  const { pathname } = new URL(options.address)
  const found = await typesAt(options).catch(async (error: unknown) => {
    const isElsewhere = error instanceof SourceError && (error.failure === 'content' || error.status === 404)
    if (!isElsewhere || pathname.endsWith('/api')) throw error
    const below = { ...options, address: `${options.address}/api` }
    // Report the error for the URL that the user has given.
    return await typesAt(below).catch(() => { throw error })
  })
  try {
    return { ...found, level: await levelOf(found.source) }
  } catch (error) {
    found.source.close()
    throw error
  }
}

async function typesAt (options: SourceOptions): Promise<Omit<Connection, 'level'>> {
  const source = new Source(options)
  try {
    const url = source.at('api_resources')
    // Sent without the key, because the server is not known yet.
    const { types, ...facts } = await source.patiently(url, { attempts: CONNECT_ATTEMPTS }, async (answer) => {
      const date = new Date(answer.headers.date ?? Date.now())
      return {
        types: namesIn(await text(answer.body)),
        version: headerEndingWith('-version', answer) ?? null,
        date: Number.isNaN(date.getTime()) ? new Date() : date
      }
    }, null)
    if (types === undefined) {
      throw new SourceError('content', `${shownAddress(url)} answered no list of resource types: this is no API of Omeka S or Vitrine.`)
    }
    return { source, types, ...facts }
  } catch (error) {
    source.close()
    throw error
  }
}

function namesIn (json: string): string[] | undefined {
  const list = jsonIn(json)
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap((entry) => isObject(entry) && typeof entry['o:id'] === 'string' ? [entry['o:id']] : [])
  return names.includes('items') ? names : undefined
}

async function levelOf (source: Source): Promise<Level> {
  if (source.key === undefined) return 'anonymous'
  if (!await mayList(source, 'users')) {
    throw new SourceError('refused', `${source.address} does not accept the key: it treats us as anonymous.`)
  }
  return await mayList(source, 'jobs') ? 'administrator' : 'account'
}

async function mayList (source: Source, type: string): Promise<boolean> {
  try {
    await source.json(source.at(type, { per_page: 1, page: 1 }))
    return true
  } catch (error) {
    if (error instanceof SourceError && (error.status === 403 || error.status === 401)) return false
    throw error
  }
}
