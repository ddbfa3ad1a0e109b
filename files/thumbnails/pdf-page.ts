import { open } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from './program.js'

/** Dots per inch of the first page (files.md §5). */
const RESOLUTION = 150

/** Longest side of a page in pixels: a page may claim to be a kilometre wide. */
const LONGEST = 5000

const POINTS_PER_INCH = 72

/** Bytes at the end of a PDF in which `startxref` must stand (ISO 32000-1 §7.5.5), generously. */
const TAIL = 4096

/**
 * Draws the crop box of a PDF's first page into `folder`, with poppler's `pdfinfo` and `pdftoppm`.
 * @returns the path of a PNG, or null when there are no such programs or the file is not one they can draw
 */
export async function drawPdfPage (file: string, folder: string): Promise<string | null> {
  // Poppler makes something of a file cut short, often a blank page.
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
