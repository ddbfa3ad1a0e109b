import { formatted } from './numbers.js'
import { escaped, heightOf, panel, WIDTH, type Panel } from './panel.js'
import type { LatencyResult, Results, WorkloadResult } from './results.js'

const GAP = 16
/** Ends of the scale of latencies, in powers of ten of a millisecond. */
const SHORTEST_BAR_POWER = -1
const LONGEST_BAR_POWER = 4

/** Sets a background, because the surrounding page may be light or dark. */
const STYLE = `
    text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .quiet { fill: #59636e }
    .ground { fill: #ffffff; stroke: #d1d9e0 }
    .mark { stroke: #d1d9e0 }
    .bar { fill: #2f6fb0 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .quiet { fill: #9198a1 }
      .ground { fill: #12171e; stroke: #343b44 }
      .mark { stroke: #343b44 }
      .bar { fill: #6cabe8 }
    }
  `

/** The ratios of all workloads, and latencies, as bars, in SVG. */
export function chart ({ workloads, cold, afterWrite, facets, import: imported, connections }: Results): string {
  const facts =
    `${formatted(imported.resources)} resources, ${formatted(imported.values)} values, ${connections} connections`
  const panels = [
    ratios(workloads, facts),
    latencies('Searches that were never asked before', 'p95', cold, ({ p95 }) => p95),
    latencies('Right after a title was changed', 'p50', afterWrite, ({ median }) => median),
    latencies('Facets of one property after the other', 'p50', facets, ({ median }) => median)
  ].filter(({ rows }) => rows.length > 0)
  const tops: number[] = []
  let height = GAP
  for (const each of panels) {
    tops.push(height)
    height += heightOf(each) + GAP
  }
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title summary">
  <title id="title">Speed of Vitrine</title>
  <desc id="summary">${escaped(panels.map(summary).join(' '))}</desc>
  <style>${STYLE}</style>
  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
  ${panels.map((each, number) => panel(each, tops[number]!)).join('\n  ')}
</svg>
`
}

function ratios (workloads: readonly WorkloadResult[], facts: string): Panel {
  return {
    title: 'How near Vitrine comes to sending the same bytes from memory',
    subtitle: `${facts}; 1 is a bare Fastify handler`,
    rows: workloads.map(({ title, ratio, perSecond }) => ({
      label: title, share: ratio, figure: ratio.toFixed(2), aside: `${formatted(perSecond)}/s`
    })),
    marks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ text: String(share), share }))
  }
}

/** Latencies on a logarithmic scale. */
function latencies (
  title: string,
  quantile: string,
  results: readonly LatencyResult[],
  figureOf: (result: LatencyResult) => number
): Panel {
  const shareOf = (power: number): number => (power - SHORTEST_BAR_POWER) / (LONGEST_BAR_POWER - SHORTEST_BAR_POWER)
  return {
    title,
    subtitle: `Milliseconds, ${quantile}; at the end of the line the longest. Each step of the scale is ten times the one before`,
    rows: results.map((result) => ({
      label: result.title,
      share: Math.max(0, shareOf(Math.log10(figureOf(result)))),
      figure: formatted(figureOf(result)),
      aside: `${formatted(result.worst)} ms`
    })),
    marks: Array.from({ length: LONGEST_BAR_POWER - SHORTEST_BAR_POWER + 1 }, (_, step) => ({
      text: String(10 ** (SHORTEST_BAR_POWER + step)), share: shareOf(SHORTEST_BAR_POWER + step)
    }))
  }
}

function summary ({ title, rows }: Panel): string {
  return `${title}: ${rows.map(({ label, figure }) => `${label} ${figure}`).join('; ')}.`
}
