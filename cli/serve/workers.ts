import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { countForWorkers } from '../../api/access/throttles/sibling-buckets.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { passOnMetrics } from '../../routes/metrics/siblings.js'
import { FIRST_WORKER, WORKER } from '../../api/access/throttles/worker.js'
import { END, endGracefully } from './ending.js'
import { logger } from './logger.js'
import { lockServer } from './server-lock.js'

/** Milliseconds that a worker has to live for another one to take its place at once. */
const HEALTHY = 5000

/** Longest wait in milliseconds before the next attempt to replace workers that end at once. */
const LONGEST_PAUSE = 30_000

/**
 * Serves with several processes on one collection. This one serves nobody: it starts the others and starts new ones in
 * place of those that end, and counts for them together what must not be tried too often. Jobs and deliveries of
 * webhooks are done by the one that has claimed them; when it dies, by another.
 *
 * Resolves when requests are accepted, or when the first worker has ended without; its exit code is then that of this
 * process.
 */
export async function serveByWorkers (settings: Settings): Promise<void> {
  const lock = lockServer(settings)
  const log = await logger(settings.logLevel)
  let isEnding = false
  // Workers accept connections themselves. Otherwise one that is on its way to a worker that dies would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  countForWorkers()
  passOnMetrics()

  // Alone at first: it makes the tables, and prints how to sign in.
  let started = 1
  const first = cluster.fork({ [WORKER]: FIRST_WORKER })
  const isServing = await Promise.race([
    once(first, 'listening').then(() => true), once(first, 'exit').then(() => false)
  ])
  if (!isServing) {
    lock.release()
    process.exitCode = first.process.exitCode ?? 1
    return
  }

  let failures = 0
  async function replace (since: number): Promise<void> {
    failures = performance.now() - since < HEALTHY ? failures + 1 : 0
    if (failures > 0) await delay(Math.min(LONGEST_PAUSE, 500 * 2 ** failures))
    if (!isEnding) start()
  }
  function watch (worker: Worker): void {
    const since = performance.now()
    worker.once('exit', (code, signal) => {
      if (isEnding) return
      log.error({ worker: worker.process.pid, code, signal }, 'A worker has ended; another one takes its place.')
      replace(since).catch(() => {})
    })
  }
  function start (): void {
    watch(cluster.fork({ [WORKER]: String(++started) }))
  }

  watch(first)
  for (let at = 1; at < settings.workers; at++) start()
  endGracefully(log, async () => {
    isEnding = true
    await Promise.all(Object.values(cluster.workers ?? {}).map(async (worker) => {
      const ended = once(worker!, 'exit')
      worker!.send(END)
      await ended
    }))
    lock.release()
  })
}
