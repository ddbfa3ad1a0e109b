import { bytesOf } from '../types/bytes.js'

interface Size { width: number, height: number }

/** Levels that are looked at: each halves the sides, so that 16 are more than any picture needs. */
const LEVELS_MAX = 16

/** Entries of a directory that are read; usual ones have about 20. */
const ENTRIES_MAX = 500

/** Longest side of a tile in pixels: a tile is decoded as a whole. */
const TILE_MAX_SIDE = 4096

/** Pixels of the smallest level, which is decoded as a whole. */
const LAST_MAX_PIXELS = 2048 * 2048

const TAGS = { width: 256, height: 257, orientation: 274, tileWidth: 322, tileHeight: 323 } as const
const NAMES = new Map(Object.entries(TAGS).map(([name, tag]) => [tag, name as keyof typeof TAGS]))

/** Types of TIFF for whole numbers, with the bytes that each takes. */
const BYTES = new Map([[3, 2], [4, 4], [16, 8]])

type Facts = Partial<Record<keyof typeof TAGS, number>>

/**
 * The sizes of the levels of a TIFF that is a pyramid of tiles: the whole picture first, each of the next half as large
 * as the one before. Its parts can be read at every scale without decoding it as a whole, however large it is.
 *
 * @param path of any file.
 * @returns undefined for other files, and for pyramids that are stored in rows, turned, or without small levels.
 */
export async function tiffLevels (path: string): Promise<Size[] | undefined> {
  const levels: Size[] = []
  for await (const { width = 0, height = 0, orientation = 1, tileWidth = Infinity, tileHeight = Infinity } of
    directoriesOf(path)) {
    const before = levels.at(-1)
    const isLevel = before === undefined || (isHalf(width, before.width) && isHalf(height, before.height))
    if (!isLevel || orientation !== 1 || Math.max(tileWidth, tileHeight) > TILE_MAX_SIDE) break
    levels.push({ width, height })
  }
  const last = levels.at(-1)
  return levels.length > 1 && last!.width * last!.height <= LAST_MAX_PIXELS ? levels : undefined
}

const isHalf = (side: number, of: number): boolean => side >= 1 && Math.abs(side - of / 2) <= 1

/** The directories of a TIFF, one for each page or level, in their order; none for other files. */
async function * directoriesOf (path: string): AsyncGenerator<Facts> {
  const head = await bytesOf(path, 0, 16)
  const order = head.toString('latin1', 0, 2)
  if (head.length < 16 || (order !== 'II' && order !== 'MM')) return
  const isLittle = order === 'II'
  const number = (bytes: Buffer, at: number, length: number): number => length === 8
    ? Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
    : isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length)
  const version = number(head, 2, 2)
  if (version !== 42 && version !== 43) return
  // BigTIFF has addresses and counts of eight bytes.
  const isBig = version === 43
  const [address, counted] = isBig ? [8, 8] : [4, 2]
  const entry = 4 + 2 * address
  let at = number(head, isBig ? 8 : 4, address)
  for (let level = 0; level < LEVELS_MAX && at !== 0; level++) {
    if (!Number.isSafeInteger(at)) return
    const start = await bytesOf(path, at, counted)
    if (start.length < counted) return
    const count = number(start, 0, counted)
    if (count > ENTRIES_MAX) return
    const entries = await bytesOf(path, at + counted, count * entry + address)
    if (entries.length < count * entry + address) return
    const facts: Facts = {}
    for (let from = 0; from < count * entry; from += entry) {
      const name = NAMES.get(number(entries, from, 2) as 256)
      const length = BYTES.get(number(entries, from + 2, 2))
      if (name !== undefined && length !== undefined) facts[name] = number(entries, from + 4 + address, length)
    }
    yield facts
    at = number(entries, count * entry, address)
  }
}
