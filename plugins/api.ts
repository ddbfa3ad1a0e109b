import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Api } from '../api/api.js'
import type { Extensions } from '../api/extensions.js'
import { SettingsError, completeSettings, type Settings } from '../api/settings/settings.js'

/**
 * The settings of a collection to open, or an Api that is open already. The log level is an option of Fastify's
 * `register` here, and no setting.
 */
export type ApiOptions = Omit<Partial<Settings>, 'logLevel'> & { api?: Api, extensions?: Extensions }

/** Options of Fastify's `register`, which it passes on to the plugin. */
const OF_REGISTER = new Set(['prefix', 'logLevel', 'logSerializers'])

/**
 * @returns a function that gives the Api, once the options are known to be usable.
 * @throws TypeError for an unknown option (naming the nearest), an unusable value, or settings beside an open Api.
 */
function source ({ api, extensions, ...options }: ApiOptions): () => Promise<Api> | Api {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !OF_REGISTER.has(name))
  if (api !== undefined) {
    const [extra] = given[0] ?? (extensions === undefined ? [] : ['extensions'])
    if (extra !== undefined) {
      throw new TypeError(`Vitrine: "${extra}" must be given to Api.open(), because an open api is given.`)
    }
    return () => api
  }
  try {
    const settings = completeSettings(Object.fromEntries(given))
    return () => Api.open(settings, extensions)
  } catch (error) {
    throw error instanceof SettingsError ? new TypeError(`Vitrine: ${error.message}`, { cause: error }) : error
  }
}

/** Decorates the instance with the Api. One that is opened here is closed with the server; one that is given is not. */
async function apiPlugin (fastify: FastifyInstance, options: ApiOptions): Promise<void> {
  const api = await source(options)()
  fastify.decorate('api', api)
  // A server runs the jobs that other processes, such as the command line, leave in the database.
  fastify.addHook('onReady', async () => { api.jobs.watch() })
  if (options.api === undefined) fastify.addHook('onClose', async () => { await api.close() })
}

export default fp(apiPlugin, { name: 'vitrine-api', fastify: '5.x' })
