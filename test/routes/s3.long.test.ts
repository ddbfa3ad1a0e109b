import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import t from 'tap'
import { build, temporaryFolder } from '../helper.js'
import { quadrants } from '../files/fixtures/pictures.js'
import { freePort, serve, serveS3 } from '../files/fixtures/servers.js'
import { file, leftovers, pathOf, sendForm, stored, uploadMedia, type Json } from '../files/fixtures/uploads.js'

const jpeg = await sharp(await quadrants(60, 40)).jpeg().toBuffer()

t.test('the whole server works on a bucket as on a folder', async (t) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = await serveS3(t, await temporaryFolder(t))
  const settings = {
    s3Endpoint: endpoint,
    s3Region: region,
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey
  }
  const server = await build(t, settings)
  const as = await server.account('global_admin')

  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const { json: asset } = await sendForm(server, as, 'POST', '/api/assets', { data: '{}', file: file(jpeg, 'a.jpg') })
  t.equal((await stored(server)).length, 5)
  const url = pathOf(media['o:original_url'])
  const whole = await server.send({ url })
  t.ok(whole.rawPayload.equals(jpeg))
  t.match(whole.headers, {
    'content-type': 'image/jpeg',
    'content-length': String(jpeg.length),
    'cache-control': /immutable/
  })
  t.equal((await server.send({ url, headers: { 'if-none-match': String(whole.headers.etag) } })).statusCode, 304)
  const part = await server.send({ url, headers: { range: 'bytes=10-19' } })
  t.equal(part.statusCode, 206)
  t.ok(part.rawPayload.equals(jpeg.subarray(10, 20)))
  t.equal((await server.send({ url, headers: { range: `bytes=${jpeg.length}-` } })).statusCode, 416)
  t.match(await server.send({ method: 'HEAD', url }), {
    statusCode: 200,
    payload: '',
    headers: { 'content-length': String(jpeg.length) }
  })
  t.equal((await server.send({ url: pathOf(media['o:thumbnail_urls'].square) })).statusCode, 200)
  t.equal((await server.send({ url: pathOf(asset['o:asset_url']) })).statusCode, 200)
  t.equal((await server.send({ url: url.replace('original', 'large') })).statusCode, 200)
  t.equal((await server.send({ url: `${url}x` })).statusCode, 404)

  t.same(await server.api.checkFiles(), { files: 5, owners: 2, orphans: 0, missing: 0, altered: 0, removed: 0 })
  await server.api.files.store.put('original/0123.txt', Buffer.from('another node may be about to commit its row'))
  t.match(await server.api.checkFiles({ repair: true }), { orphans: 1, removed: 0 })
  await server.api.files.store.delete('original/0123.txt')

  const refused = await sendForm(server, as, 'POST', '/api/items', {
    data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }], 'o:item_set': [99] }),
    'file[0]': file(jpeg, 'a.jpg')
  })
  t.equal(refused.status, 404)
  t.equal((await stored(server)).length, 5)
  await server.send({ method: 'DELETE', url: `/api/items/${(media['o:item'] as Json)['o:id'] as number}`, as })
  await server.send({ method: 'DELETE', url: `/api/assets/${asset['o:id'] as number}`, as })
  t.same(await stored(server), [])
  t.same(await leftovers(server), [])
})

t.test('a bucket that cannot be reached is reported at the start, and reads of records continue', async (t) => {
  const warning = new Promise<Error>((resolve) => {
    const listen = (given: Error): void => { if ((given as NodeJS.ErrnoException).code === 'VITRINE_BUCKET') resolve(given) }
    process.on('warning', listen)
    t.teardown(() => { process.off('warning', listen) })
  })
  const s3Endpoint = `http://127.0.0.1:${await freePort()}/museum`
  const server = await build(t, { s3Endpoint, s3Region: 'eu', s3AccessKeyId: 'a', s3SecretAccessKey: 'b' })
  const { send } = server
  t.match(await warning, { message: /^The bucket http:.*museum cannot be read \(.*ECONNREFUSED.*\)/ })
  t.equal((await send({ url: '/api/items' })).statusCode, 200)
  const away = { errors: { error: 'The stored files cannot be reached at the moment. Try again in a moment.' } }
  const read = await send({ url: '/files/original/0123456789abcdef0123456789abcdef01234567.txt' })
  t.match(read, { statusCode: 503, headers: { 'retry-after': /^\d+$/ } })
  t.match(read.json(), away)
  const written = await sendForm(server, await server.account('editor'), 'POST', '/api/items', {
    data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }), 'file[0]': file(jpeg, 'a.jpg')
  })
  t.match(written, { status: 503, json: away })
  t.equal((await send({ url: '/api/items' })).json().length, 0)
})

t.test('whatever a bucket answers, an upload is stored whole or refused with 503, and so is a read', async (t) => {
  const bucket = await serveS3(t, await temporaryFolder(t))
  const { port } = new URL(bucket.endpoint)
  /** What is answered in place of the bucket, to some of its requests. */
  let fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  const proxy = await serve(t, (request, response) => {
    if (fault?.(request, response) === true) return
    const { method, url, headers } = request
    request.pipe(http.request({ port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    }))
  })
  const server = await build(t, {
    s3Endpoint: `${proxy}${new URL(bucket.endpoint).pathname}`,
    s3Region: bucket.region,
    s3AccessKeyId: bucket.accessKeyId,
    s3SecretAccessKey: bucket.secretAccessKey
  })
  const as = await server.account('global_admin')
  const long = Buffer.concat([jpeg, Buffer.alloc(6 * 1024 * 1024)])
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const url = pathOf(media['o:original_url'])
  const image = `/iiif/3/${media['o:id'] as number}/full/max/0/default.jpg`
  const before = await stored(server)
  const answering = (status: number, body: string, wanted = /./) =>
    ({ method, url }: IncomingMessage, response: ServerResponse): boolean => {
      if (!wanted.test(`${method!} ${url!}`)) return false
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
      return true
    }
  const away = { errors: { error: 'The stored files cannot be reached at the moment. Try again in a moment.' } }
  const upload = async (bytes: Buffer) => await sendForm(server, as, 'POST', '/api/items', {
    data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }), 'file[0]': file(bytes, 'a.jpg')
  })

  for (const [status, body] of [
    [403, '<Error><Code>AccessDenied</Code></Error>'],
    [404, '<Error><Code>NoSuchBucket</Code></Error>'],
    [503, '<Error><Code>SlowDown</Code></Error>']
  ] as const) {
    fault = answering(status, body)
    t.match(await upload(jpeg), { status: 503, json: away }, body)
    for (const address of [url, image]) {
      const read = await server.send({ url: address })
      t.match(read, { statusCode: 503, headers: { 'retry-after': /^\d+$/ } }, `${address} ${body}`)
      t.match(read.json(), away)
    }
  }
  fault = answering(200, '<html>Maintenance</html>', /^PUT/)
  t.match(await upload(jpeg), { status: 503, json: away }, 'a page instead of the answer of the bucket')
  fault = answering(200, '<Error><Code>InternalError</Code></Error>', /^POST .*uploadId=/)
  t.match(await upload(long), { status: 503, json: away }, 'the last request of an upload in parts')
  fault = (_request, response) => {
    response.writeHead(200, { 'content-length': jpeg.length }).write(jpeg.subarray(0, 20), () => { response.destroy() })
    return true
  }
  t.match((await server.send({ url: image })).json(), away, 'a file that breaks off')

  fault = undefined
  t.equal((await server.send({ url: image })).statusCode, 200, 'nothing of this is remembered')
  t.same((await stored(server)).sort(), before.sort())
  t.match(await server.api.checkFiles(), { missing: 0 })
  t.equal((await upload(long)).status, 200)
})
