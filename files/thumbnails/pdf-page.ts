import { open } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from '../own/program.js'

/** Resolution of the first page in dots per inch (docs/contract/files.md §5). */
const RESOLUTION = 150

/** Maximal length of a page's longest side in pixels, because a page may claim to be a kilometre wide. */
const LONGEST = 5000

const POINTS_PER_INCH = 72

/** Bytes at the end of a PDF in which `startxref` must be (ISO 32000-1 §7.5.5), with a margin. */
const TAIL = 4096

/**
 * Draws the crop box of a PDF's first page into `folder`, with poppler's `pdfinfo` and `pdftoppm`.
 *
 * @returns the path of a PNG; null when poppler is not installed or cannot draw the file.
 */
export async function drawPdfPage (file: string, folder: string): Promise<string | null> {
  // Poppler would draw a truncated file all the same, often as a blank page.
  if (!await isWhole(file)) return null
  const about = await runProgram('pdfinfo', ['-f', '1', '-l', '1', file])
  const [, width, height] = /^Page +1 size: +([\d.]+) x ([\d.]+) pts/m.exec(about ?? '') ?? []
  if (width === undefined || height === undefined) return null
  const inches = Math.max(Number(width), Number(height)) / POINTS_PER_INCH
  const resolution = Math.min(RESOLUTION, LONGEST / inches)
  const page = path.join(folder, 'page')
  const drawn = await runProgram('pdftoppm', [
    '-png', '-singlefile', '-cropbox', '-f', '1', '-l', '1', '-r', resolution.toFixed(3), file, page
  ])
  return drawn === null ? null : `${page}.png`
}

async function isWhole (path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, Math.max(0, size - TAIL))
    return buffer.subarray(0, bytesRead).includes('startxref')
  } finally {
    await file.close()
  }
}
