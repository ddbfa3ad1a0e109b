import Fastify, { type FastifyInstance } from 'fastify'
import vitrine, { open, serverOptions, type Api, type Settings } from '../../../app.js'
import { keptIn } from '../../database.js'
import { dataFolder, WITHOUT_THREADS, type Ending } from '../../helper.js'

export interface Collection { app: FastifyInstance, api: Api }

/** A server that serves nothing but a collection, as the command line does. */
export async function standalone (t: Ending, settings: Partial<Settings> = {}): Promise<Collection> {
  const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS, ...settings })
  const app = Fastify(serverOptions)
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api, standalone: true })
  await app.ready()
  return { app, api }
}
