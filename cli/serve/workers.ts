import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { countForWorkers } from '../../api/access/throttles/sibling-buckets.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { passOnMetrics } from '../../routes/server/metrics/siblings.js'
import { FIRST_WORKER, WORKER } from '../../api/access/throttles/worker.js'
import { END, endGracefully } from './ending.js'
import { logger } from './logger.js'
import { lockServer } from './server-lock.js'

/** A worker that has run for this many milliseconds is replaced at once when it ends; others after a pause. */
const HEALTHY_WORKER_MS = 5000

/** Longest pause in milliseconds before a worker that ended soon after its start is replaced. */
const RESTART_PAUSE_MAX_MS = 30_000

/**
 * Serves one collection with several worker processes. The primary process answers no requests: it starts workers,
 * replaces workers that have ended, and counts attempts for the rate limits of all workers. Jobs and deliveries of
 * webhooks run in the worker that has claimed them; if it dies, another worker claims them.
 *
 * Resolves when requests are accepted, or when the first worker has failed to start; its exit code is then the exit
 * code of the primary.
 */
export async function serveByWorkers (settings: Settings): Promise<void> {
  const lock = lockServer(settings)
  const log = await logger(settings.logLevel)
  let isEnding = false
  // Workers accept connections themselves: a connection that the primary hands to a worker that dies would hang
  // forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  countForWorkers()
  passOnMetrics()

  // The first worker starts alone, because it creates the tables and prints how to sign in.
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
    failures = performance.now() - since < HEALTHY_WORKER_MS ? failures + 1 : 0
    if (failures > 0) await delay(Math.min(RESTART_PAUSE_MAX_MS, 500 * 2 ** failures))
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
