import { sum } from '../statistics.js'
import { megabytes, formatted } from './numbers.js'
import type { ImportResult, LatencyResult, Results, WorkloadResult } from './results.js'

/** The report as text. */
export function table ({ import: imported, startSeconds, workloads, connections, ...rest }: Results): string {
  const { memory, anonymousMemory, peakMemory, cacheMemory } = rest
  const facts = [
    [
      'collection',
      `${formatted(imported.resources)} resources, ${formatted(imported.values)} values, ` +
      `${megabytes(imported.fileBytes)} of NDJSON`
    ],
    [
      'import',
      `${formatted(imported.resourcesPerSecond)} resources/s, ${formatted(imported.valuesPerSecond)} values/s, ` +
      `${formatted(imported.seconds)} s${cpuOf(imported)}, at most ${megabytes(imported.memory)} of memory`
    ],
    ['database', megabytes(imported.databaseBytes)],
    ['start', `${formatted(startSeconds)} s`],
    [
      'memory',
      `${megabytes(memory)} after all this, ${megabytes(anonymousMemory)} without mapped files, ` +
      `${megabytes(sum(Object.values(cacheMemory)))} of which are caches; at most ${megabytes(peakMemory)}`
    ]
  ]
  const parts = [aligned(facts, 2)]
  if (workloads.length > 0) {
    parts.push(`${connections} connections; "bare" sends the same bytes from memory\n${aligned([
      ['workload', 'requests/s', 'bare', 'ratio', 'p50 ms', 'p99 ms', 'CPU µs', 'bare', ''],
      ...workloads.map(row)
    ])}`)
  }
  parts.push(
    ...latencies('Never asked before, on a server that has just started', rest.cold),
    ...latencies('Asked before, and right after the title of an item was changed', rest.afterWrite),
    ...latencies('Facets, of one property after the other', rest.facets)
  )
  return parts.join('\n')
}

function cpuOf ({ cpuSeconds }: ImportResult): string {
  return cpuSeconds === undefined ? '' : ` (${formatted(cpuSeconds)} s of CPU time)`
}

function latencies (title: string, results: readonly LatencyResult[]): string[] {
  if (results.length === 0) return []
  return [`${title}\n${aligned([
    ['request', 'times', 'p50 ms', 'p95 ms', 'worst ms', 'CPU µs', ''],
    ...results.map(({ title: what, queries, median, p95, worst, cpu, note }) =>
      [what, String(queries), formatted(median), formatted(p95), formatted(worst), microseconds(cpu), note ?? ''])
  ])}`]
}

function row ({ title, perSecond, barePerSecond, ratio, p50, p99, cpu, bareCpu, note }: WorkloadResult): string[] {
  return [
    title,
    formatted(perSecond),
    formatted(barePerSecond),
    ratio.toFixed(2),
    formatted(p50),
    formatted(p99),
    microseconds(cpu),
    microseconds(bareCpu),
    note ?? ''
  ]
}

function microseconds (time: number | undefined): string {
  return time === undefined ? '' : time.toFixed(0)
}

/** Text in columns: the first `left` ones and an unnamed last one begin, the others end, at the same place. */
function aligned (rows: readonly string[][], left = 1): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  const lines = rows.map((cells) => cells.map((cell, column) => {
    const isLeft = column < left || rows[0]![column] === ''
    return isLeft ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  }).join('  ').trimEnd())
  return `${lines.join('\n')}\n`
}
