import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { draw, type Drawing } from '../../files/images/draw.js'
import { onLevel, writePyramid, writtenLevels } from '../../files/images/pyramid.js'
import { oriented, pngBomb, quadrants } from './fixtures/pictures.js'
import { temporaryFolder } from '../helper.js'

const folder = await temporaryFolder(t)

const drawingOf = (left: number, top: number, width: number, height: number, to: [number, number]): Drawing => ({
  region: { left, top, width, height },
  isWhole: false,
  width: to[0],
  height: to[1],
  isMirrored: false,
  degrees: 0,
  quality: 'default',
  format: 'png'
})

const pixelsOf = async (png: Buffer): Promise<Buffer> => await sharp(png).removeAlpha().raw().toBuffer()

t.test('parts of a pyramid are those of the upright picture, at every scale and size', async (t) => {
  // Sides that do not halve evenly, and one that leaves a level of just one tile.
  for (const [width, height, orientation] of [[1501, 1025, 1], [1025, 700, 6], [513, 300, 1]] as const) {
    const file = path.join(folder, `${width}.jpg`)
    const pyramid = path.join(folder, `${width}.tif`)
    await sharp(await oriented(await quadrants(width, height), orientation)).withMetadata({ orientation }).toFile(file)
    await writePyramid(file, 'image/jpeg', pyramid)
    for (const factor of [1, 1.5, 2, 3, 4, 8, 16]) {
      for (const [left, top] of [[0, 0], [Math.floor(width / 3), Math.floor(height / 3)]] as const) {
        const [wide, high] = [width - left, height - top]
        const drawing = drawingOf(left, top, wide, high, [Math.ceil(wide / factor), Math.ceil(height / factor)])
        const { level, drawing: part } = onLevel(drawing, writtenLevels({ width, height }))
        const made = await pixelsOf(await draw(pyramid, part, level))
        const direct = await pixelsOf(await draw(file, drawing))
        const sum = made.reduce((sum, value, at) => sum + Math.abs(value - direct[at]!), 0)
        t.ok(made.length === direct.length && sum / made.length < 2, `${width} ${factor} ${left}: ${sum / made.length}`)
      }
    }
  }
})

t.test('a picture with transparent parts keeps them', async (t) => {
  const file = path.join(folder, 'clear.png')
  const background = { r: 200, g: 10, b: 10, alpha: 0.5 }
  await sharp({ create: { width: 700, height: 600, channels: 4, background } }).png().toFile(file)
  await writePyramid(file, 'image/png', `${file}.tif`)
  const png = await draw(`${file}.tif`, drawingOf(0, 0, 100, 100, [50, 50]), 0)
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  t.equal(info.channels, 4)
  t.ok(Math.abs(data[3]! - 128) <= 1)
})

t.test('a damaged file, or one beyond the limit, has none', async (t) => {
  const file = path.join(folder, 'cut.jpg')
  const whole = await sharp(await quadrants(600, 400)).jpeg().toBuffer()
  await writeFile(file, whole.subarray(0, 2000))
  await t.rejects(writePyramid(file, 'image/jpeg', `${file}.tif`), { message: /./ })
  await writeFile(file, pngBomb(17_000, 17_000))
  await t.rejects(writePyramid(file, 'image/png', `${file}.tif`), { message: /limit/ })
})
