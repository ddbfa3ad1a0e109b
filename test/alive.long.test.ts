import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { start, vitrine } from './cli/program.js'
import { temporaryFolder } from './helper.js'

/** Enough that exports, imports and searches run in threads, and that threads begin and end. */
const RECORDS = 2000
const REQUESTS = 1000
const EXPORTS = 40

/** Requests under way at a time. */
const CLIENTS = 8

t.test('a thousand requests beside exports, imports and searches; SIGTERM: silent, exit 0', async (t) => {
  const folder = await temporaryFolder(t)
  const data = path.join(folder, 'data')
  const file = path.join(folder, 'records.ndjson')
  writeFileSync(file, Array.from({ length: RECORDS }, (_, at) => JSON.stringify({
    '@type': 'o:Item',
    'dcterms:title': [{ '@value': `Record ${at}` }],
    'dcterms:creator': [{ '@value': `Maker ${at % 40}` }]
  })).join('\n'))
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  const headers = {
    authorization: `Bearer ${await server.says(/key_identity=(\w+)/)}.${await server.says(/key_credential=(\w+)/)}`
  }
  const imported = vitrine(t, ['import', file, '--data', data])

  const exported = Array.from({ length: EXPORTS }, (_, at) => `/api/items/export?format=${['csv', 'ndjson', 'nq'][at % 3]}`)
  const searched = Array.from({ length: REQUESTS }, (_, at) => [
    `/api/items?fulltext_search=record+${at}`,
    `/api/items?property[0][property]=dcterms:creator&property[0][type]=eq&property[0][text]=Maker+${at % 50}`,
    `/api/items?facets=dcterms:creator&search=maker+${at % 40}`,
    `/?dcterms:creator=Maker+${at % 40}`
  ][at % 4]!)
  const statuses = new Map<number, number>()
  const client = async (paths: string[]): Promise<void> => {
    for (let next = paths.pop(); next !== undefined; next = paths.pop()) {
      const answer = await fetch(address + next)
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (paths.length % 100 === 0) {
        const written = await fetch(`${address}/api/items`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/turtle' },
          body: '<> <http://purl.org/dc/terms/title> "Written as RDF" .'
        })
        t.equal(written.status, 200)
      }
    }
  }
  // A server makes few exports at a time, and refuses more.
  const exporting = client(exported)
  const { code, stderr } = await imported
  t.equal(code, 0, stderr)
  await Promise.all([exporting, ...Array.from({ length: CLIENTS }, async () => await client(searched))])
  t.notMatch(stderr, /warn|error/i, 'only progress')
  t.same([...statuses], [[200, EXPORTS + REQUESTS]])
  const found = await fetch(`${address}/api/items?per_page=1&fulltext_search=record`)
  t.equal(found.headers.get('omeka-s-total-results'), String(RECORDS))

  server.process.kill('SIGTERM')
  t.match(await server.outcome(), { code: 0, stderr: '' })
})
