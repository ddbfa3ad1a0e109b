import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { build, title, type Key, type Server } from '../helper.js'
import { file, leftovers, pathOf, sendForm, stored, uploadMedia, type Json } from '../files/fixtures/uploads.js'
import { quadrants } from '../files/fixtures/pictures.js'

const jpeg = await sharp(await quadrants(60, 40)).jpeg().toBuffer()
const upload = (index: unknown, more: Json = {}): Json => ({ 'o:ingester': 'upload', file_index: index, ...more })
const items = (...media: Json[]): string => JSON.stringify({ 'o:media': media })

async function open (t: Test, settings: Parameters<typeof build>[1] = {}): Promise<{ server: Server, as: Key }> {
  const server = await build(t, settings)
  return { server, as: await server.account('global_admin') }
}

/** The media of an item in full, in their order. */
async function mediaOf (server: Server, as: Key, id: number): Promise<Json[]> {
  const item = (await server.send({ url: `/api/items/${id}`, as })).json() as Json
  return await Promise.all(
    (item['o:media'] as Json[]).map(
      async (one) => (await server.send({ url: `/api/media/${one['o:id'] as number}`, as })).json() as Json
    )
  )
}

t.test('files find their media by any index, before or after the JSON, which may be a field or a part', async (t) => {
  const { server, as } = await open(t)
  const data = items(upload(7), upload('0'), upload('words'))
  const files = {
    'file[words]': file('words', 'c.txt'),
    'file[7]': file('seven', 'a.txt'),
    'file[0]': file('zero', 'b.txt')
  }
  const typed = new Blob([data], { type: 'application/json' })
  const forms: Array<Record<string, any>> = [
    { data, ...files },
    { ...files, data },
    { data: typed, ...files },
    { ...files, data: [typed, 'data.json'] },
    {
      'file[7]': files['file[7]'],
      data: [new Blob([data]), 'blob'],
      'file[0]': files['file[0]'],
      'file[words]': files['file[words]']
    }
  ]
  for (const parts of forms) {
    const { status, json } = await sendForm(server, as, 'POST', '/api/items', parts)
    t.equal(status, 200)
    const media = await mediaOf(server, as, json['o:id'])
    t.same(media.map((one) => one['o:source']), ['a.txt', 'b.txt', 'c.txt'])
    t.same(
      await Promise.all(media.map(async (one) => (await server.send({ url: pathOf(one['o:original_url']) })).payload)),
      ['seven', 'zero', 'words']
    )
  }
  t.same(await leftovers(server), [])
})

t.test('file[] counts up from zero, as clients in PHP expect', async (t) => {
  const { server, as } = await open(t)
  const body = new FormData()
  body.append('file[]', new Blob(['one']), 'one.txt')
  body.append('file[]', new Blob(['two']), 'two.txt')
  body.append('data', items(upload(1), upload(0)))
  const encoded = new Response(body)
  const { payload } = await server.send({
    method: 'POST',
    url: '/api/items',
    as,
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
  t.same(
    (await mediaOf(server, as, JSON.parse(payload)['o:id'])).map((one) => one['o:source']),
    ['two.txt', 'one.txt']
  )
})

t.test('PUT and PATCH of an item accept files like POST, and omitted media are deleted with their files', async (t) => {
  const { server, as } = await open(t)
  const first = await uploadMedia(server, as, jpeg, 'first.jpg')
  const id = first['o:item']['o:id'] as number
  const kept = { 'o:id': first['o:id'] }
  const patched = await sendForm(server, as, 'PATCH', `/api/items/${id}`, {
    'file[3]': file(jpeg, 'second.jpg'),
    data: items(upload(3), kept)
  })
  t.equal(patched.status, 200)
  t.same((await mediaOf(server, as, id)).map((one) => one['o:source']), ['second.jpg', 'first.jpg'])
  t.equal((await stored(server)).length, 8)
  const put = await sendForm(server, as, 'PUT', `/api/items/${id}`, {
    data: items(upload(0)),
    'file[0]': file('words', 'third.txt')
  })
  t.equal(put.status, 200)
  const [third] = await mediaOf(server, as, id)
  t.same(await stored(server), [`original/${third!['o:filename'] as string}`])
  t.equal(
    (await sendForm(server, as, 'PATCH', `/api/media/${third!['o:id'] as number}`, { data: '{"o:alt_text":"words"}' }))
      .json['o:alt_text'],
    'words'
  )
  t.same(await leftovers(server), [])
})

t.test('a media on its own and an asset take one file each', async (t) => {
  const { server, as } = await open(t)
  const item = (await server.send({ method: 'POST', url: '/api/items', as, payload: title('x') })).json()[
    'o:id'
  ] as number
  const media = await sendForm(server, as, 'POST', '/api/media', {
    'file[1]': file(jpeg, 'a.jpg'),
    data: JSON.stringify(upload(1, { 'o:item': { 'o:id': item } }))
  })
  t.match(media, {
    status: 200,
    json: {
      'o:size': jpeg.length,
      'o:sha256': createHash('sha256').update(jpeg).digest('hex'),
      'o:media_type': 'image/jpeg'
    }
  })
  const asset = await sendForm(server, as, 'POST', '/api/assets', { file: file(jpeg, 'a.jpg'), data: '{}' })
  t.match(asset, { status: 200, json: { 'o:name': 'a.jpg', 'o:media_type': 'image/jpeg' } })
  t.match(
    await sendForm(server, as, 'PATCH', `/api/assets/${asset.json['o:id'] as number}`, { data: '{"o:name":"b"}' }),
    { status: 200, json: { 'o:name': 'b' } }
  )
  const used = await sendForm(server, as, 'PATCH', `/api/items/${item}`, {
    data: JSON.stringify({ 'o:thumbnail': { 'o:id': asset.json['o:id'] } })
  })
  t.equal(used.json.thumbnail_display_urls.large, asset.json['o:asset_url'])
  t.match((await sendForm(server, as, 'POST', '/api/assets', { file: file('', ''), data: '{}' })).status, 422)
  t.equal((await stored(server)).length, 5)
})

t.test('a name never decides where a file is stored', async (t) => {
  const { server, as } = await open(t)
  const names = [
    '../../../etc/passwd.txt',
    '..\\..\\windows\\win.txt',
    '/absolute/path.txt',
    'C:\\a.txt',
    'a\0b.txt',
    '.txt',
    `${'x'.repeat(5000)}.txt`,
    '日本語 & "quotes" <b>.txt',
    '%2e%2e%2fencoded.txt',
    'CON.txt'
  ]
  for (const name of names) {
    const media = await uploadMedia(server, as, 'words\n', name)
    t.match(media['o:filename'], /^[0-9a-f]{40}\.txt$/, name)
    t.notMatch(media['o:source'], /[/]/, 'folders are no part of a name')
  }
  t.ok((await stored(server)).every((name) => /^original\/[0-9a-f]{40}\.txt$/.test(name)))
  t.same((await readdir(path.join(server.data, 'files'))).sort(), ['.unfinished', 'original'])
})

t.test('a refused upload leaves neither file nor row', async (t) => {
  const { server, as } = await open(t, { uploadLimit: 100_000 })
  const author = await server.account('author')
  const invalid: Key = { identity: 'x', credential: 'x' }
  const theirs = await uploadMedia(server, as, 'words', 'a.txt')
  const before = await stored(server)
  const one = { 'file[0]': file(jpeg, 'a.jpg') }
  const item = theirs['o:item']['o:id'] as number
  const cases: Array<[string, Key, 'POST' | 'PUT' | 'PATCH', string, Json, Record<string, any>, number]> = [
    ['a second media that fails', as, 'POST', '/api/items', { 'o:media': [upload(0), upload(1)] }, one, 422],
    [
      'a type that is not accepted',
      as,
      'POST',
      '/api/items',
      { 'o:media': [upload(0), upload(1)] },
      { ...one, 'file[1]': file('<?php', 'x.php') },
      422
    ],
    ['the same file twice', as, 'POST', '/api/items', { 'o:media': [upload(0), upload(0)] }, one, 422],
    ['a set that is not there', as, 'POST', '/api/items', { 'o:media': [upload(0)], 'o:item_set': [99] }, one, 404],
    [
      'a class that is not there',
      as,
      'POST',
      '/api/items',
      { 'o:media': [upload(0, { 'o:resource_class': { 'o:id': 9999 } })] },
      one,
      404
    ],
    [
      'an owner one may not choose',
      author,
      'POST',
      '/api/items',
      { 'o:media': [upload(0)], 'o:owner': { 'o:id': 1 } },
      one,
      403
    ],
    ['an item one may not change', author, 'PATCH', `/api/items/${item}`, { 'o:media': [upload(0)] }, one, 403],
    ['a media for such an item', author, 'POST', '/api/media', upload(0, { 'o:item': { 'o:id': item } }), one, 403],
    ['an item that is not there', as, 'PUT', '/api/items/999', { 'o:media': [upload(0)] }, one, 404],
    ['a key that is not valid', invalid, 'POST', '/api/items', { 'o:media': [upload(0)] }, one, 401],
    ['an asset without a name', as, 'POST', '/api/assets', { 'o:name': '' }, { file: file(jpeg, 'a.jpg') }, 422],
    ['an asset that is no picture', as, 'POST', '/api/assets', {}, { file: file('<svg/>', 'a.svg') }, 422],
    [
      'too large a file',
      as,
      'POST',
      '/api/items',
      { 'o:media': [upload(0)] },
      { 'file[0]': file('x'.repeat(100_001), 'a.txt') },
      413
    ],
    ['a list that is none', as, 'POST', '/api/items', { 'o:media': 5 }, one, 422],
    ['an empty file', as, 'POST', '/api/items', { 'o:media': [upload(0)] }, { 'file[0]': file('', 'a.txt') }, 422]
  ]
  for (const [what, who, method, url, payload, files, status] of cases) {
    t.equal(
      (await sendForm(server, who, method, url, { data: JSON.stringify(payload), ...files })).status,
      status,
      what
    )
    t.same(await stored(server), before, what)
    t.same(await leftovers(server), [], what)
  }
  const stale = await server.send({
    method: 'PATCH',
    url: `/api/items/${item}`,
    as,
    headers: { 'if-match': '"other"' },
    payload: { 'o:media': [] }
  })
  t.equal(stale.statusCode, 412)
  t.same(await stored(server), before, 'a delete that is refused keeps the files')
  t.equal((await server.send({ url: '/api/resources', as })).json().length, 2)
})

t.test('deleting takes the files along, whichever way', async (t) => {
  const { server, as } = await open(t)
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const other = await uploadMedia(server, as, jpeg, 'b.jpg')
  const asset = (await sendForm(server, as, 'POST', '/api/assets', { file: file(jpeg, 'a.jpg'), data: '{}' })).json
  t.equal((await stored(server)).length, 9)
  await server.send({ method: 'DELETE', url: `/api/media/${media['o:id'] as number}`, as })
  t.equal((await stored(server)).length, 5)
  await server.send({ method: 'DELETE', url: `/api/items/${other['o:item']['o:id'] as number}`, as })
  t.equal((await stored(server)).length, 1)
  await server.send({ method: 'DELETE', url: `/api/assets/${asset['o:id'] as number}`, as })
  t.same(await stored(server), [])
  t.same(await leftovers(server), [])
})

t.test('a full disk is said to be one, and nothing is left behind', async (t) => {
  const { server, as } = await open(t)
  const { store } = server.api.files
  const put = store.put.bind(store)
  for (const full of ['original/', 'square/']) {
    store.put = async (name, source) => {
      if (name.startsWith(full)) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return await put(name, source)
    }
    const { status, json } = await sendForm(server, as, 'POST', '/api/items', {
      data: items(upload(0), upload(1)),
      'file[0]': file(jpeg, 'a.jpg'),
      'file[1]': file(jpeg, 'b.jpg')
    })
    t.equal(status, 507)
    t.match(json, { errors: { error: /^The disk of the server is full/ } })
    t.same(await stored(server), [])
    t.same(await leftovers(server), [])
    t.same((await server.send({ url: '/api/resources', as })).json(), [])
  }
  store.put = put
  t.ok(await uploadMedia(server, as, jpeg, 'a.jpg'), 'and when there is room again, all is well')
})

t.test('files that cannot be removed do not undo the write, and are removed at the next start', async (t) => {
  const { server, as } = await open(t)
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const { store } = server.api.files
  store.delete = async () => { throw new Error('the disk is read-only') }
  t.equal((await server.send({ method: 'DELETE', url: `/api/media/${media['o:id'] as number}`, as })).statusCode, 200)
  t.equal((await stored(server)).length, 4)
  await server.app.close()
  const next = await build(t, { data: server.data })
  t.same(await stored(next), [])
})

/** Starts to send a form, and stops in the middle of a file. */
async function half (server: Server, as: Key, parts: string): Promise<Socket> {
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port)
  await once(socket, 'connect')
  socket.write(
    `POST /api/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${as.identity}.${as.credential}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${parts}`
  )
  return socket
}

t.test('a client that hangs up half way leaves nothing', async (t) => {
  const { server, as } = await open(t)
  await server.app.listen({ port: 0 })
  const data = `--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n${items(upload(0))}\r\n`
  const begun = '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a.txt"\r\n\r\nhalf of a fi'
  for (const parts of [begun, data + begun, `${data}${begun}le\r\n--b`]) {
    const socket = await half(server, as, parts)
    while ((await leftovers(server)).length === 0) await delay(5)
    socket.destroy()
    while ((await leftovers(server)).length > 0) await delay(5)
    t.same(await stored(server), [])
  }
  t.same((await server.send({ url: '/api/resources', as })).json(), [])
})

t.test('a client that hangs up after the last byte has made its item, with the file', async (t) => {
  const { server, as } = await open(t)
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const body = `--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n${items(upload(0))}\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a.txt"\r\n\r\nwords\r\n--b--\r\n'
  const socket = connect(port)
  await once(socket, 'connect')
  socket.write('POST /api/items HTTP/1.1\r\nHost: localhost\r\n' +
    `Authorization: Bearer ${as.identity}.${as.credential}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  while ((await stored(server)).length === 0) await delay(5)
  socket.destroy()
  while ((await leftovers(server)).length > 0) await delay(5)
  const [media] = (await server.send({ url: '/api/media', as })).json() as Json[]
  t.same(await stored(server), [`original/${media!['o:filename'] as string}`])
})

t.test('one answer names what is wrong with a record and with its media, and no file stays', async (t) => {
  const { server, as } = await open(t)
  const post = async (path: string, payload: Json): Promise<Json> => {
    const data = JSON.stringify({ 'o:resource_template': { 'o:id': 2 }, ...payload })
    const { status, json } = await sendForm(server, as, 'POST', path, { data, 'file[0]': file('words', 'a.txt') })
    t.equal(status, 422)
    return json['errors'] as Json
  }
  const rows = [{ 'o:property': { 'o:id': 1 }, 'o:is_required': true }]
  const template = { 'o:label': 'Titled', 'o:resource_template_property': rows }
  t.equal((await server.send({ method: 'POST', url: '/api/resource_templates', as, payload: template })).statusCode, 200)
  const lacking = { 'o:resource_template_property': ['The "Titled" resource template requires a "Title" value'] }
  const homeless = { 'o:item': ['Media must belong to an item.'] }
  const unfound = { error: ['No file uploaded for the specified index'] }
  t.same(await post('/api/media', { ...upload(1), 'o:item': 5 }), { ...unfound, ...homeless, ...lacking })
  t.same(await post('/api/media', upload(0)), { ...homeless, ...lacking })
  t.same(await post('/api/items', { 'o:media': [upload(0, { 'o:resource_template': { 'o:id': 2 } }), upload(0), upload(1)] }), {
    ...lacking, 'o:media': [lacking, { upload: ['File was not found'] }, unfound]
  })
  const { 'o:id': id } = (await server.send({ method: 'POST', url: '/api/items', as, payload: title('a') })).json<Json>()
  for (const method of ['PUT', 'PATCH'] as const) {
    const payload = { 'o:resource_template': { 'o:id': 2 }, clear_property_values: [1], 'o:media': [{ 'o:ingester': 'none' }] }
    const refused = await server.send({ method, url: `/api/items/${id as number}`, as, payload })
    t.same([refused.statusCode, refused.json()], [422, {
      errors: { ...lacking, 'o:media': [{ 'o:ingester': ['Media must set a valid ingester.'] }] }
    }])
  }
  t.match((await server.send({ url: `/api/items/${id as number}`, as })).json(), { 'o:title': 'a', 'o:media': [] })
  t.same((await server.send({ url: '/api/media', as })).json(), [])
  t.same(await stored(server), [])
  t.same(await leftovers(server), [])
})
