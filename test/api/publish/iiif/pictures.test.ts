import path from 'node:path'
import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { canonicalOf, drawingOf } from '../../../../api/publish/iiif/image/request.js'
import { draw } from '../../../../files/images/draw.js'
import { temporaryFolder, thrown } from '../../../helper.js'
import { oriented, QUADRANTS, quadrants } from '../../../files/fixtures/pictures.js'

const WIDTH = 300
const HEIGHT = 200
const LIMITS = { side: 1000, area: 500_000 }

interface Raw { data: Buffer, info: { width: number, height: number, channels: 1 | 2 | 3 | 4 } }

const rawOf = async (picture: Sharp): Promise<Raw> => {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: info.channels as 3 } }
}

/** A picture in which no two neighbours are alike, so that every shift shows. */
async function pattern (): Promise<Raw> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      data.set([x * 255 / WIDTH, y * 255 / HEIGHT, ((x >> 4) + (y >> 4)) % 2 * 200], (y * WIDTH + x) * 3)
    }
  }
  return { data, info: { width: WIDTH, height: HEIGHT, channels: 3 } }
}

/** Cuts and turns byte by byte, with nothing of the program. */
function cut ({ data, info }: Raw, left: number, top: number, width: number, height: number): Raw {
  const { channels } = info
  const out = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * info.width + left) * channels
    data.copy(out, y * width * channels, from, from + width * channels)
  }
  return { data: out, info: { width, height, channels } }
}

const scale = async ({ data, info }: Raw, width: number, height: number): Promise<Raw> =>
  await rawOf(sharp(data, { raw: info }).resize({ width, height, fit: 'fill' }))

function moved (
  { data, info: { width, height, channels } }: Raw, to: (x: number, y: number) => [number, number], turned = false
): Raw {
  const out = Buffer.alloc(data.length)
  const wide = turned ? height : width
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [newX, newY] = to(x, y)
      data.copy(out, (newY * wide + newX) * channels, (y * width + x) * channels, (y * width + x + 1) * channels)
    }
  }
  return { data: out, info: { width: wide, height: turned ? width : height, channels } }
}

const mirror = (raw: Raw): Raw => moved(raw, (x, y) => [raw.info.width - 1 - x, y])
const clockwise = (raw: Raw): Raw => moved(raw, (x, y) => [raw.info.height - 1 - y, x], true)

/** Mean and largest difference of their bytes. */
function difference (a: Raw, b: Raw): [mean: number, most: number] {
  let sum = 0
  let most = 0
  for (let i = 0; i < a.data.length; i++) {
    const each = Math.abs(a.data[i]! - b.data[i]!)
    sum += each
    most = Math.max(most, each)
  }
  return [sum / a.data.length, most]
}

const whole = { width: WIDTH, height: HEIGHT }
const drawingFor = (address: string, version: 2 | 3 = 3) => {
  const [region, size, rotation, file] = address.split('/') as [string, string, string, string]
  return drawingOf({ region, size, rotation, file }, version, whole, LIMITS)
}

const source = await pattern()
const folder = await temporaryFolder(t)
const picture = path.join(folder, 'picture.png')
await sharp(source.data, { raw: source.info }).png().toFile(picture)

const drawn = async (address: string, version: 2 | 3 = 3): Promise<Raw> =>
  await rawOf(sharp(await draw(picture, drawingFor(address, version))))

/** Every feature of level 2, and further ones: an address, and the expected picture, made in another way. */
const FEATURES: Array<[address: string, expected: (source: Raw) => Raw | Promise<Raw>]> = [
  ['full/max/0/default.png', (raw) => raw],
  ['square/max/0/default.png', (raw) => cut(raw, 50, 0, 200, 200)],
  ['10,20,100,50/max/0/default.png', (raw) => cut(raw, 10, 20, 100, 50)],
  // What is beyond the edge is left out.
  ['250,150,100,100/max/0/default.png', (raw) => cut(raw, 250, 150, 50, 50)],
  ['pct:10,20,50,25/max/0/default.png', (raw) => cut(raw, 30, 40, 150, 50)],
  ['pct:33.3,0,100,100/max/0/default.png', (raw) => cut(raw, 100, 0, 200, 200)],
  ['full/150,/0/default.png', async (raw) => await scale(raw, 150, 100)],
  ['full/,50/0/default.png', async (raw) => await scale(raw, 75, 50)],
  ['full/pct:25/0/default.png', async (raw) => await scale(raw, 75, 50)],
  ['full/60,90/0/default.png', async (raw) => await scale(raw, 60, 90)],
  ['full/!60,90/0/default.png', async (raw) => await scale(raw, 60, 40)],
  ['full/!900,50/0/default.png', async (raw) => await scale(raw, 75, 50)],
  // The best fit never enlarges unless it may.
  ['full/!900,900/0/default.png', (raw) => raw],
  ['full/^!600,900/0/default.png', async (raw) => await scale(raw, 600, 400)],
  ['full/^450,/0/default.png', async (raw) => await scale(raw, 450, 300)],
  ['full/^,400/0/default.png', async (raw) => await scale(raw, 600, 400)],
  ['full/^pct:150/0/default.png', async (raw) => await scale(raw, 450, 300)],
  ['full/^400,100/0/default.png', async (raw) => await scale(raw, 400, 100)],
  ['full/^max/0/default.png', async (raw) => await scale(raw, 866, 577)],
  ['0,0,128,128/64,/0/default.png', async (raw) => await scale(cut(raw, 0, 0, 128, 128), 64, 64)],
  ['full/max/90/default.png', clockwise],
  ['full/max/180/default.png', (raw) => clockwise(clockwise(raw))],
  ['full/max/270/default.png', (raw) => clockwise(clockwise(clockwise(raw)))],
  ['full/max/360/default.png', (raw) => raw],
  ['full/max/!0/default.png', mirror],
  // Mirrored first, turned then.
  ['full/max/!90/default.png', (raw) => clockwise(mirror(raw))],
  ['20,10,100,60/50,/!270/default.png', async (raw) =>
    clockwise(clockwise(clockwise(mirror(await scale(cut(raw, 20, 10, 100, 60), 50, 30)))))],
  ['full/max/0/color.png', (raw) => raw]
]

for (const [address, expected] of FEATURES) {
  t.test(`${address} gives exactly the described pixels`, async (t) => {
    const made = await drawn(address)
    const other = await expected(source)
    t.same([made.info.width, made.info.height, made.info.channels], [other.info.width, other.info.height, 3])
    const [mean, most] = difference(made, other)
    t.ok(mean < 0.6 && most <= 3, `differs by ${mean} on average, ${most} at most`)
  })
}

t.test('gray has one channel, bitonal two values', async (t) => {
  const one = async (address: string): Promise<Raw> => {
    const bytes = await draw(picture, drawingFor(address))
    t.equal((await sharp(bytes).metadata()).channels, 1)
    return await rawOf(sharp(bytes).toColourspace('b-w'))
  }
  const expected = await rawOf(sharp(source.data, { raw: source.info }).toColourspace('b-w'))
  t.ok(difference(await one('full/max/0/gray.png'), expected)[0] < 1)
  t.same([...new Set((await one('full/max/0/bitonal.png')).data)].sort(), [0, 255])
})

t.test('a picture has the format that its address names', async (t) => {
  for (const [name, format] of [['jpg', 'jpeg'], ['png', 'png'], ['webp', 'webp']] as const) {
    const bytes = await draw(picture, drawingFor(`full/150,/0/default.${name}`))
    const { format: found, width, height } = await sharp(bytes).metadata()
    t.same([found, width, height], [format, 150, 100])
    const { data, info } = await scale(source, 150, 100)
    const other = await sharp(data, { raw: info })[format](format === 'png' ? {} : { quality: 85 }).toBuffer()
    const [mean] = difference(await rawOf(sharp(bytes)), await rawOf(sharp(other)))
    t.ok(mean < 1, `differs by ${mean} on average`)
  }
})

t.test('turned by other angles, a picture keeps its middle, and its corners are empty', async (t) => {
  const png = await rawOf(sharp(await draw(picture, drawingFor('square/max/45/default.png'))))
  t.ok(Math.abs(png.info.width - 283) <= 1 && png.info.width === png.info.height)
  t.equal(png.info.channels, 4)
  t.equal(png.data[3], 0)
  const jpg = await rawOf(sharp(await draw(picture, drawingFor('square/max/45/default.jpg'))))
  t.ok([...jpg.data.subarray(0, 3)].every((value) => value > 250))
})

t.test('parts are cut from the upright picture, whatever its EXIF orientation', async (t) => {
  const upright = await quadrants(160, 120)
  for (let orientation = 1; orientation <= 8; orientation++) {
    const file = path.join(folder, `oriented-${orientation}.jpg`)
    await writeFile(file, await oriented(upright, orientation))
    for (const [at, colour] of QUADRANTS.entries()) {
      const address = { region: `${at % 2 * 80},${Math.floor(at / 2) * 60},80,60`, size: '8,', rotation: '0', file: 'default.png' }
      const drawing = drawingOf(address, 3, { width: 160, height: 120 }, LIMITS)
      const { data, info } = await rawOf(sharp(await draw(file, drawing)))
      t.same([info.width, info.height], [8, 6])
      const middle = (3 * 8 + 4) * 3
      t.ok(colour.every((value, i) => Math.abs(value - data[middle + i]!) < 14), `quadrant ${at}, orientation ${orientation}`)
    }
  }
})

t.test('all addresses of one picture have one canonical form', async (t) => {
  const canonical = (address: string, version: 2 | 3 = 3): string =>
    canonicalOf(drawingFor(address, version), LIMITS, version)
  for (const [address, expected] of [
    ['full/max/0/default.jpg', 'full/max/0/default.jpg'],
    ['0,0,300,200/300,200/360/color.jpg', 'full/max/0/default.jpg'],
    ['pct:0,0,100,100/pct:100/0.0/default.jpg', 'full/max/0/default.jpg'],
    ['square/100,/0/gray.png', '50,0,200,200/100,100/0/gray.png'],
    ['full/^600,/!22.50/default.jpg', 'full/^600,400/!22.5/default.jpg']
  ]) t.equal(canonical(address!), expected)
  t.equal(canonical('full/150,/0/default.jpg', 2), 'full/150,/0/default.jpg')
  t.equal(canonical('full/150,100/0/default.jpg', 2), 'full/150,/0/default.jpg')
  t.equal(canonical('full/300,/0/default.jpg', 2), 'full/full/0/default.jpg')
  t.equal(canonical('full/60,90/0/default.jpg', 2), 'full/60,90/0/default.jpg')
})

t.test('version 2 knows full, and sizes above it without a sign', async (t) => {
  t.same((await drawn('full/full/0/default.png', 2)).info, source.info)
  t.same((await drawn('full/600,/0/default.png', 2)).info, { width: 600, height: 400, channels: 3 })
  t.match(thrown(() => drawingFor('full/^600,/0/default.png', 2)), { kind: 'bad-request' })
})

t.test('a request that is malformed, outside the picture or too large is refused, and the error names the part', async (t) => {
  const refused: Array<[address: string, kind: string, message: RegExp]> = [
    ['1,2,3/max/0/default.jpg', 'bad-request', /region "1,2,3" is malformed/],
    ['-1,0,10,10/max/0/default.jpg', 'bad-request', /region/],
    ['1.5,0,10,10/max/0/default.jpg', 'bad-request', /region/],
    ['0,0,0,10/max/0/default.jpg', 'bad-request', /region "0,0,0,10" is empty/],
    ['pct:0,0,0,10/max/0/default.jpg', 'bad-request', /empty/],
    ['300,0,10,10/max/0/default.jpg', 'bad-request', /outside the picture of 300 × 200/],
    ['pct:100,0,10,10/max/0/default.jpg', 'bad-request', /outside/],
    ['9999999999,0,10,10/max/0/default.jpg', 'bad-request', /region/],
    ['circle/max/0/default.jpg', 'bad-request', /region "circle"/],
    ['full/full/0/default.jpg', 'bad-request', /size "full"/],
    ['full/,/0/default.jpg', 'bad-request', /size ","/],
    ['full/!100,/0/default.jpg', 'bad-request', /size/],
    ['full/0,10/0/default.jpg', 'bad-request', /size/],
    ['full/pct:0/0/default.jpg', 'bad-request', /size/],
    ['full/pct:x/0/default.jpg', 'bad-request', /size/],
    ['full/1e3,/0/default.jpg', 'bad-request', /size/],
    ['full/301,/0/default.jpg', 'bad-request', /larger than the region of 300 × 200 pixels.*\^/],
    ['full/pct:101/0/default.jpg', 'bad-request', /larger/],
    ['full/^1001,/0/default.jpg', 'bad-request', /more than is drawn: 1000 pixels a side, 500000/],
    ['full/^900,900/0/default.jpg', 'bad-request', /500000 in all/],
    ['full/^999999999,999999999/0/default.jpg', 'bad-request', /more than/],
    ['full/^860,570/45/default.jpg', 'bad-request', /Turned by 45 degrees/],
    ['full/max/361/default.jpg', 'bad-request', /rotation "361"/],
    ['full/max/-90/default.jpg', 'bad-request', /rotation/],
    ['full/max/!/default.jpg', 'bad-request', /rotation/],
    ['full/max/0/native.jpg', 'bad-request', /quality "native"/],
    ['full/max/0/default', 'bad-request', /format ""/],
    ['full/max/0/default.jpg.png', 'bad-request', /format "jpg.png"/],
    ['full/max/0/default.exe', 'bad-request', /format "exe"/],
    ['full/max/0/default.constructor', 'bad-request', /format/],
    ['full/max/0/default.tif', 'not-supported', /format tif/],
    ['full/max/0/default.jp2', 'not-supported', /jp2/]
  ]
  for (const [address, kind, message] of refused) t.match(thrown(() => drawingFor(address)), { kind, message }, address)
})

t.test('a scaled picture has at least one pixel', async (t) => {
  t.same((await drawn('0,0,300,1/10,/0/default.png')).info, { width: 10, height: 1, channels: 3 })
  t.same((await drawn('full/pct:0.001/0/default.png')).info, { width: 1, height: 1, channels: 3 })
})
