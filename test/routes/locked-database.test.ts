import path from 'node:path'
import t from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { onSqlite } from '../database.js'
import { build, title } from '../helper.js'

const ONLY = onSqlite('which one program at a time can write to')

t.test('while another program writes for too long, writes are refused, to be tried again, and reads go on', ONLY, async (t) => {
  const server = await build(t)
  const { data, send } = server
  const as = await server.account('editor')
  const create = async (text: string) => await send({ method: 'POST', url: '/api/items', as, payload: title(text) })
  t.equal((await create('Before')).statusCode, 200)
  const other = openFile(path.join(data, 'vitrine.db'))
  t.teardown(() => { other.close() })
  other.exec('BEGIN IMMEDIATE')
  const refused = create('Refused')
  t.match((await send({ url: '/api/items?search=before' })).json(), [{ 'o:title': 'Before' }])
  const { statusCode, headers, body } = await refused
  t.equal(statusCode, 503, body)
  t.ok(headers['retry-after'])
  t.match(JSON.parse(body), { errors: { error: /busy/ } })
  other.exec('ROLLBACK')
  t.equal((await create('After')).statusCode, 200)
  const titles = (await send({ url: '/api/items?sort_by=id' })).json<Array<{ 'o:title': string }>>().map((one) => one['o:title'])
  t.same(titles, ['Before', 'After'])
})
