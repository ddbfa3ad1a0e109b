import type { IntervalHistogram } from 'node:perf_hooks'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { Monitor } from '../../../api/operations/monitor.js'
import { workerName } from '../../../api/access/throttles/worker.js'
import type { RequestFigures } from '../../../plugins/request/request-figures.js'
import { durations } from './durations.js'
import { addProcessMetrics } from './process.js'
import type { Metrics } from './siblings.js'

export interface MetricsSource { monitor: Monitor, requests: RequestFigures, lateness: IntervalHistogram }

type Figures = Awaited<ReturnType<Monitor['figures']>>

/** The metrics of this process, and the text for those of one or several processes. */
export interface OwnMetrics {
  contentType: string
  read (): Promise<Metrics>
  textOf (all: Metrics[]): Promise<string>
}

/**
 * The metrics of one collection, in a registry of its own: an application may have several collections, and metrics of
 * its own in prom-client's global registry. All values are read when `/metrics` is requested.
 */
export function ownMetrics ({ monitor, requests, lateness }: MetricsSource): OwnMetrics {
  const registry = new Registry()
  const worker = workerName()
  if (worker !== undefined) registry.setDefaultLabels({ worker })
  addRequests(registry, requests)
  const update = addFigures(registry)
  addProcessMetrics(registry, lateness)
  return {
    contentType: registry.contentType,
    async read () {
      update(await monitor.figures())
      return await registry.getMetricsAsJSON()
    },
    textOf: async (all) => await AggregatorRegistry.aggregate(all).metrics()
  }
}

function addRequests (registry: Registry, requests: RequestFigures): void {
  const counter = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests that were answered, by pattern of the route; "none": no route serves the address',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect () {
      counter.reset()
      for (const { method, route, statuses } of requests.all) {
        for (const [status, number] of statuses) counter.inc({ method, route, status }, number)
      }
    }
  })
  registry.registerMetric(durations('vitrine_http_request_duration_seconds', requests))
}

/** Adds the metrics of the program. @returns a function that sets them to new figures. */
function addFigures (registry: Registry): (figures: Figures) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge =>
    new Gauge({ name: `vitrine_${name}`, help, labelNames, registers: [registry] })
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name: `vitrine_${name}`, help, labelNames, registers: [registry] })

  const hits = counter('cache_hits_total', 'What was found in the cache, by kind', 'cache')
  const misses = counter('cache_misses_total', 'What was not found in the cache and made, by kind', 'cache')
  const entries = gauge('cache_entries', 'What the cache holds, by kind', 'cache')
  const bytes = gauge('cache_bytes', 'Approximate size of what the cache holds, by kind', 'cache')
  const checked = counter('cache_checks_total', 'Cached answers that were made again to compare them')
  const different = counter('cache_differences_total', 'Cached answers that were wrong, so that all were dropped')
  const memoryBytes = gauge('memory_bytes', 'Approximate size of what is in memory, by thread and part', 'thread', 'part')
  const limits = gauge('memory_limit_bytes', 'Most bytes that it may take; together, what the setting memory says',
    'thread', 'part')
  const queued = gauge('requests_waiting', 'Requests that wait until there is time to begin with them')
  const refused = counter('requests_refused_total', 'Requests that were refused because they would have waited too long')
  const waiting = gauge('searches_waiting', 'Slow searches that wait for a thread', 'kind')
  const running = gauge('searches_running', 'Slow searches that run in a thread', 'kind')
  const threads = gauge('search_threads', 'Threads for slow searches that are ready', 'kind')
  const waitingDrawings = gauge('drawings_waiting', 'Pictures for viewers that wait to be drawn')
  const drawingsCost = gauge('drawings_waiting_pixels', 'What these cost, in pixels that are read in the same time')
  const jobs = gauge('jobs', 'Jobs that have not ended, by status', 'status')
  const size = gauge('database_bytes', 'Size of the database file and of its write-ahead log', 'file')

  return ({ admission, cache, cacheCheck, memory, queues, drawings, engine, jobs: unfinished, size: bytesOf }) => {
    for (const metric of [hits, misses, checked, different, refused, jobs, memoryBytes, limits, size]) metric.reset()
    queued.set(admission.waiting)
    refused.inc(admission.refused)
    checked.inc(cacheCheck.checked)
    different.inc(cacheCheck.different)
    setEngine(registry, engine)
    for (const [name, figures] of Object.entries(cache)) {
      hits.inc({ cache: name }, figures.hits)
      misses.inc({ cache: name }, figures.misses)
      entries.set({ cache: name }, figures.entries)
      bytes.set({ cache: name }, figures.bytes)
    }
    for (const [thread, figures] of Object.entries(memory)) {
      for (const { part, limit, bytes: taken } of figures) {
        limits.inc({ thread, part }, limit)
        if (taken !== undefined) memoryBytes.inc({ thread, part }, taken)
      }
    }
    for (const [kind, figures] of Object.entries(queues)) {
      waiting.set({ kind }, figures.waiting)
      running.set({ kind }, figures.running)
      threads.set({ kind }, figures.workers)
    }
    waitingDrawings.set(drawings.waiting)
    drawingsCost.set(drawings.cost)
    for (const status of unfinished === undefined ? [] : ['starting', 'in_progress', 'stopping'] as const) {
      jobs.set({ status }, unfinished!.find((row) => row.status === status)?.number ?? 0)
    }
    for (const [file, number] of Object.entries(bytesOf ?? {})) size.set({ file }, number)
  }
}

/** Sets the metrics of the database engine, which differ between SQLite and PostgreSQL. */
function setEngine (registry: Registry, figures: Figures['engine']): void {
  const metrics = new Map<string, Gauge | Counter>()
  for (const { name, help, labels = {}, value, isTotal = false } of figures) {
    let metric = metrics.get(name)
    if (metric === undefined) {
      const Metric = isTotal ? Counter : Gauge
      const full = `vitrine_${name}`
      metric = (registry.getSingleMetric(full) as Gauge | Counter | undefined) ??
        new Metric({ name: full, help, labelNames: Object.keys(labels), registers: [registry] })
      metric.reset()
      metrics.set(name, metric)
    }
    metric.inc(labels, value)
  }
}
