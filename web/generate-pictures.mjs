// Draws pictures in web/assets/: the placeholders for media without thumbnails, and favicon.ico from mark.svg. Run it
// after changing them:
//   node web/generate-pictures.mjs
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const ASSETS = path.join(import.meta.dirname, 'assets')

/** Side in pixels: twice the square thumbnail, for high-resolution screens. */
const SIZE = 400

/** The symbol of each kind, drawn by one line in a square of 100 × 100. */
const GLYPHS = {
  // A sheet with a folded corner.
  default:
    '<path d="M33 24h23l13 13v39a3 3 0 0 1-3 3H34a3 3 0 0 1-3-3V27a3 3 0 0 1 2-3z"/><path d="M56 24v10a3 3 0 0 0 3 3h10"/><path d="M40 50h20M40 58h20M40 66h12"/>',
  // A picture of hills under the sun.
  image:
    '<rect x="24" y="29" width="52" height="42" rx="3"/><circle cx="60" cy="42" r="4.5"/><path d="M25 64l15-16 14 15 7-7 14 13"/>',
  // A strip of film with a play button.
  video:
    '<rect x="22" y="31" width="56" height="38" rx="3"/><path d="M31 31v38M69 31v38M22 43.5h9M22 56.5h9M69 43.5h9M69 56.5h9"/><path d="M45.5 42.5v15l12-7.500z"/>',
  // The waveform of a sound.
  audio: '<path d="M22 46v8M30 40v20M38 31v38M46 43v14M54 26v48M62 37v26M70 43v14M78 47v6"/>'
}

function drawing (glyph) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 100 100">
    <rect width="100" height="100" fill="#eceae6"/>
    <g fill="none" stroke="#7d7a74" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${glyph}</g>
  </svg>`
}

for (const [kind, glyph] of Object.entries(GLYPHS)) {
  await sharp(Buffer.from(drawing(glyph)), { density: 288 })
    .resize(SIZE, SIZE)
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(path.join(ASSETS, 'thumbnails', `${kind}.png`))
}

/** Sides of the icon in pixels, in the sizes that browsers request. */
const ICON_SIZES = [16, 32, 48]

/** Bytes of the head of an ICO file, and of its entry for each picture. */
const HEAD = 6
const ENTRY = 16

const mark = await readFile(path.join(ASSETS, 'mark.svg'))
const pictures = await Promise.all(ICON_SIZES.map(async (size) =>
  await sharp(mark, { density: 288 }).resize(size, size).png({ effort: 10 }).toBuffer()))

const head = Buffer.alloc(HEAD + ENTRY * ICON_SIZES.length)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(ICON_SIZES.length, 4)
let offset = head.length
for (const [at, picture] of pictures.entries()) {
  const entry = HEAD + ENTRY * at
  head.writeUInt8(ICON_SIZES[at], entry)
  head.writeUInt8(ICON_SIZES[at], entry + 1)
  head.writeUInt16LE(1, entry + 4)
  head.writeUInt16LE(32, entry + 6)
  head.writeUInt32LE(picture.length, entry + 8)
  head.writeUInt32LE(offset, entry + 12)
  offset += picture.length
}
await writeFile(path.join(ASSETS, 'favicon.ico'), Buffer.concat([head, ...pictures]))
