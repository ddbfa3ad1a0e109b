import Fastify from 'fastify'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { newStorageId } from '../../files/types/names.js'
import vitrine from '../../app.js'
import { build, form, type Key, type Server } from '../helper.js'
import { file, pathOf, sendForm, uploadMedia, type Json } from '../files/fixtures/uploads.js'
import { quadrants } from '../files/fixtures/pictures.js'

const jpeg = await sharp(await quadrants(600, 400)).jpeg().toBuffer()
const FOR_EVER = 'public, max-age=31536000, immutable'

async function open (t: Test, settings: Parameters<typeof build>[1] = {}): Promise<{ server: Server, as: Key }> {
  const server = await build(t, settings)
  return { server, as: await server.account('global_admin') }
}

t.test('every file that a representation names is served, for ever and to everyone', async (t) => {
  const { server, as } = await open(t)
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const addresses = [media['o:original_url'], ...Object.values(media['o:thumbnail_urls'] as Json)] as string[]
  t.equal(addresses.length, 4)
  for (const address of addresses) {
    const { statusCode, headers, rawPayload } = await server.send({ url: pathOf(address) })
    t.equal(statusCode, 200)
    t.match(headers, {
      'content-type': 'image/jpeg',
      'content-length': String(rawPayload.length),
      'cache-control': FOR_EVER,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      etag: /^"[0-9a-f]+-[0-9a-f]+"$/
    })
    t.equal(headers.vary, undefined)
    t.equal(headers['content-disposition'], undefined)
    t.equal((await sharp(rawPayload).metadata()).format, 'jpeg')
  }
  t.ok((await server.send({ url: pathOf(addresses[0]!) })).rawPayload.equals(jpeg))
})

t.test('HEAD says the same and sends nothing; other methods are refused', async (t) => {
  const { server, as } = await open(t)
  const url = pathOf((await uploadMedia(server, as, jpeg, 'a.jpg'))['o:original_url'])
  const get = await server.send({ url })
  const head = await server.send({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } })
  t.equal(head.statusCode, 200)
  t.equal(head.payload, '')
  for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'cache-control']) {
    t.equal(head.headers[name], get.headers[name], name)
  }
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { statusCode, headers } = await server.send({ method, url, as, payload: {} })
    t.equal(statusCode, 405, method)
    t.equal(headers.allow, 'GET, HEAD, OPTIONS')
  }
  t.match((await server.send({ method: 'OPTIONS', url })).headers, {
    allow: 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': /Range/
  })
})

t.test('a client that has the file gets 304', async (t) => {
  const { server, as } = await open(t)
  const url = pathOf((await uploadMedia(server, as, jpeg, 'a.jpg'))['o:original_url'])
  const {
    headers: { etag, 'last-modified': modified }
  } = (await server.send({ url })) as { headers: Record<string, string> }
  const earlier = new Date(Date.parse(modified!) - 1000).toUTCString()
  const cases: Array<[Record<string, string>, number]> = [
    [{ 'if-none-match': etag! }, 304],
    [{ 'if-none-match': `"x", W/${etag!}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-modified-since': modified! }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified! }, 200]
  ]
  for (const [headers, status] of cases) {
    const answer = await server.send({ url, headers })
    t.equal(answer.statusCode, status, JSON.stringify(headers))
    t.equal(answer.headers.etag, etag)
    if (status === 304) t.match(answer, { payload: '', headers: { 'cache-control': FOR_EVER } })
  }
})

t.test('one range of a file is sent; what cannot be understood is answered with all of it', async (t) => {
  const { server, as } = await open(t)
  const url = pathOf((await uploadMedia(server, as, '0123456789\n', 'digits.txt'))['o:original_url'])
  const { headers } = await server.send({ url }) as { headers: Record<string, string> }
  const { etag, 'last-modified': modified } = headers
  const parts: Array<[Record<string, string>, string, string]> = [
    [{ range: 'bytes=0-0' }, '0', 'bytes 0-0/11'],
    [{ range: 'bytes=2-4' }, '234', 'bytes 2-4/11'],
    [{ range: 'bytes=8-' }, '89\n', 'bytes 8-10/11'],
    [{ range: 'bytes=8-99999999999999999999' }, '89\n', 'bytes 8-10/11'],
    [{ range: 'bytes=-2' }, '9\n', 'bytes 9-10/11'],
    [{ range: 'bytes=-500' }, '0123456789\n', 'bytes 0-10/11'],
    [{ range: 'bytes=2-4', 'if-range': etag! }, '234', 'bytes 2-4/11'],
    [{ range: 'bytes=2-4', 'if-range': modified! }, '234', 'bytes 2-4/11']
  ]
  for (const [headers, payload, range] of parts) {
    const answer = await server.send({ url, headers })
    t.match(
      answer,
      {
        statusCode: 206,
        payload,
        headers: { 'content-range': range, 'content-length': String(payload.length), etag }
      },
      JSON.stringify(headers)
    )
  }
  for (const range of ['bytes=11-', 'bytes=500-600', 'bytes=-0']) {
    const answer = await server.send({ url, headers: { range } })
    t.match(answer, { statusCode: 416, headers: { 'content-range': 'bytes */11' } }, range)
    t.ok(answer.json().errors)
  }
  for (const range of ['bytes=4-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', 'nonsense', '']) {
    t.match(await server.send({ url, headers: { range } }), { statusCode: 200, payload: '0123456789\n' }, range)
  }
  for (const condition of ['"other"', `W/${etag!}`, new Date(0).toUTCString(), 'nonsense']) {
    t.equal(
      (await server.send({ url, headers: { range: 'bytes=2-4', 'if-range': condition } })).statusCode,
      200,
      condition
    )
  }
})

t.test('nothing is served that a browser would run', async (t) => {
  const { server, as } = await open(t)
  await server.api.installation.set('disable_file_validation', true)
  const script = '<script>alert(1)</script>'
  const hostile: Array<[string, string | Buffer]> = [
    ['page.html', `<!doctype html>${script}`],
    ['page.shtml', script],
    ['page.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ['vector.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['feed.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><x/>'],
    ['data.rdf', '<rdf/>'],
    ['code.js', 'alert(1)'],
    ['code.mjs', 'alert(1)'],
    ['mail.mhtml', 'From: x\n\nbody'],
    ['noextension', script],
    ['.htaccess', 'AddType text/html .jpg']
  ]
  for (const [name, content] of hostile) {
    const media = await uploadMedia(server, as, content, name)
    t.match(await server.send({ url: pathOf(media['o:original_url']) }), {
      statusCode: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff'
      }
    }, name)
  }
})

t.test('a file that is a picture and a page at once is served as what its name says, never sniffed', async (t) => {
  const { server, as } = await open(t)
  const gif = Buffer.concat([
    await sharp(await quadrants(8, 8))
      .gif()
      .toBuffer(),
    Buffer.from('<html><script>alert(1)</script></html>')
  ])
  const media = await uploadMedia(server, as, gif, 'both.gif')
  t.equal(media['o:media_type'], 'image/gif')
  t.match((await server.send({ url: pathOf(media['o:original_url']) })).headers, {
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff'
  })
  const refused = await sendForm(server, as, 'POST', '/api/items', {
    data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }),
    'file[0]': file(gif, 'both.html')
  })
  t.equal(refused.status, 422)
})

t.test('a name that no file has leads nowhere', async (t) => {
  const { server, as } = await open(t)
  const { 'o:filename': name } = await uploadMedia(server, as, jpeg, 'a.jpg')
  for (const path of [
    `original/${newStorageId()}.jpg`,
    `original/${name as string}.bak`,
    `other/${name as string}`,
    `.unfinished/${name as string}`,
    'original/..%2f..%2fvitrine.db',
    '..%2fvitrine.db/x',
    'original/%00',
    'original/.',
    `original/${'a'.repeat(99)}`,
    'original/vitrine.db'
  ]) {
    const answer = await server.send({ url: `/files/${path}` })
    t.equal(answer.statusCode, 404, path)
    t.match(answer.headers['cache-control'], 'no-store')
  }
})

t.test('files of private media are served to every client that knows the address, unless they are protected', async (t) => {
  for (const protectFiles of [false, true]) {
    const { server, as } = await open(t, { protectFiles })
    const stranger = await server.account('researcher')
    const hidden = await uploadMedia(server, as, jpeg, 'a.jpg', { 'o:is_public': false })
    const shown = await uploadMedia(server, as, jpeg, 'a.jpg')
    for (const url of [hidden['o:original_url'], hidden['o:thumbnail_urls'].square].map(pathOf)) {
      const withKey = `${url}?key_identity=${as.identity}&key_credential=${as.credential}`
      t.equal((await server.send({ url })).statusCode, protectFiles ? 404 : 200)
      t.equal((await server.send({ url, as: stranger })).statusCode, protectFiles ? 404 : 200)
      for (const answer of [await server.send({ url, as }), await server.send({ url: withKey })]) {
        t.equal(answer.statusCode, 200)
        t.equal(answer.headers['cache-control'], protectFiles ? 'private, no-cache' : FOR_EVER)
      }
    }
    const open_ = await server.send({ url: pathOf(shown['o:original_url']) })
    t.equal(open_.statusCode, 200)
    t.equal(open_.headers['cache-control'], protectFiles ? 'private, no-cache' : FOR_EVER)
    const { json: asset } = await sendForm(server, as, 'POST', '/api/assets', {
      data: '{}',
      file: file(jpeg, 'a.jpg')
    })
    t.equal((await server.send({ url: pathOf(asset['o:asset_url']) })).statusCode, 200, 'assets are for everyone')
  }
})

t.test('where files have a public address, representations name it and the old address leads there', async (t) => {
  const { server, as } = await open(t, { filesAddress: 'https://cdn.example.org/museum/' })
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const { json: asset } = await sendForm(server, as, 'POST', '/api/assets', { data: '{}', file: file(jpeg, 'a.jpg') })
  t.equal(media['o:original_url'], `https://cdn.example.org/museum/original/${media['o:filename'] as string}`)
  t.match(media['o:thumbnail_urls'], { large: /^https:\/\/cdn\.example\.org\/museum\/large\// })
  t.match(media.thumbnail_display_urls, { square: /^https:\/\/cdn\.example\.org\/museum\/square\// })
  t.match(asset['o:asset_url'], /^https:\/\/cdn\.example\.org\/museum\/asset\//)
  t.match(await server.send({ url: `/files/original/${media['o:filename'] as string}` }), {
    statusCode: 302,
    headers: { location: media['o:original_url'] }
  })
  t.equal((await server.send({ url: '/files/other/x' })).statusCode, 404)
})

t.test('below a prefix all of it is below the prefix', async (t) => {
  const { server: { api }, as } = await open(t)
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { prefix: '/collections/one', api })
  const { headers, payload } = await form({ data: '{}', file: file(jpeg, 'a.jpg') })
  const asset = (
    await app.inject({
      method: 'POST',
      url: '/collections/one/api/assets',
      headers: { ...headers, authorization: `Bearer ${as.identity}.${as.credential}` },
      payload
    })
  ).json() as Json
  t.match(asset['o:asset_url'], 'http://localhost/collections/one/files/asset/')
  t.equal((await app.inject(pathOf(asset['o:asset_url']))).statusCode, 200)
  t.equal((await app.inject('/collections/one/application/asset/thumbnails/image.png')).statusCode, 200)
})

t.test('settings of files that do not go together are refused', async (t) => {
  await t.rejects(build(t, { protectFiles: true, filesAddress: 'https://cdn.example.org' }), {
    name: 'SettingsError',
    message: /exclude each other/
  })
  await t.rejects(build(t, { s3Endpoint: 'https://s3.example.org/museum' }), {
    name: 'SettingsError',
    message: /s3AccessKeyId/
  })
  await t.rejects(build(t, { filesAddress: 'cdn' }), { name: 'SettingsError', message: /filesAddress/ })
})

t.test('media without thumbnails have a picture that stands for their kind', async (t) => {
  const { server, as } = await open(t)
  const media = await uploadMedia(server, as, 'words\n', 'words.txt')
  t.match(media.thumbnail_display_urls.large, /\/application\/asset\/thumbnails\/default\.png$/)
  for (const kind of ['default', 'image', 'video', 'audio']) {
    const { statusCode, headers, rawPayload } = await server.send({ url: `/application/asset/thumbnails/${kind}.png` })
    t.equal(statusCode, 200)
    t.match(headers, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'access-control-allow-origin': '*'
    })
    t.match(await sharp(rawPayload).metadata(), { format: 'png', width: 400, height: 400 })
    t.match(await server.send({ method: 'HEAD', url: `/application/asset/thumbnails/${kind}.png` }), {
      headers: { 'content-length': String(rawPayload.length) }, payload: ''
    })
    t.match(await server.send({ url: `/application/asset/thumbnails/${kind}.png`, headers: { range: 'bytes=0-3' } }), {
      statusCode: 206,
      headers: { 'content-length': '4' }
    })
  }
  t.equal((await server.send({ url: '/application/asset/thumbnails/other.png' })).statusCode, 404)
})

t.test('thumbnails have the sizes that are set', async (t) => {
  const { server, as } = await open(t, { thumbnailLarge: 300, thumbnailMedium: 120, thumbnailSquare: 64 })
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const sizes = {
    large: { width: 300, height: 200 },
    medium: { width: 120, height: 80 },
    square: { width: 64, height: 64 }
  }
  for (const [name, size] of Object.entries(sizes)) {
    t.match(
      await sharp((await server.send({ url: pathOf(media['o:thumbnail_urls'][name]) })).rawPayload).metadata(),
      size,
      name
    )
  }
})
