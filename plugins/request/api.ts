import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Api } from '../../api/api.js'
import type { Extensions } from '../../api/resources/definition/extensions.js'
import { warnOfUnreadableBucket } from '../../api/files/lost-database.js'
import { nearestName } from '../../api/core/text/nearest-name.js'
import {
  SETTING_NAMES, SettingsError, completeSettings, isSettingName, type Settings
} from '../../api/runtime/settings/settings.js'

/**
 * The settings of a collection to open, or an open Api. `logLevel` is not a setting here, but an option of Fastify's
 * `register`.
 */
export type ApiOptions = Omit<Partial<Settings>, 'logLevel'> & { api?: Api, extensions?: Extensions }

/** Maximum time in milliseconds by which preparing searches may delay the start. */
const PREPARE_TIMEOUT_MS = 250

/** Options of Fastify's `register`, which also passes them on to the plugin. */
const OF_REGISTER = new Set(['prefix', 'logLevel', 'logSerializers'])

/** Options of the plugin that are not settings. */
const OF_PLUGIN = ['api', 'extensions', 'standalone']

/**
 * Checks the options.
 *
 * @returns a function that opens the Api, or returns the one that was given.
 * @throws TypeError for an unknown option (with a suggestion), an invalid value, or settings together with an open
 *   Api.
 */
function source ({ api, extensions, ...options }: ApiOptions): () => Promise<Api> | Api {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !OF_REGISTER.has(name))
  const [unknown] = given.find(([name]) => !isSettingName(name)) ?? []
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, [...SETTING_NAMES, ...OF_PLUGIN, ...OF_REGISTER])!
    throw new TypeError(`Vitrine: ${unknown} is an unknown option. The nearest is ${nearest}.`)
  }
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

/** Decorates the instance with the Api. It is closed with the server only if it was opened here. */
async function apiPlugin (fastify: FastifyInstance, options: ApiOptions): Promise<void> {
  const api = await source(options)()
  fastify.decorate('api', api)
  api.cacheCheck.onDifference = (key) => {
    fastify.log.error({ key }, 'A cached answer differed from the database. All cached answers were dropped.')
  }
  // While the routes are made: they take as long as the threads take to start.
  const prepared = api.prepare()
  // A server also runs jobs that other processes, such as commands, have added to the database, and delivers webhooks.
  fastify.addHook('onReady', async () => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PREPARE_TIMEOUT_MS)
      prepared.then(() => {
        clearTimeout(timer)
        resolve()
      }, resolve)
    })
    api.jobs.watch()
    api.webhooks.watch()
    warnOfUnreadableBucket(api.settings).catch(() => {})
  })
  if (options.api === undefined) fastify.addHook('onClose', async () => { await api.close() })
}

export default fp(apiPlugin, { name: 'vitrine-api', fastify: '5.x' })
