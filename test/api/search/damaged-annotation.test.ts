import path from 'node:path'
import Sqlite from 'better-sqlite3'
import t from 'tap'
import { build, WITHOUT_THREADS } from '../../helper.js'

t.test('a resource that annotates itself, in a damaged database, can be shown, changed and found', async (t) => {
  const { send, account, data } = await build(t, WITHOUT_THREADS)
  const editor = await account('editor')
  const { 'o:id': id } = (await send({
    method: 'POST',
    url: '/api/items',
    as: editor,
    payload: { 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': 'nocturne' }] }
  })).json()
  const driver = new Sqlite(path.join(data, 'vitrine.db'))
  driver.prepare('UPDATE value SET annotation_id = resource_id WHERE resource_id = ?').run(id)
  driver.close()
  t.equal((await send({ url: `/api/items/${id}` })).statusCode, 200)
  const changed = await send({
    method: 'PATCH', url: `/api/items/${id}`, as: editor, payload: { 'o:is_public': true }
  })
  t.equal(changed.statusCode, 200)
  t.match((await send({ url: '/api/items?fulltext_search=nocturne' })).json(), [{ 'o:id': id }])
})
