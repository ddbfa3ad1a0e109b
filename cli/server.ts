import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { Api } from '../api/api.js'
import type { Settings } from '../api/settings/settings.js'
import vitrine, { serverOptions } from '../app.js'
import { CommandError } from './explain.js'
import { createFirstAdministrator } from './first-administrator.js'
import { logger, loggingServer } from './logger.js'

/** How long requests in flight may take after the signal to stop, in milliseconds. */
const GRACE = 10_000

/** How often connections that have become idle are closed meanwhile, in milliseconds. */
const SWEEP = 50

/**
 * Serves until a signal comes; resolves once requests are accepted. SIGTERM and SIGINT let requests in flight finish
 * and end the process with 0.
 *
 * @throws CommandError when the address cannot be listened on.
 */
export async function serve (settings: Settings): Promise<void> {
  const api = await Api.open(settings)
  const log = await logger(settings.logLevel)
  const app = loggingServer(log, { ...serverOptions, trustProxy: settings.trustProxy, bodyLimit: settings.bodyLimit })
  app.addHook('onClose', async () => { await api.close() })
  try {
    await app.register(vitrine, { api })
    const address = await listen(app, settings)
    closeWithGrace({ delay: GRACE, logger: log }, async ({ err }) => {
      if (err !== undefined) log.fatal(err)
      await stop(app)
    })
    process.stdout.write(`Vitrine is listening at ${address}\n`)
    const welcome = await createFirstAdministrator(api, address)
    if (welcome !== undefined) process.stdout.write(welcome)
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Lets requests in flight finish. Their connections would be kept alive, and the server open, were they not closed. */
async function stop (app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => { app.server.closeIdleConnections() }, SWEEP)
  try {
    await app.close()
  } finally {
    clearInterval(sweeping)
  }
}

async function listen (app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => `Listening at ${address}` })
  } catch (error) {
    throw new CommandError(obstacle(error as NodeJS.ErrnoException, host, port))
  }
}

function obstacle (error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE': return `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another with --port.`
    case 'EACCES': return `Port ${port} is reserved for administrators of this computer. Choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND': return `${host} is not an address of this computer. Choose another with --host.`
    default: return error.message
  }
}
