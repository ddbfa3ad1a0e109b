import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { file, sendForm } from '../files/fixtures/uploads.js'
import { serve } from '../files/fixtures/servers.js'
import { build, type Key, type Server } from '../helper.js'

const SIZE = 60_000

/** A server whose files under `/held` are not complete before `held` are ended. */
async function remote (t: Test): Promise<{ base: string, held: ServerResponse[] }> {
  const held: ServerResponse[] = []
  const base = await serve(t, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('x'.repeat(SIZE))
    if (request.url!.startsWith('/held')) held.push(response)
    else response.end()
  })
  return { base, held }
}

const limited = async (t: Test): Promise<Server> => await build(t, {
  uploadSpacePerAccount: 100_000,
  uploadSpace: 150_000,
  allowPrivateAddresses: true
})

/** How many remote files are on the disk, at least with their beginning. What is on the disk was counted before. */
async function fetched (data: string): Promise<number> {
  const folder = path.join(data, 'tmp')
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /remote-\w+\/file$/.test(name)).map((name) => path.join(folder, name))
  return files.filter((name) => (statSync(name, { throwIfNoEntry: false })?.size ?? 0) >= SIZE).length
}

async function holding (data: string, count: number): Promise<void> {
  while (await fetched(data) < count) await delay(10)
}

t.test('files that are fetched count as uploads of the account and of all together', async (t) => {
  const { base, held } = await remote(t)
  const server = await limited(t)
  const [one, two, three] = [
    await server.account('editor'), await server.account('editor'), await server.account('editor')
  ]
  const fetchFile = async (as: Key, name: string) => await server.send({
    method: 'POST', url: '/api/items', as, payload: { 'o:media': [{ 'o:ingester': 'url', ingest_url: `${base}/${name}` }] }
  })
  for (let at = 0; at < 3; at++) t.equal((await fetchFile(one, 'a.txt')).statusCode, 200, 'one after the other')

  const first = fetchFile(one, 'held-1.txt')
  await holding(server.data, 1)
  const tooMuch = await fetchFile(one, 'a.txt')
  t.equal(tooMuch.statusCode, 413)
  t.match(tooMuch.json(), { errors: { error: /of this account .* are larger than 100000 bytes/ } })
  t.equal((await fetchFile(two, 'a.txt')).statusCode, 200)

  const second = fetchFile(two, 'held-2.txt')
  await holding(server.data, 2)
  const crowded = await fetchFile(three, 'a.txt')
  t.equal(crowded.statusCode, 507)
  t.match(crowded.json(), { errors: { error: /no room for more uploads/ } })

  for (const response of held) response.end()
  for (const { statusCode } of await Promise.all([first, second])) t.equal(statusCode, 200)
  t.equal((await fetchFile(three, 'a.txt')).statusCode, 200)
  t.equal(await fetched(server.data), 0)
})

t.test('uploads and fetched files share the space of an account; what breaks off gives it back', async (t) => {
  const { base, held } = await remote(t)
  const server = await limited(t)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const as = await server.account('editor')
  const first = server.send({
    method: 'POST', url: '/api/items', as, payload: { 'o:media': [{ 'o:ingester': 'url', ingest_url: `${base}/held` }] }
  })
  await holding(server.data, 1)
  const upload = async (): Promise<number> => (await sendForm(server, as, 'POST', '/api/items', {
    data: '{"o:media":[{"o:ingester":"upload","file_index":0}]}', 'file[0]': file('x'.repeat(SIZE), 'a.txt')
  })).status
  t.equal(await upload(), 413)
  held[0]!.destroy()
  t.equal((await first).statusCode, 422)
  t.equal(await upload(), 200)
})

t.test('pictures that thumbnails are made from count, too', async (t) => {
  const { base } = await remote(t)
  const server = await build(t, { uploadSpacePerAccount: 10_000, allowPrivateAddresses: true })
  const document = await serve(t, (_request, response) => {
    response.end(JSON.stringify({
      '@context': 'http://iiif.io/api/presentation/2/context.json',
      '@type': 'sc:Manifest',
      thumbnail: { '@id': `${base}/picture.jpg` }
    }))
  })
  const answer = await server.send({
    method: 'POST',
    url: '/api/items',
    as: await server.account('editor'),
    payload: { 'o:media': [{ 'o:ingester': 'iiif_presentation', 'o:source': `${document}/manifest` }] }
  })
  t.equal(answer.statusCode, 413, answer.body)
})
