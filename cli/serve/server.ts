import type { FastifyInstance } from 'fastify'
import { Api } from '../../api/api.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { FIRST_WORKER, workerName } from '../../api/access/throttles/worker.js'
import vitrine from '../../app.js'
import { drainOf } from './drain.js'
import { endGracefully } from './ending.js'
import { CommandError } from '../terminal/explain.js'
import { createFirstAdministrator } from '../accounts/first-administrator.js'
import { httpServer } from './http-server.js'
import { logger } from './logger.js'
import { lockServer } from './server-lock.js'

/** Settings that the processes of a server divide among them, with the minimum for each process. */
const DIVIDED = {
  memory: 8,
  searchThreads: 1,
  connections: 10,
  databaseConnections: 1,
  changeListeners: 1,
  webhookConcurrency: 1
} as const

/** Interval in milliseconds at which idle connections are closed during shutdown. */
const CLOSE_IDLE_INTERVAL_MS = 50

/**
 * Serves until a signal arrives (see `endGracefully`). Resolves when requests are accepted.
 *
 * @throws CommandError when the address cannot be listened on, or another server uses the data folder; an error of
 *   SQLite when the accounts cannot be read.
 */
export async function serve (given: Settings): Promise<void> {
  const worker = workerName()
  const settings = worker === undefined ? given : workerSettings(given)
  // The primary process has the lock for its workers.
  const lock = worker === undefined ? lockServer(settings) : undefined
  const api = await Api.open(settings)
  const log = await logger(settings.logLevel)
  const app = httpServer(log, settings)
  const drain = drainOf(app.server)
  app.addHook('onClose', async () => {
    await api.close()
    lock?.release()
  })
  try {
    await app.register(vitrine, { api, standalone: true })
    // Queried before listening, so that the server does not start if the file is damaged and accounts cannot be read.
    const isFirstStart = !await api.accounts.hasUsers()
    const address = await listen(app, settings)
    endGracefully(log, async (hasFailed) => {
      api.monitor.announceEnd()
      await drain.begin(hasFailed)
      await close(app)
    })
    if (worker !== undefined && worker !== FIRST_WORKER) return
    process.stdout.write(`Vitrine is listening at ${address}\n`)
    if (isFirstStart) process.stdout.write(await createFirstAdministrator(api, address))
  } catch (error) {
    await app.close()
    throw error
  }
}

/** The settings of one of several worker processes, which together do not exceed the settings of the server. */
function workerSettings (settings: Settings): Settings {
  const { workers } = settings
  const parts = Object.entries(DIVIDED).map(([name, least]) => {
    const whole = settings[name as keyof typeof DIVIDED]
    return [name, whole === 0 ? 0 : Math.max(least, Math.ceil(whole / workers))]
  })
  return { ...settings, ...Object.fromEntries(parts) as Pick<Settings, keyof typeof DIVIDED> }
}

/**
 * Waits for pending requests. Closes their keep-alive connections as soon as they are idle; otherwise `app.close` would
 * wait for them.
 */
async function close (app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => { app.server.closeIdleConnections() }, CLOSE_IDLE_INTERVAL_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweeping)
  }
}

async function listen (app: FastifyInstance, { host, port, connections }: Settings): Promise<string> {
  try {
    // As many connections may wait to be accepted as may be open: if the backlog is full, the client's system only
    // tries again after a second.
    return await app.listen({ host, port, backlog: connections, listenTextResolver: (address) => `Listening at ${address}` })
  } catch (error) {
    throw new CommandError(whyNotListening(error as NodeJS.ErrnoException, host, port))
  }
}

function whyNotListening ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another with --port.`
    case 'EACCES':
      return `Port ${port} is reserved for administrators of this computer. Choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return `${host} is not an address of this computer. Choose another with --host.`
    default:
      return message
  }
}
