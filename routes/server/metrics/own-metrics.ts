import type { IntervalHistogram } from 'node:perf_hooks'
import { workerName } from '../../../api/access/throttles/worker.js'
import type { Monitor } from '../../../api/operations/monitor.js'
import { UNFINISHED } from '../../../api/runtime/jobs/job-rows.js'
import { DURATIONS, type RequestFigures, type RouteFigures } from '../../../plugins/request/request-figures.js'

/** A value of a metric. @param metricName differs from the name of the metric in the samples of a histogram. */
interface Sample { labels: Record<string, string | number>, value: number, metricName?: string }

/** A metric as prom-client writes it; samples of several processes with the same labels are added. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  values: Sample[]
  aggregator: 'sum'
}

/** The values of a metric: a single one without labels, or samples. */
type Values = number | Sample[]

export interface MetricsSource { monitor: Monitor, requests: RequestFigures, lateness: IntervalHistogram }

type Figures = Awaited<ReturnType<Monitor['figures']>>

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

function counter (name: string, help: string, values: Values): Metric {
  return { name, help, type: 'counter', values: samples(values), aggregator: 'sum' }
}

function gauge (name: string, help: string, values: Values): Metric {
  return { name, help, type: 'gauge', values: samples(values), aggregator: 'sum' }
}

function samples (values: Values): Sample[] {
  return typeof values === 'number' ? [{ labels: {}, value: values }] : values
}

/** A sample for each member of a record, whose key is the value of the label. */
function by<T> (label: string, record: Readonly<Record<string, T>>, valueOf: (member: T) => number): Sample[] {
  return Object.entries(record).map(([key, member]) => ({ labels: { [label]: key }, value: valueOf(member) }))
}

/**
 * Reads the metrics of one collection and of this process. Plain data instead of prom-client's counters and gauges: all
 * values are counted elsewhere, its histogram takes longer than an answer from the cache, and its default metrics
 * observe garbage collection until the process ends.
 */
export function metricsReader ({ monitor, requests, lateness }: MetricsSource): () => Promise<Metric[]> {
  const worker = workerName()
  let before = performance.eventLoopUtilization()
  return async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const metrics = [
      ...ofRequests(requests), ...ofProgram(await monitor.figures()), ...ofProcess(lateness, utilization)
    ]
    if (worker === undefined) return metrics
    const ofWorker = ({ labels, ...sample }: Sample): Sample => ({ ...sample, labels: { ...labels, worker } })
    return metrics.map((metric) => ({ ...metric, values: metric.values.map(ofWorker) }))
  }
}

function ofRequests ({ all }: RequestFigures): Metric[] {
  const duration = 'vitrine_http_request_duration_seconds'
  const numbers = all.flatMap(({ method, route, statuses }) =>
    [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })))
  return [
    counter('vitrine_http_requests_total',
      'Requests that were answered, by pattern of the route; "none": no route serves the address', numbers),
    {
      name: duration,
      help: 'Seconds from the headers of a request until its answer was handed to the system',
      type: 'histogram',
      values: all.flatMap((figures) => durations(duration, figures)),
      aggregator: 'sum'
    }
  ]
}

function durations (name: string, { method, route, durations: numbers, seconds }: RouteFigures): Sample[] {
  const labels = { method, route }
  let sum = 0
  const buckets = numbers.map((number, at) => {
    sum += number
    return { metricName: `${name}_bucket`, labels: { ...labels, le: DURATIONS[at] ?? '+Inf' }, value: sum }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: sum }
  ]
}

function ofProgram (
  { admission, cache, cacheCheck, memory, queues, drawings, engine, jobs, size }: Figures
): Metric[] {
  const parts = Object.entries(memory).flatMap(([thread, figures]) =>
    figures.map(({ part, limit, bytes }) => ({ labels: { thread, part }, limit, bytes })))
  return [
    counter('vitrine_cache_hits_total', 'What was found in the cache, by kind', by('cache', cache, ({ hits }) => hits)),
    counter('vitrine_cache_misses_total', 'What was not found in the cache and made, by kind',
      by('cache', cache, ({ misses }) => misses)),
    gauge('vitrine_cache_entries', 'What the cache holds, by kind', by('cache', cache, ({ entries }) => entries)),
    gauge('vitrine_cache_bytes', 'Approximate size of what the cache holds, by kind',
      by('cache', cache, ({ bytes }) => bytes)),
    counter('vitrine_cache_checks_total', 'Cached answers that were made again to compare them', cacheCheck.checked),
    counter('vitrine_cache_differences_total', 'Cached answers that were wrong, so that all were dropped',
      cacheCheck.different),
    gauge('vitrine_memory_bytes', 'Approximate size of what is in memory, by thread and part',
      parts.flatMap(({ labels, bytes }) => bytes === undefined ? [] : [{ labels, value: bytes }])),
    gauge('vitrine_memory_limit_bytes', 'Most bytes that it may take; together, what the setting memory says',
      parts.map(({ labels, limit }) => ({ labels, value: limit }))),
    gauge('vitrine_requests_waiting', 'Requests that wait until there is time to begin with them', admission.waiting),
    counter('vitrine_requests_refused_total', 'Requests that were refused because they would have waited too long',
      admission.refused),
    gauge('vitrine_searches_waiting', 'Slow searches that wait for a thread',
      by('kind', queues, ({ waiting }) => waiting)),
    gauge('vitrine_searches_running', 'Slow searches that run in a thread',
      by('kind', queues, ({ running }) => running)),
    gauge('vitrine_search_threads', 'Threads for slow searches that are ready',
      by('kind', queues, ({ workers }) => workers)),
    gauge('vitrine_drawings_waiting', 'Pictures for viewers that wait to be drawn', drawings.waiting),
    gauge('vitrine_drawings_waiting_pixels', 'What these cost, in pixels that are read in the same time',
      drawings.cost),
    gauge('vitrine_jobs', 'Jobs that have not ended, by status', (jobs === undefined ? [] : UNFINISHED).map((status) =>
      ({ labels: { status }, value: jobs!.find((row) => row.status === status)?.number ?? 0 }))),
    gauge('vitrine_database_bytes', 'Size of the database file and of its write-ahead log',
      by('file', { ...size }, (bytes) => bytes)),
    ...ofEngine(engine)
  ]
}

/** The metrics of the database engine, which differ between SQLite and PostgreSQL. */
function ofEngine (figures: Figures['engine']): Metric[] {
  const metrics = new Map<string, Metric>()
  for (const { name, help, labels = {}, value, isTotal = false } of figures) {
    const metric = metrics.get(name) ?? (isTotal ? counter : gauge)(`vitrine_${name}`, help, [])
    metric.values.push({ labels, value })
    metrics.set(name, metric)
  }
  return [...metrics.values()]
}

/** Metrics of the process, under the usual names. @param utilization share of time in which the main thread worked. */
function ofProcess (lateness: IntervalHistogram, utilization: number): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  const late = [0.5, 0.99, 1].map((quantile) => ({
    labels: { quantile }, value: lateness.count === 0 ? 0 : lateness.percentile(quantile * 100) / NANOSECONDS
  }))
  lateness.reset()
  return [
    counter('process_cpu_seconds_total', 'Seconds that all threads of the process have run',
      (user + system) / MICROSECONDS),
    gauge('process_start_time_seconds', 'When the process started, in seconds since 1970',
      performance.timeOrigin / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers', external),
    gauge('nodejs_eventloop_lag_seconds', 'How late the main thread came to a timer, since the last reading', late),
    gauge('nodejs_eventloop_utilization', 'Share of the time since the last reading in which the main thread worked',
      utilization),
    gauge('nodejs_version_info', 'Version of Node', [{ labels: { version: process.version }, value: 1 }])
  ]
}
