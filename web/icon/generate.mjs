// Draws the mark into web/assets/favicon.ico, in the sizes that browsers ask for. Run it after changing the mark:
//   node web/icon/generate.mjs
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** Sides in pixels. */
const SIZES = [16, 32, 48]

/** Bytes of the head of an ICO file, and of its entry for each picture. */
const HEAD = 6
const ENTRY = 16

const ASSETS = path.join(import.meta.dirname, '..', 'assets')

const mark = await readFile(path.join(ASSETS, 'mark.svg'))
const pictures = await Promise.all(SIZES.map(async (size) =>
  await sharp(mark, { density: 288 }).resize(size, size).png({ effort: 10 }).toBuffer()))

const head = Buffer.alloc(HEAD + ENTRY * SIZES.length)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(SIZES.length, 4)
let offset = head.length
for (const [at, picture] of pictures.entries()) {
  const entry = HEAD + ENTRY * at
  head.writeUInt8(SIZES[at], entry)
  head.writeUInt8(SIZES[at], entry + 1)
  head.writeUInt16LE(1, entry + 4)
  head.writeUInt16LE(32, entry + 6)
  head.writeUInt32LE(picture.length, entry + 8)
  head.writeUInt32LE(offset, entry + 12)
  offset += picture.length
}
await writeFile(path.join(ASSETS, 'favicon.ico'), Buffer.concat([head, ...pictures]))
