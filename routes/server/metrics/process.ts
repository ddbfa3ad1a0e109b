import { performance, type IntervalHistogram } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/**
 * Metrics of the process under the usual names. Does not use prom-client's default metrics, because they observe
 * garbage collection until the process ends, even after the server that enabled them is closed.
 */
export function addProcessMetrics (registry: Registry, lateness: IntervalHistogram): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number): void => {
    const metric: Gauge = new Gauge({ name, help, registers, collect () { metric.set(read()) } })
  }
  const cpu: Counter = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Seconds that all threads of the process have run',
    registers,
    collect () {
      const { user, system } = process.cpuUsage()
      cpu.reset()
      cpu.inc((user + system) / MICROSECONDS)
    }
  })
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970',
    () => performance.timeOrigin / 1000)
  gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects', () => process.memoryUsage().heapUsed)
  gauge('nodejs_external_memory_bytes', 'Memory of buffers', () => process.memoryUsage().external)
  addLateness(registers, lateness)
  let before = performance.eventLoopUtilization()
  gauge('nodejs_eventloop_utilization', 'Share of the time since the last reading in which the main thread worked',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    })
  const version = new Gauge({ name: 'nodejs_version_info', help: 'Version of Node', labelNames: ['version'], registers })
  version.set({ version: process.version }, 1)
}

/** The delay of timers since the last reading: how long the main thread was busy with something else. */
function addLateness (registers: Registry[], lateness: IntervalHistogram): void {
  const metric: Gauge = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the main thread came to a timer, since the last reading',
    labelNames: ['quantile'],
    registers,
    collect () {
      for (const quantile of [0.5, 0.99, 1]) {
        const late = quantile === 1 ? lateness.max : lateness.percentile(quantile * 100)
        metric.set({ quantile }, lateness.count === 0 ? 0 : late / NANOSECONDS)
      }
      lateness.reset()
    }
  })
}
