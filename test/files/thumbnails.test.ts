import { execFileSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { measurePicture } from '../../files/images/measure.js'
import { metadataOf } from '../../files/images/sharp.js'
import { makeThumbnails, type Thumbnails } from '../../files/thumbnails/thumbnails.js'
import { filesSettings } from './fixtures/settings.js'
import { gifBomb, oriented, pdf, pngBomb, QUADRANTS, quadrants } from './fixtures/pictures.js'
import { temporaryFolder } from '../helper.js'
import { without } from '../programs.js'

const folder = await temporaryFolder(t)
const settings = { ...filesSettings, temporaryFolder: folder }

const thumbnailsOfFile = async (file: string, mediaType: string, sizes = settings): Promise<Thumbnails | null> =>
  await makeThumbnails(file, mediaType, await metadataOf(file), sizes)

let count = 0
const thumbnailsOf = async (bytes: string | Buffer, mediaType: string): Promise<Thumbnails | null> => {
  const file = path.join(folder, `source-${++count}`)
  await writeFile(file, bytes)
  return await thumbnailsOfFile(file, mediaType)
}

const sizesOf = async (thumbnails: Thumbnails | null): Promise<Record<string, string> | null> => {
  if (thumbnails === null) return null
  const sizes: Record<string, string> = {}
  for (const [type, bytes] of Object.entries(thumbnails) as Array<[string, Buffer]>) {
    const { format, width, height, channels, space } = await sharp(bytes).metadata()
    sizes[type] = `${format} ${width}x${height} ${channels === 3 ? '' : channels}${space}`
  }
  return sizes
}

/** The colour at a point given in parts of width and height. */
const colourAt = async (picture: Buffer, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}

const near = (a: readonly number[], b: readonly number[], tolerance = 14): boolean =>
  b.every((value, i) => Math.abs(value - (a[i] ?? NaN)) <= tolerance)

const isUpright = async (picture: Buffer): Promise<boolean> => {
  const found = await Promise.all(
    [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75]
    ].map(async ([x = 0, y = 0]) => await colourAt(picture, x, y))
  )
  return QUADRANTS.every((colour, i) => near(found[i] ?? [], colour))
}

t.test('large fits 800, medium 200, square is 200 by 200, all JPEG', async (t) => {
  t.same(await sizesOf(await thumbnailsOf(await quadrants(2000, 1000), 'image/png')), {
    large: 'jpeg 800x400 srgb', medium: 'jpeg 200x100 srgb', square: 'jpeg 200x200 srgb'
  })
  t.same(await sizesOf(await thumbnailsOf(await quadrants(500, 1500), 'image/png')), {
    large: 'jpeg 267x800 srgb', medium: 'jpeg 67x200 srgb', square: 'jpeg 200x200 srgb'
  })
})

t.test('only the square is ever enlarged', async (t) => {
  t.same(await sizesOf(await thumbnailsOf(await quadrants(300, 90), 'image/png')), {
    large: 'jpeg 300x90 srgb', medium: 'jpeg 200x60 srgb', square: 'jpeg 200x200 srgb'
  })
  t.same(await sizesOf(await thumbnailsOf(await quadrants(1, 1), 'image/png')), {
    large: 'jpeg 1x1 srgb', medium: 'jpeg 1x1 srgb', square: 'jpeg 200x200 srgb'
  })
})

t.test('the sizes are settings', async (t) => {
  const file = path.join(folder, 'sizes')
  await writeFile(file, await quadrants(2000, 1000))
  t.same(
    await sizesOf(
      await thumbnailsOfFile(file, 'image/png', {
        ...settings,
        thumbnailLarge: 1200,
        thumbnailMedium: 400,
        thumbnailSquare: 120
      })
    ),
    {
      large: 'jpeg 1200x600 srgb',
      medium: 'jpeg 400x200 srgb',
      square: 'jpeg 120x120 srgb'
    }
  )
})

t.test('every EXIF orientation comes out upright', async (t) => {
  const picture = await quadrants(400, 200)
  for (let orientation = 1; orientation <= 8; orientation++) {
    const thumbnails = await thumbnailsOf(await oriented(picture, orientation), 'image/jpeg')
    t.match(
      await sizesOf(thumbnails),
      { large: 'jpeg 400x200 srgb', medium: 'jpeg 200x100 srgb' },
      `size with orientation ${orientation}`
    )
    for (const [type, bytes] of Object.entries(thumbnails ?? {}) as Array<[string, Buffer]>) {
      t.ok(await isUpright(bytes), `${type} with orientation ${orientation}`)
      t.equal((await sharp(bytes).metadata()).orientation, undefined)
    }
  }
})

t.test('the square of a panorama is cut from its middle, and sharp', async (t) => {
  const stripes = sharp({ create: { width: 4000, height: 300, channels: 3, background: '#000' } })
    .composite([{ input: { create: { width: 4, height: 300, channels: 3, background: '#fff' } }, left: 1998, top: 0 }])
  const thumbnails = await thumbnailsOf(await stripes.png().toBuffer(), 'image/png')
  t.same(await sizesOf(thumbnails), {
    large: 'jpeg 800x60 srgb',
    medium: 'jpeg 200x15 srgb',
    square: 'jpeg 200x200 srgb'
  })
  t.ok(
    thumbnails !== null && (await colourAt(thumbnails.square, 0.5, 0.5)).every((value) => value > 200),
    'a line four pixels wide stays white'
  )
  t.ok(
    thumbnails !== null && (await colourAt(thumbnails.square, 0.46, 0.5)).every((value) => value < 30),
    'and its surroundings black'
  )
})

t.test('an endless strip needs no endless memory', async (t) => {
  t.same(await sizesOf(await thumbnailsOf(pngBomb(40_000, 100), 'image/png')), {
    large: 'jpeg 800x2 srgb', medium: 'jpeg 200x1 srgb', square: 'jpeg 200x200 srgb'
  })
})

t.test('transparency becomes white', async (t) => {
  const clear = sharp({
    create: { width: 300, height: 300, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } }
  })
  for (const format of ['png', 'webp', 'gif'] as const) {
    const thumbnails = await thumbnailsOf(await clear.clone().toFormat(format).toBuffer(), `image/${format}`)
    t.ok(thumbnails !== null && near(await colourAt(thumbnails.large, 0.5, 0.5), [255, 255, 255]), format)
  }
  const grey = await clear.clone().toColourspace('b-w').png().toBuffer()
  t.ok(
    near(await colourAt((await thumbnailsOf(grey, 'image/png'))?.medium ?? Buffer.alloc(0), 0.5, 0.5), [255, 255, 255]),
    'grey with alpha'
  )
})

t.test('the first frame stands for an animation', async (t) => {
  const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(async (background) =>
    await sharp({ create: { width: 120, height: 80, channels: 3, background } }).png().toBuffer()))
  for (const format of ['gif', 'webp'] as const) {
    const animation = await sharp(frames, { join: { animated: true } }).toFormat(format).toBuffer()
    t.equal((await sharp(animation, { animated: true }).metadata()).pages, 3)
    const thumbnails = await thumbnailsOf(animation, `image/${format}`)
    t.same(await sizesOf(thumbnails), {
      large: 'jpeg 120x80 srgb',
      medium: 'jpeg 120x80 srgb',
      square: 'jpeg 200x200 srgb'
    })
    t.ok(thumbnails !== null && near(await colourAt(thumbnails.large, 0.5, 0.5), [254, 0, 0]), format)
  }
})

t.test('16 bits, CMYK, grey and palettes become sRGB', async (t) => {
  const picture = sharp(await quadrants(300, 300))
  const odd = {
    '16-bit PNG': await picture.clone().toColourspace('rgb16').png().toBuffer(),
    '16-bit TIFF': await picture.clone().toColourspace('rgb16').tiff().toBuffer(),
    'PNG with a palette': await picture.clone().png({ palette: true }).toBuffer(),
    'progressive JPEG': await picture.clone().jpeg({ progressive: true, quality: 95 }).toBuffer(),
    'TIFF with tiles': await picture.clone().tiff({ tile: true, compression: 'lzw' }).toBuffer()
  }
  for (const [what, bytes] of Object.entries(odd)) {
    const thumbnails = await thumbnailsOf(
      bytes,
      bytes.subarray(0, 2).equals(Buffer.from('II')) ? 'image/tiff' : 'image/png'
    )
    t.ok(thumbnails !== null && await isUpright(thumbnails.large), what)
  }
  const cmyk = await picture.clone().toColourspace('cmyk').jpeg().toBuffer()
  t.equal((await sharp(cmyk).metadata()).space, 'cmyk')
  const fromCmyk = await thumbnailsOf(cmyk, 'image/jpeg')
  t.same(await sizesOf(fromCmyk), {
    large: 'jpeg 300x300 srgb',
    medium: 'jpeg 200x200 srgb',
    square: 'jpeg 200x200 srgb'
  })
  t.ok(fromCmyk !== null && near(await colourAt(fromCmyk.large, 0.25, 0.25), QUADRANTS[0], 60), 'red is still red')
  const grey = await thumbnailsOf(await picture.clone().toColourspace('b-w').jpeg().toBuffer(), 'image/jpeg')
  t.equal((await sizesOf(grey))?.large, 'jpeg 300x300 srgb')
})

t.test('a picture that cannot be processed has no thumbnails, without an error', async (t) => {
  const jpeg = await sharp(await quadrants(600, 400)).jpeg().toBuffer()
  const unprocessable: Array<[what: string, bytes: string | Buffer, mediaType: string]> = [
    ['a JPEG cut short', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg'],
    ['a JPEG of which only the beginning is there', jpeg.subarray(0, 20), 'image/jpeg'],
    ['no bytes', '', 'image/jpeg'],
    ['text that calls itself a picture', 'not really a jpeg', 'image/jpeg'],
    ['text', 'text', 'text/plain'],
    ['sound', Buffer.from('ID3'), 'audio/mpeg'],
    ['a broken video', 'not really a video', 'video/mp4'],
    ['a broken PDF', '%PDF-1.4 and nothing else', 'application/pdf'],
    ['a PDF cut short', pdf(200, 200).replace(/xref.*/s, ''), 'application/pdf'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', 'image/svg+xml'],
    [
      'an SVG that calls itself a PNG to name other files',
      '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>',
      'image/png'
    ],
    ['a broken bitmap', 'BM', 'image/bmp']
  ]
  for (const [what, bytes, mediaType] of unprocessable) t.equal(await thumbnailsOf(bytes, mediaType), null, what)
  t.equal(
    await thumbnailsOfFile(path.join(folder, 'not there'), 'image/png'),
    null,
    'a file that is gone'
  )
})

t.test('a bomb of 30,000 by 30,000 pixels is refused before it takes memory', async (t) => {
  const bomb = pngBomb(30_000, 30_000)
  t.ok(bomb.length < 200_000, `${bomb.length} bytes`)
  const before = process.resourceUsage().maxRSS
  t.equal(await thumbnailsOf(bomb, 'image/png'), null)
  const taken = (process.resourceUsage().maxRSS - before) / 1024
  t.ok(taken < 100, `${taken.toFixed(0)} MB`)
})

t.test('a GIF of 35 bytes that claims a gigabyte is refused before it takes memory, even many at once', async (t) => {
  const before = process.resourceUsage().maxRSS
  const bombs = Array.from({ length: 6 }, async () => await thumbnailsOf(gifBomb(16_000, 16_000), 'image/gif'))
  t.same(await Promise.all(bombs), [null, null, null, null, null, null])
  const taken = (process.resourceUsage().maxRSS - before) / 1024
  t.ok(taken < 100, `${taken.toFixed(0)} MB`)
  t.match(await sizesOf(await thumbnailsOf(gifBomb(1600, 1600), 'image/gif')), { large: 'jpeg 800x800 srgb' })
})

t.test('rows of a million pixels are refused before they take memory', async (t) => {
  const before = process.resourceUsage().maxRSS
  t.equal(await thumbnailsOf(pngBomb(16_000_000, 16), 'image/png'), null)
  const taken = (process.resourceUsage().maxRSS - before) / 1024
  t.ok(taken < 100, `${taken.toFixed(0)} MB`)
  t.match(await sizesOf(await thumbnailsOf(pngBomb(100_000, 16), 'image/png')), { large: 'jpeg 800x1 srgb' })
})

t.test('an SVG is not read, however it is written: it may contain itself in parts of parts without end', async (t) => {
  const plain = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
  for (const written of [plain, ' '.repeat(900) + plain, `<!-- <SVG -->${plain}`, gzipSync(plain)]) {
    const file = path.join(folder, `source-${++count}`)
    await writeFile(file, written)
    t.equal(await measurePicture(file), null)
    t.equal(await measurePicture(Buffer.from(written)), null)
  }
})

t.test('of a GIF with millions of frames nothing is drawn', async (t) => {
  const frame = Buffer.from('2c00000000010001000002024c0100', 'hex')
  const frames = (count: number): Buffer =>
    Buffer.concat([gifBomb(10, 10).subarray(0, 19), Buffer.alloc(count * frame.length, frame), Buffer.from(';')])
  t.match(await sizesOf(await thumbnailsOf(frames(1000), 'image/gif')), { large: 'jpeg 10x10 srgb' })
  t.equal(await thumbnailsOf(frames(5_000_000), 'image/gif'), null)
})

t.test('large pictures are read row by row; formats that must be in memory as a whole have a lower limit', async (t) => {
  const plain = sharp({ create: { width: 8100, height: 8000, channels: 3, background: '#123' } })
  t.match(await sizesOf(await thumbnailsOf(await plain.jpeg().toBuffer(), 'image/jpeg')), {
    large: 'jpeg 800x790 srgb'
  })
  t.equal(await thumbnailsOf(await plain.jpeg({ progressive: true }).toBuffer(), 'image/jpeg'), null)
})

t.test('the first page of a PDF', { skip: without('pdftoppm') }, async (t) => {
  const thumbnails = await thumbnailsOf(pdf(216, 144), 'application/pdf')
  t.same(
    await sizesOf(thumbnails),
    { large: 'jpeg 450x300 srgb', medium: 'jpeg 200x133 srgb', square: 'jpeg 200x200 srgb' },
    'at 150 dots per inch'
  )
  t.ok(thumbnails !== null && near(await colourAt(thumbnails.large, 0.25, 0.75), [254, 0, 0]))
  t.ok(thumbnails !== null && near(await colourAt(thumbnails.large, 0.75, 0.25), [255, 255, 255]))
  const huge = await thumbnailsOf(pdf(14_400, 14_400), 'application/pdf')
  t.equal((await sizesOf(huge))?.large, 'jpeg 800x800 srgb', 'a page of five metres is drawn at fewer')
})

t.test('the first frame of a video, and formats sharp cannot read', { skip: without('ffmpeg') }, async (t) => {
  const make = (name: string, ...args: string[]): string => {
    const file = path.join(folder, name)
    execFileSync('ffmpeg', [
      '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', 'color=c=red:s=320x180:d=1',
      ...args,
      file
    ])
    return file
  }
  const expected = { large: 'jpeg 320x180 srgb', medium: 'jpeg 200x113 srgb', square: 'jpeg 200x200 srgb' }
  t.same(await sizesOf(await thumbnailsOfFile(make('video.mp4'), 'video/mp4')), expected, 'MP4')
  t.same(await sizesOf(await thumbnailsOfFile(make('video.webm'), 'video/webm')), expected, 'WebM')
  t.same(
    await sizesOf(await thumbnailsOfFile(make('picture.bmp', '-frames:v', '1'), 'image/bmp')),
    expected,
    'BMP'
  )
  t.same(
    await sizesOf(await thumbnailsOfFile(make('picture.jp2', '-frames:v', '1'), 'image/jp2')),
    expected,
    'JPEG 2000'
  )
})

t.test('without the programs there are no thumbnails, without an error', async (t) => {
  const { PATH } = process.env
  process.env.PATH = ''
  t.teardown(() => { process.env.PATH = PATH })
  t.equal(await thumbnailsOf(pdf(200, 200), 'application/pdf'), null)
  t.equal(await thumbnailsOf('a video', 'video/mp4'), null)
})

t.test('nothing is left in the temporary folder', async (t) => {
  t.same((await readdir(folder)).filter((name) => name.startsWith('thumbnail-')), [])
})
