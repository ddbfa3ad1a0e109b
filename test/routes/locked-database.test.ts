import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { whileBusy } from '../../db/open/patience.js'
import { hasBegun, openFile } from '../../db/sqlite/connection/driver.js'
import { onSqlite } from '../database.js'
import { build, title } from '../helper.js'
import { itemWith, jpegOf } from './iiif/fixtures.js'

const ONLY = onSqlite('which one program at a time can write to')

t.test('while another program writes for too long, writes get 503 with Retry-After, and reads are answered', ONLY, async (t) => {
  const server = await build(t)
  const { data, send } = server
  const as = await server.account('editor')
  const create = async (text: string) => await send({ method: 'POST', url: '/api/items', as, payload: title(text) })
  t.equal((await create('Before')).statusCode, 200)
  const item = await itemWith(server, as, [['front.jpg', await jpegOf(120, 90)]])
  const other = openFile(path.join(data, 'vitrine.db'))
  t.teardown(() => { other.close() })
  other.exec('BEGIN IMMEDIATE')
  const refused = create('Refused')
  t.match((await send({ url: '/api/items?search=before' })).json(), [{ 'o:title': 'Before' }])
  const manifest = await send({ url: `/iiif/3/${item['o:id']}/manifest` })
  t.match(manifest.json(), { items: [{ width: 120, height: 90 }] }, 'though the size of the picture cannot be stored')
  const { statusCode, headers, body } = await refused
  t.equal(statusCode, 503, body)
  t.ok(headers['retry-after'])
  t.match(JSON.parse(body), { errors: { error: /busy/ } })
  other.exec('ROLLBACK')
  t.equal((await create('After')).statusCode, 200)
  const titles = (await send({ url: '/api/items?sort_by=id' })).json<Array<{ 'o:title': string }>>().map((one) => one['o:title'])
  t.same(titles, ['Before', 'Lighthouse', 'After'])
})

t.test('an import completes while another program writes almost without pause', ONLY, async (t) => {
  const { api, data } = await build(t)
  const file = path.join(data, 'records.ndjson')
  const record = (id: number): string => JSON.stringify({ '@id': `_:${id}`, '@type': 'o:Item', ...title(`Item ${id}`) })
  writeFileSync(file, `${record(1)}\n${record(2)}\n`)
  const other = openFile(path.join(data, 'vitrine.db'))
  const stop = new AbortController()
  const writing = (async () => {
    for (; !stop.signal.aborted; await nextTurn()) {
      if (!hasBegun(other, false)) continue
      other.exec("UPDATE stamp SET changes = changes + 1 WHERE id = 'terms'")
      await delay(10)
      other.exec('COMMIT')
      await delay(1)
    }
    other.close()
  })()
  const summary = await api.imports.run({ file })
  t.match(summary, { created: 2, errors: 0 })
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 2)
  stop.abort()
  await writing
})

t.test('statistics wait for other writers', ONLY, async (t) => {
  const { api, data } = await build(t)
  const other = openFile(path.join(data, 'vitrine.db'))
  t.teardown(() => { other.close() })
  other.exec('BEGIN IMMEDIATE')
  const refreshed = api.store.refreshStatistics()
  await nextTurn()
  other.exec('COMMIT')
  await refreshed
})

t.test('a transaction that cannot begin is retried for minutes; other errors are not retried', async (t) => {
  const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const failing = (times: number, error: Error): { attempts: number, work: () => Promise<string> } => {
    const counted = {
      attempts: 0,
      async work () {
        if (counted.attempts++ < times) throw error
        return 'done'
      }
    }
    return counted
  }
  const patient = failing(3, busy)
  t.equal(await whileBusy(patient.work), 'done')
  t.equal(patient.attempts, 4)
  const full = failing(1, Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' }))
  await t.rejects(whileBusy(full.work), { code: 'SQLITE_FULL' })
  await t.rejects(whileBusy(failing(1, busy).work, () => true), busy, 'not where the program ends')
  await t.rejects(whileBusy(failing(Infinity, busy).work, () => false, 0), busy)
})
