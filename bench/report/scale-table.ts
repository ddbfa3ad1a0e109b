import { formatted } from './numbers.js'
import type { LatencyResult, Results, WorkloadResult } from './results.js'

/** An arrangement of processes, and its results. */
export interface Arranged extends Pick<Results, 'workloads' | 'cold' | 'afterWrite' | 'facets'> {
  readonly title: string
}

type Cells = ReadonlyMap<string, string>

/** A table in Markdown: ratios to the bare server, and latencies. */
export function scaleTable (arranged: readonly Arranged[]): string {
  const columns = arranged.map((each) => ({ title: each.title, cells: new Map(cellsOf(each)) }))
  const rows = [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))]
  return [
    `| | ${columns.map(({ title }) => title).join(' | ')} |`,
    `|---|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => `| ${row} | ${columns.map(({ cells }: { cells: Cells }) => cells.get(row) ?? '').join(' | ')} |`)
  ].map((line) => `${line}\n`).join('')
}

function * cellsOf ({ workloads, cold, afterWrite, facets }: Arranged): Generator<[row: string, cell: string]> {
  for (const { title, ratio, perSecond } of workloads as WorkloadResult[]) {
    yield [title, `${ratio.toFixed(ratio < 0.1 ? 3 : 2)} (${formatted(perSecond)}/s)`]
  }
  for (const result of cold) yield [`${result.title}, never asked before`, latency(result)]
  for (const result of afterWrite) yield [`${result.title}, right after a write`, latency(result)]
  for (const result of facets) yield [`facets ${result.title}`, latency(result)]
}

const latency = ({ median, p95 }: LatencyResult): string => `${formatted(median)} ms (${formatted(p95)})`
