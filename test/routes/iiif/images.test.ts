import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { build, temporaryFolder, type Server } from '../../helper.js'
import { packageFolder } from '../../../package.js'
import { gifBomb, pngBomb, quadrants, tiffPyramid } from '../../files/fixtures/pictures.js'
import { serveS3 } from '../../files/fixtures/servers.js'
import { file, sendForm, type Json } from '../../files/fixtures/uploads.js'
import { without } from '../../programs.js'
import { itemWith, jpegOf, mediaOf } from './fixtures.js'

const LEVEL_3 = '<http://iiif.io/api/image/3/level2.json>;rel="profile"'

/** Names of the pictures that are cached on disk. */
const kept = ({ api }: Pick<Server, 'api'>): string[] => {
  const folder = path.join(api.files.work.temporary, 'pictures')
  return readdirSync(folder).map((name) => path.join(folder, name))
}

const sizeOf = async ({ rawPayload }: { rawPayload: Buffer }): Promise<[number, number, string]> => {
  const { width, height, format } = await sharp(rawPayload).metadata()
  return [width, height, format]
}

t.test('a picture is drawn and sent also if the disk is too full to cache it', { skip: !existsSync('/dev/full') }, async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const [id] = mediaOf(await itemWith(server, as, [['a.jpg', await jpegOf(300, 200)]]))
  const folder = path.join(server.api.files.work.temporary, 'pictures')
  mkdirSync(folder, { recursive: true })
  // Whatever is written to this device is refused as by a full disk.
  symlinkSync('/dev/full', path.join(folder, '0'))
  const url = `/iiif/3/${id}/full/100,/0/default.jpg`
  const full = await server.send({ url })
  t.equal(full.statusCode, 200)
  t.same(await sizeOf(full), [100, 67, 'jpeg'])
  t.same(kept(server), [], 'nothing is left of it')
  t.same((await server.send({ url })).rawPayload, full.rawPayload)
  t.equal(kept(server).length, 1)
})

t.test('info.json describes possible requests, in both versions', async (t) => {
  const server = await build(t, { iiifMaxSide: 2000, iiifMaxArea: 1_000_000 })
  const as = await server.account('global_admin')
  const [id] = mediaOf(await itemWith(server, as, [['a.png', await quadrants(1500, 1000)]]))
  const three = await server.send({ url: `/iiif/3/${id}/info.json` })
  t.same(three.json(), {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: `http://localhost/iiif/3/${id}`,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width: 1500,
    height: 1000,
    maxWidth: 2000,
    maxHeight: 2000,
    maxArea: 1_000_000,
    sizes: [{ width: 188, height: 125 }, { width: 375, height: 250 }, { width: 750, height: 500 }],
    tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4] }],
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'rotationArbitrary', 'sizeUpscaling']
  })
  t.match(three.headers, {
    'content-type': 'application/json', 'access-control-allow-origin': '*', link: LEVEL_3, etag: /^"/, vary: /Accept/
  })
  const linked = await server.send({ url: `/iiif/3/${id}/info.json`, headers: { accept: 'application/ld+json' } })
  t.equal(linked.headers['content-type'], 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"')
  t.match((await server.send({ url: `/iiif/2/${id}/info.json` })).json(), {
    '@context': 'http://iiif.io/api/image/2/context.json',
    '@id': `http://localhost/iiif/2/${id}`,
    width: 1500,
    height: 1000,
    profile: ['http://iiif.io/api/image/2/level2.json', { formats: ['jpg', 'png', 'webp'], maxArea: 1_000_000 }]
  })
  for (const version of [2, 3]) {
    t.match(await server.send({ url: `/iiif/${version}/${id}` }), {
      statusCode: 303, headers: { location: `http://localhost/iiif/${version}/${id}/info.json` }
    })
  }
  // As large as may be: 1500 × 1000 are more pixels than are drawn.
  t.same(await sizeOf(await server.send({ url: `/iiif/3/${id}/full/max/0/default.jpg` })), [1224, 816, 'jpeg'])
  t.same(await sizeOf(await server.send({ url: `/iiif/2/${id}/full/full/0/default.jpg` })), [1224, 816, 'jpeg'])
})

t.test('tiles have a canonical address, a type and an entity tag', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const [id] = mediaOf(await itemWith(server, as, [['a.jpg', await jpegOf(1500, 1000)]]))
  const url = `/iiif/3/${id}/1024,512,512,512/476,488/0/color.jpg`
  const tile = await server.send({ url })
  t.equal(tile.statusCode, 200)
  t.same(await sizeOf(tile), [476, 488, 'jpeg'])
  t.match(tile.headers, {
    'content-type': 'image/jpeg',
    'content-length': String(tile.rawPayload.length),
    'access-control-allow-origin': '*',
    'cache-control': 'public, no-cache',
    link: `<http://localhost/iiif/3/${id}/1024,512,476,488/max/0/default.jpg>;rel="canonical", ${LEVEL_3}`
  })
  const etag = String(tile.headers.etag)
  t.match(await server.send({ url, headers: { 'if-none-match': etag } }), { statusCode: 304, payload: '' })
  t.equal((await server.send({ url: `/iiif/3/${id}/1024,512,476,488/max/0/default.jpg` })).headers.etag, etag)
  t.equal(kept(server).length, 1, 'both addresses name one picture')
  const other = await server.send({ url: `/iiif/3/${id}/full/%5E1600,/0/default.webp` })
  t.same(await sizeOf(other), [1600, 1067, 'webp'])
  t.match(other.headers.link, `<http://localhost/iiif/3/${id}/full/%5E1600,1067/0/default.webp>;rel="canonical"`)
  t.match(await server.send({ method: 'HEAD', url }), { statusCode: 200, payload: '' })
  t.match(await server.send({ method: 'OPTIONS', url }), { statusCode: 204 })
  t.match(await server.send({ method: 'DELETE', url }), { statusCode: 405 })
})

for (const [size, wide, high, files] of [['small', 1100, 700, 0], ['large', 2600, 1900, 1]] as const) {
  t.test(`tiles of a ${size} picture show the whole of it at every scale`, async (t) => {
    const server = await build(t)
    const as = await server.account('global_admin')
    const source = await quadrants(wide, high)
    const [id] = mediaOf(await itemWith(server, as, [['a.png', source]]))
    const info = (await server.send({ url: `/iiif/3/${id}/info.json` })).json()
    const { width, height, tiles: [{ width: side, scaleFactors }] } = info
    let count = 0
    for (const factor of scaleFactors as number[]) {
      const parts: Array<{ input: Buffer, left: number, top: number }> = []
      const step = side * factor
      for (let y = 0; y < height; y += step) {
        for (let x = 0; x < width; x += step) {
          const region = [x, y, Math.min(step, width - x), Math.min(step, height - y)]
          const scaled = [region[2]! / factor, region[3]! / factor].map(Math.ceil)
          const { statusCode, rawPayload } = await server.send({
            url: `/iiif/3/${id}/${region.join()}/${scaled.join()}/0/default.png`
          })
          t.equal(statusCode, 200)
          parts.push({ input: rawPayload, left: x / factor, top: y / factor })
          count++
        }
      }
      const all = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
      const joined = await sharp({ create: { ...all, channels: 3, background: '#000' } })
        .composite(parts).removeAlpha().raw().toBuffer()
      const whole = await sharp(source).resize({ ...all, fit: 'fill' }).removeAlpha().raw().toBuffer()
      const sum = joined.reduce((sum, value, at) => sum + Math.abs(value - whole[at]!), 0)
      t.ok(sum / joined.length < 1.5, `scale ${factor} differs by ${sum / joined.length}`)
    }
    t.equal(kept(server).length, count + files, 'each tile, and what the tiles of a large picture are cut from')
  })
}

t.test('malformed requests get 400, unsupported ones 501, missing pictures 404', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const [id, sheet] = mediaOf(await itemWith(server, as, [['a.jpg', await jpegOf(60, 40)], ['notes.txt', Buffer.from('text')]]))
  const statusOf = async (url: string): Promise<[number, string]> => {
    const { statusCode, payload } = await server.send({ url })
    return [statusCode, (JSON.parse(payload) as { errors: { error: string } }).errors.error]
  }
  t.match(await statusOf(`/iiif/3/${id}/1,2/max/0/default.jpg`), [400, /The region "1,2" is malformed: expected full/])
  t.match(await statusOf(`/iiif/3/${id}/full/61,/0/default.jpg`), [400, /larger than the region/])
  t.match(await statusOf(`/iiif/3/${id}/full/%5E99999,/0/default.jpg`), [400, /more than is drawn/])
  t.match(await statusOf(`/iiif/3/${id}/full/max/x/default.jpg`), [400, /rotation/])
  t.match(await statusOf(`/iiif/3/${id}/full/max/0/blue.jpg`), [400, /quality/])
  t.match(await statusOf(`/iiif/3/${id}/full/max/0/default.tif`), [501, /format tif/])
  t.match(await statusOf(`/iiif/3/${sheet}/info.json`), [404, `Media ${sheet} is not a picture.`])
  t.match(await statusOf('/iiif/3/99999/info.json'), [404, 'Media 99999 was not found.'])
  t.match(await statusOf('/iiif/3/x/full/max/0/default.jpg'), [404, /was not found/])
  t.equal((await server.send({ url: `/iiif/3/${id}/full/max/0` })).statusCode, 404)
  t.equal((await server.send({ url: `/iiif/4/${id}/info.json` })).statusCode, 404)
})

t.test('pictures that claim to be gigantic, or are damaged, are shown as they are and not drawn', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const whole = await jpegOf(600, 400)
  const item = await itemWith(server, as, [
    ['bomb.png', pngBomb(20_000, 20_000)],
    ['bomb.gif', gifBomb(30_000, 30_000)],
    ['cut.jpg', whole.subarray(0, whole.length / 2)]
  ])
  const [png, gif, cut] = mediaOf(item)
  for (const id of [png, gif]) {
    t.equal((await server.send({ url: `/iiif/3/${id}/info.json` })).statusCode, 501)
    t.equal((await server.send({ url: `/iiif/3/${id}/0,0,10,10/max/0/default.jpg` })).statusCode, 501)
  }
  t.equal((await server.send({ url: `/iiif/3/${cut}/full/max/0/default.jpg` })).statusCode, 501)
  const { items } = (await server.send({ url: `/iiif/3/${item['o:id'] as number}/manifest` })).json()
  t.match(items[0].items[0].items[0].body, { service: undefined, type: 'Image' })
})

t.test('tiles of private, deleted or hidden media are not served, cached or not', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const author = await server.account('author')
  const item = await itemWith(server, as, [['a.jpg', await jpegOf(600, 400)], ['b.jpg', await jpegOf(300, 200)]])
  const [first, second] = mediaOf(item)
  const tile = `/iiif/3/${first}/0,0,256,256/max/0/default.jpg`
  const info = `/iiif/3/${first}/info.json`
  const statuses = async (who?: typeof as): Promise<number[]> => {
    const { headers } = await server.send({ url: tile, as })
    return await Promise.all([tile, info, `/iiif/2/${first}/info.json`].map(async (url) => (await server.send({
      url, ...(who && { as: who }), headers: { 'if-none-match': String(headers.etag) }
    })).statusCode))
  }
  const change = async (url: string, isPublic: boolean): Promise<void> => {
    t.equal((await server.send({ method: 'PATCH', url, as, payload: { 'o:is_public': isPublic } })).statusCode, 200)
  }
  t.same(await statuses(), [304, 200, 200])
  for (const url of [`/api/media/${first}`, `/api/items/${item['o:id'] as number}`]) {
    await change(url, false)
    t.same(await statuses(), [404, 404, 404], `${url} is private`)
    t.same(await statuses(author), [404, 404, 404])
    t.same(await statuses(as), [304, 200, 200])
    t.match((await server.send({ url: tile, as })).headers['cache-control'], 'private')
    await change(url, true)
    t.same(await statuses(), [304, 200, 200])
  }
  const scoped = await server.api.keys.create(
    'global_admin1@example.org', { label: 'items only', scope: { resources: ['items'] } }, OPERATOR
  )
  t.equal((await server.send({ url: tile, as: scoped })).statusCode, 403)
  t.equal((await server.send({ method: 'DELETE', url: `/api/media/${first}`, as })).statusCode, 200)
  t.equal((await server.send({ url: tile, as })).statusCode, 404)
  t.equal((await server.send({ url: `/iiif/3/${second}/info.json` })).statusCode, 200)

  // While it waits for its turn.
  const late = server.send({ url: `/iiif/3/${second}/full/%5E4000,/0/default.png` })
  await change(`/api/media/${second}`, false)
  t.equal((await late).statusCode, 404)
})

t.test('a picture is drawn once for concurrent requests; the folder stays within its limit', async (t) => {
  const server = await build(t, { iiifCache: 16 })
  const as = await server.account('global_admin')
  const noise = await sharp({
    create: { width: 1200, height: 1200, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } }
  }).png().toBuffer()
  const [id] = mediaOf(await itemWith(server, as, [['a.png', noise]]))
  const answers = await Promise.all(Array.from({ length: 20 }, async () =>
    await server.send({ url: `/iiif/3/${id}/square/max/0/default.png` })))
  t.ok(answers.every(({ statusCode, rawPayload }) => statusCode === 200 && rawPayload.equals(answers[0]!.rawPayload)))
  t.equal(kept(server).length, 1)
  for (let degrees = 1; degrees <= 8; degrees++) {
    t.equal((await server.send({ url: `/iiif/3/${id}/full/max/${degrees}/default.png` })).statusCode, 200)
  }
  const bytes = (): number => kept(server)
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  while (bytes() > 16 * 1024 * 1024) await new Promise((resolve) => { setImmediate(resolve) })
  t.ok(kept(server).length >= 1)
})

t.test('pictures in a bucket are measured, drawn and cached like files in a folder', async (t) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = await serveS3(t, await temporaryFolder(t))
  const server = await build(t, {
    s3Endpoint: endpoint, s3Region: region, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey
  })
  const as = await server.account('global_admin')
  const item = await itemWith(server, as, [['a.jpg', await jpegOf(900, 600)]])
  const [id] = mediaOf(item)
  const { items: [canvas] } = (await server.send({ url: `/iiif/3/${item['o:id'] as number}/manifest` })).json()
  t.match(canvas, { width: 900, height: 600 })
  t.same(await sizeOf(await server.send({ url: `/iiif/3/${id}/0,0,512,512/256,256/0/default.jpg` })), [256, 256, 'jpeg'])
  t.equal(kept(server).length, 2, 'the copy, and the tile')
  await server.send({ url: `/iiif/3/${id}/512,0,512,512/!256,256/0/default.jpg` })
  t.equal(kept(server).length, 3)
})

const jp2 = (): Buffer => readFileSync(path.join(packageFolder, 'test', 'files', 'fixtures', 'page.jp2'))

t.test('viewers zoom into JPEG 2000 and BMP, which ffmpeg decodes', { skip: without('ffmpeg', 'ffprobe') }, async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const folder = await temporaryFolder(t)
  const picture = path.join(folder, 'picture.png')
  await sharp(await quadrants(700, 500)).toFile(picture)
  const region = { left: 360, top: 260, width: 100, height: 100 }
  const expected = await sharp(picture).extract(region).removeAlpha().raw().toBuffer()
  const files = ['jp2', 'bmp'].map((extension): [string, Buffer] => {
    const file = path.join(folder, `picture.${extension}`)
    execFileSync('ffmpeg', ['-loglevel', 'error', '-i', picture, '-pix_fmt', extension === 'jp2' ? 'rgb24' : 'bgr24', file])
    return [path.basename(file), readFileSync(file)]
  })
  const item = await itemWith(server, as, [...files, ['page.jp2', jp2()]])
  const [first, second, page] = mediaOf(item)
  for (const id of [first, second]) {
    const { width, height } = (await server.send({ url: `/iiif/3/${id}/info.json` })).json()
    t.same([width, height], [700, 500])
    const tile = await server.send({ url: `/iiif/3/${id}/360,260,100,100/max/0/default.png` })
    const { data, info } = await sharp(tile.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    t.same([info.width, info.height], [100, 100])
    t.ok(data.every((value, at) => Math.abs(value - expected[at]!) < 8), 'its lower right quadrant')
  }
  const url = `/iiif/3/${page}/512,512,1024,1024/512,/0/default.jpg`
  t.same(await sizeOf(await server.send({ url })), [512, 512, 'jpeg'])
  const { items: [canvas] } = (await server.send({ url: `/iiif/3/${item['o:id'] as number}/manifest` })).json()
  t.match(canvas.items[0].items[0].body.service, [{ type: 'ImageService3' }])
  t.equal(kept(server).length, 6, 'three tiles, and the pyramids that they are parts of')
})

t.test('an upload is answered with what will not work with its pictures', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const send = async (files: ReadonlyArray<readonly [name: string, content: Uint8Array]>): Promise<Json> => {
    const data = JSON.stringify({ 'o:media': files.map((_, at) => ({ 'o:ingester': 'upload', file_index: at })) })
    const parts = Object.fromEntries(files.map(([name, content], at) => [`file[${at}]`, file(content, name)]))
    const { headers } = await sendForm(server, as, 'POST', '/api/items', { data, ...parts })
    return headers
  }
  if (without('ffmpeg') === false) t.equal((await send([['page.jp2', jp2()]]))['service-warning'], undefined)
  const { PATH } = process.env
  process.env.PATH = ''
  t.teardown(() => { process.env.PATH = PATH })
  const told = String((await send([['page.jp2', jp2()], ['Kärtchen.png', pngBomb(20000, 20000)]]))['service-warning'])
  t.match(told, '"page.jp2" is stored, but cannot be decoded here (image/jp2). It has no thumbnails, and viewers cannot ' +
    'zoom in. Send it as TIFF, PNG or JPEG, too.', 'where ffmpeg is not installed')
  t.match(told, '"K%C3%A4rtchen.png" is stored, but has more pixels (20000 x 20000) than are decoded (268402689, ' +
    '100000 a side). It has no thumbnails, and viewers cannot zoom in. Send a smaller picture, or a TIFF that is a pyramid of tiles.')
  const damaged = (await jpegOf(600, 400)).subarray(0, -200)
  t.match((await send([['cut.jpg', damaged]]))['service-warning'], '"cut.jpg" is stored, but cannot be decoded: it may be')
  const many = Array.from({ length: 12 }, (_, at) => [`${at}${'é'.repeat(200)}.jpg`, damaged] as const)
  const warnings = String((await send(many))['service-warning'])
  t.match(warnings, / And 7 more\.$/)
  t.ok(warnings.length < 3000, 'proxies refuse answers whose headers are long')
  t.equal((await send([['a.jpg', await jpegOf(60, 40)], ['a.txt', Buffer.from('a')]]))['service-warning'], undefined)
})

t.test('a TIFF that is a pyramid of tiles is shown at every scale, however large it is', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const item = await itemWith(server, as, [['map.tif', tiffPyramid(40000, 30000)]])
  const [id] = mediaOf(item)
  const { width, height } = (await server.send({ url: `/iiif/3/${id}/info.json` })).json()
  t.same([width, height], [40000, 30000])
  const greyOf = async (url: string): Promise<[number, number, number]> => {
    const { rawPayload } = await server.send({ url })
    const { data, info } = await sharp(rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true })
    return [info.width, info.height, data[0]!]
  }
  t.same(await greyOf(`/iiif/3/${id}/39000,29000,512,512/512,/0/default.png`), [512, 512, 200])
  t.same(await greyOf(`/iiif/3/${id}/0,0,2048,2048/512,/0/default.png`), [512, 512, 160])
  t.same(await greyOf(`/iiif/3/${id}/full/600,/0/default.png`), [600, 450, 80])
  t.same(kept(server).length, 3, 'no pyramid is made of a pyramid')
  const { thumbnail_display_urls: { large } } = (await server.send({ url: `/api/media/${id}`, as })).json()
  t.same((await greyOf(new URL(large).pathname)).slice(0, 2), [800, 600])
})
