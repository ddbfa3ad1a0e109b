import { stat } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from '../own/program.js'
import { bytesOf } from '../types/bytes.js'

/** Resolution of the first page in dots per inch (docs/contract/files.md §5). */
const DOTS_PER_INCH = 150

/** Maximum for the longer side, because a page may claim to be a kilometre wide. */
const SIDE_MAX_PIXELS = 5000

const POINTS_PER_INCH = 72

/** `startxref` must be this near to the end of a PDF (ISO 32000-1 §7.5.5), with a margin. */
const TAIL_BYTES = 4096

/**
 * Draws the crop box of a PDF's first page into `folder`, with poppler's `pdfinfo` and `pdftoppm`.
 *
 * @returns the path of a PNG; null when poppler is not installed or cannot draw the file.
 */
export async function drawPdfPage (file: string, folder: string): Promise<string | null> {
  // Poppler would draw a truncated file, often as a blank page.
  if (!await isWhole(file)) return null
  const about = await runProgram('pdfinfo', ['-f', '1', '-l', '1', file])
  const [, width, height] = /^Page +1 size: +([\d.]+) x ([\d.]+) pts/m.exec(about ?? '') ?? []
  if (width === undefined || height === undefined) return null
  const inches = Math.max(Number(width), Number(height)) / POINTS_PER_INCH
  const resolution = Math.min(DOTS_PER_INCH, SIDE_MAX_PIXELS / inches)
  const page = path.join(folder, 'page')
  const drawn = await runProgram('pdftoppm', [
    '-png', '-singlefile', '-cropbox', '-f', '1', '-l', '1', '-r', resolution.toFixed(3), file, page
  ])
  return typeof drawn === 'string' ? `${page}.png` : null
}

async function isWhole (path: string): Promise<boolean> {
  const { size } = await stat(path)
  return (await bytesOf(path, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)).includes('startxref')
}
