import { request, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { Answer } from '../../../api/core/answers/answer.js'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { fieldPicker } from '../../../api/search/query/fields.js'
import { ready } from '../../../plugins/reply/answer-bytes.js'
import { titled } from '../../api/collection.js'
import { turnsDuring } from '../../api/turns-during.js'
import { build } from '../../helper.js'

const ITEMS = 200
const HOSTS = ['museum.example', 'archive.example:8080', 'm']

interface Reply { headers: IncomingHttpHeaders, body: Buffer }

t.test('each request gets addresses with its own host, in parallel and repeatedly', async (t) => {
  const { app, api } = await build(t, { memory: 8 })
  // Each title has the address of one of the hosts by itself.
  const own = (id: number): string => `http://${HOSTS[id % HOSTS.length]}/api/items/1 by itself`
  const payloads = Array.from({ length: ITEMS }, (_, at) => titled(`${'é–'.repeat(500)} ${own(at + 1)}`))
  await api.items.batchCreate(payloads, { actor: OPERATOR })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  const get = async (host: string, path: string, headers: Record<string, string> = {}): Promise<Reply> => {
    const sent = request({ port, path, headers: { host, ...headers }, agent: false }).end()
    const [reply] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of reply) chunks.push(chunk as Buffer)
    return { headers: reply.headers, body: Buffer.concat(chunks) }
  }

  const PATHS = [
    '/api/items/200', '/api/items?per_page=3', '/api/items?sort_by=id&sort_order=desc&per_page=50',
    '/api/items?per_page=200', '/api/items?per_page=200&fields=o:id,dcterms:title', '/api/items?per_page=40&fields=o:title'
  ]
  const check = async (host: string, path: string): Promise<void> => {
    const { headers, body } = await get(host, path)
    t.equal(Number(headers['content-length']), body.length, `${host}${path}`)
    const found: unknown = JSON.parse(body.toString())
    const resources = (Array.isArray(found) ? found : [found]) as Array<Record<string, unknown>>
    for (const { '@id': address, 'o:title': title } of resources) {
      const id = Number(String(address).split('/').at(-1))
      t.equal(address, `http://${host}/api/items/${id}`)
      if (title !== undefined) t.match(title, own(id), 'what a text says by itself stays')
    }
    const compressed = await get(host, path, { 'accept-encoding': 'br' })
    t.equal(compressed.headers['content-encoding'], 'br')
    t.same(brotliDecompressSync(compressed.body), body)
    t.equal(compressed.headers.etag, headers.etag?.replace(/"$/, '-br"'))
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all(HOSTS.flatMap((host) => PATHS.map(async (path) => { await check(host, path) })))
  }
})

t.test('others are served while a list with few fields of large resources is made', async (t) => {
  const values = Array.from({ length: 20_000 }, () => ({ '@value': 'sea' }))
  const large = JSON.stringify({ 'o:id': 1, 'dcterms:subject': values })
  const list = Answer.list(Array.from({ length: 100 }, () => new Answer(large)), {}, fieldPicker(['o:id']))
  let text = ''
  const turns = await turnsDuring(async () => { text = (await ready(list, '')).body.whole().toString() })
  t.equal(text, `[${'{"o:id":1},'.repeat(100).slice(0, -1)}]`)
  t.ok(turns > 3, `${turns} turns`)
})
