export const WIDTH = 860
const PADDING = 24
const LABELS = 300
const FIGURES = 130
const BARS = WIDTH - 2 * PADDING - LABELS - FIGURES
const ROW = 24
const BAR = 14
const HEAD = 60
const FOOT = 34

/** Bars with a scale below. */
export interface Panel {
  title: string
  subtitle: string
  rows: readonly Row[]
  /** Marks of the scale, with their place. */
  marks: ReadonlyArray<{ text: string, share: number }>
}

interface Row {
  label: string
  /** Length of the bar; 1 is the end of the scale. */
  share: number
  figure: string
  /** A figure that matters less. */
  aside: string
}

export function heightOf ({ rows }: Panel): number {
  return HEAD + rows.length * ROW + FOOT
}

/** A panel in SVG. @param top where it begins. */
export function panel ({ title, subtitle, rows, marks }: Panel, top: number): string {
  const first = top + HEAD
  const foot = first + rows.length * ROW
  return [
    `<text class="title" x="${PADDING}" y="${top + 18}">${escaped(title)}</text>`,
    `<text class="quiet" x="${PADDING}" y="${top + 38}">${escaped(subtitle)}</text>`,
    ...marks.map(({ text, share }) => {
      const x = position(share).toFixed(1)
      const line = `<line class="mark" x1="${x}" x2="${x}" y1="${first - 6}" y2="${foot}"/>`
      return `${line}<text class="quiet" x="${x}" y="${foot + 18}" text-anchor="middle">${text}</text>`
    }),
    ...rows.map((row, number) => bar(row, first + number * ROW))
  ].join('\n  ')
}

function bar ({ label, share, figure, aside }: Row, y: number): string {
  const middle = y + BAR / 2 + 4.5
  const width = Math.max(1, position(Math.min(share, 1)) - position(0))
  return `<text x="${position(0) - 12}" y="${middle}" text-anchor="end">${escaped(label)}</text>` +
    `<rect class="bar" x="${position(0)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>` +
    `<text x="${WIDTH - PADDING - 84}" y="${middle}" text-anchor="end">${figure}</text>` +
    `<text class="quiet" x="${WIDTH - PADDING}" y="${middle}" text-anchor="end">${aside}</text>`
}

function position (share: number): number {
  return PADDING + LABELS + share * BARS
}

export function escaped (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
