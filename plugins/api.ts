import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Api } from '../api/api.js'
import type { Extensions } from '../api/extensions.js'
import { SettingsError, completeSettings, type Settings } from '../api/settings/settings.js'

/** The settings to open a collection with, or one that is open already. How much is logged, Fastify's `logLevel` says. */
export type ApiOptions = Omit<Partial<Settings>, 'logLevel'> & { api?: Api, extensions?: Extensions }

/** Options that mean something to Fastify's `register` and reach every plugin. */
const OF_REGISTER = new Set(['prefix', 'logLevel', 'logSerializers'])

/**
 * @returns a function that gives the Api, once the options are known to be usable.
 * @throws TypeError for an unknown option (naming the nearest), an unusable value, or settings beside an open Api.
 */
function source ({ api, extensions, ...options }: ApiOptions): () => Promise<Api> | Api {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !OF_REGISTER.has(name))
  if (api !== undefined) {
    const [extra] = given[0] ?? (extensions === undefined ? [] : ['extensions'])
    if (extra !== undefined) throw new TypeError(`Vitrine: "${extra}" must be given to Api.open(), because an open api is given.`)
    return () => api
  }
  try {
    const settings = completeSettings(Object.fromEntries(given))
    return () => Api.open(settings, extensions)
  } catch (error) {
    throw error instanceof SettingsError ? new TypeError(`Vitrine: ${error.message}`, { cause: error }) : error
  }
}

/** Opens the collection, or takes the open one; closes what it opened. */
async function apiPlugin (fastify: FastifyInstance, options: ApiOptions): Promise<void> {
  const api = await source(options)()
  fastify.decorate('api', api)
  // Who serves the collection does its long work.
  fastify.addHook('onReady', async () => { api.jobs.watch() })
  if (options.api === undefined) fastify.addHook('onClose', async () => { await api.close() })
}

export default fp(apiPlugin, { name: 'vitrine-api', fastify: '5.x' })
