import t from 'tap'
import type { SqliteDatabase } from '../../db/sqlite/connection/connection.js'
import { onSqlite } from '../database.js'
import { build, title } from '../helper.js'

const ONLY = onSqlite('which can be told how large its file may be')

t.test('when the disk is full, writes are refused and every read goes on', ONLY, async (t) => {
  const server = await build(t)
  const { api, send } = server
  const as = await server.account('editor')
  const create = async (text: string) => await send({ method: 'POST', url: '/api/items', as, payload: title(text) })
  t.equal((await create('Lighthouse at dusk')).statusCode, 200)
  await api.rebuildFullText()

  const limit = async (pages: number): Promise<void> => {
    await api.store.write(async (database) => { (database as SqliteDatabase).$client.pragma(`max_page_count = ${pages}`) })
  }
  await limit(1)
  const statuses: number[] = []
  for (let i = 0; i < 500 && statuses.at(-1) !== 507; i++) {
    statuses.push((await create(`Item ${i} ${'x'.repeat(5000)}`)).statusCode)
  }
  t.equal(statuses.at(-1), 507)
  t.match((await create('x'.repeat(100_000))).json(), { errors: { error: /^The disk of the server is full/ } })
  const together = await Promise.all(
    [1, 2, 3].map(async (i) => (await create(`Together ${i} ${'x'.repeat(50_000)}`)).statusCode)
  )
  t.same(together, [507, 507, 507], 'also when they share a commit')

  for (const url of [
    '/api/items',
    '/api/items/1',
    '/api/items?search=lighthouse',
    '/api/items?fulltext_search=lighthouse',
    '/api/items?sort_by=title',
    '/api/items/facets?facets=dcterms:title',
    '/api/items?property[0][type]=in&property[0][text]=dusk',
    '/api/users',
    '/api-context',
    '/api'
  ]) { t.equal((await send({ url, as })).statusCode, 200, url) }
  t.match((await send({ url: '/api/items?fulltext_search=lighthouse', as })).json(), [
    { 'o:title': 'Lighthouse at dusk' }
  ])
  t.match((await send({ url: '/admin/user', as })).statusCode, 303)
  t.equal((await api.keys.list(undefined, { id: 1, role: 'global_admin' })).length, 1)

  await limit(1_000_000)
  t.equal((await create('Room again')).statusCode, 200)
  t.match((await send({ url: '/api/items?fulltext_search=room', as })).json(), [{ 'o:title': 'Room again' }])
})
