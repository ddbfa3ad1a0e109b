import { formatted } from './numbers.js'
import type { Results, WorkloadResult } from './results.js'

const WIDTH = 860
const PADDING = 24
const LABELS = 270
const FIGURES = 130
const BARS = WIDTH - 2 * PADDING - LABELS - FIGURES
const ROW = 28
const BAR = 16
const TOP = 92
const BOTTOM = 34
const MARKS = [0, 0.25, 0.5, 0.75, 1]

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

/** The ratios of all workloads as bars, in SVG. */
export function chart ({ workloads, import: { resources, values }, connections }: Results): string {
  const height = TOP + workloads.length * ROW + BOTTOM
  const foot = TOP + workloads.length * ROW
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`
  const facts = `${formatted(resources)} resources, ${formatted(values)} values, ${connections} connections`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title summary">
  <title id="title">Speed of Vitrine</title>
  <desc id="summary">${escaped(workloads.map(({ title, ratio }) => `${title}: ${ratio.toFixed(2)}`).join('; '))}</desc>
  <style>${STYLE}</style>
  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
  <text class="title" x="${PADDING}" y="36">How near Vitrine comes to sending the same bytes from memory</text>
  <text class="quiet" x="${PADDING}" y="58">${facts}; 1 is a bare Fastify handler</text>
  ${MARKS.map((mark) => markAt(mark, foot)).join('\n  ')}
  ${workloads.map(bar).join('\n  ')}
</svg>
`
}

function markAt (ratio: number, foot: number): string {
  const x = position(ratio)
  const line = `<line class="mark" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${foot}"/>`
  return `${line}<text class="quiet" x="${x}" y="${foot + 18}" text-anchor="middle">${ratio}</text>`
}

function bar ({ title, ratio, perSecond }: WorkloadResult, number: number): string {
  const y = TOP + number * ROW
  const middle = y + BAR / 2 + 4.5
  const width = Math.max(1, position(Math.min(ratio, 1)) - position(0))
  return `<text x="${position(0) - 12}" y="${middle}" text-anchor="end">${escaped(title)}</text>` +
    `<rect class="bar" x="${position(0)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>` +
    `<text x="${WIDTH - PADDING - 84}" y="${middle}" text-anchor="end">${ratio.toFixed(2)}</text>` +
    `<text class="quiet" x="${WIDTH - PADDING}" y="${middle}" text-anchor="end">${formatted(perSecond)}/s</text>`
}

function position (ratio: number): number {
  return PADDING + LABELS + ratio * BARS
}

function escaped (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
