import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { onSqlite } from '../database.js'
import { file, sendForm } from '../files/fixtures/uploads.js'
import { build, title } from '../helper.js'

t.test('a database file that was moved away takes no more writes', onSqlite('is a file'), async (t) => {
  const { api, send, account, data } = await build(t)
  const as = await account('editor')
  const create = async () => await send({ method: 'POST', url: '/api/items', as, payload: title('Hello') })
  t.match(await create(), { statusCode: 200 })
  const database = path.join(data, 'vitrine.db')
  await rename(database, `${database}.old`)
  t.match(await create(), { statusCode: 503, headers: { 'retry-after': /./ } })
  t.match(api.monitor.health, { isReady: false, checks: { database: 'failing' } })
  t.match((await send({ url: '/api/items' })).json(), [{ 'o:id': 1 }], 'which is still read')
  await rename(`${database}.old`, database)
  t.match(await create(), { statusCode: 200 })
  t.match(api.monitor.health, { isReady: true })
})

t.test('uploads are refused with 503 while the folders for files are missing', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const parts = { data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }), 'file[0]': file('text', 'a.txt') }
  const upload = async () => await sendForm(server, as, 'POST', '/api/items', parts)
  t.match(await upload(), { status: 200 })
  await rm(path.join(server.data, 'tmp'), { recursive: true })
  t.match(await upload(), { status: 503, headers: { 'retry-after': /./ } })
})
