import { eq } from 'drizzle-orm'
import t from 'tap'
import { value } from '../../../db/tables/index.js'
import { build, WITHOUT_THREADS } from '../../helper.js'

t.test('a resource that annotates itself, in a damaged database, can be shown, changed and found', async (t) => {
  const { send, account, api } = await build(t, WITHOUT_THREADS)
  const editor = await account('editor')
  const { 'o:id': id } = (await send({
    method: 'POST',
    url: '/api/items',
    as: editor,
    payload: { 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': 'nocturne' }] }
  })).json()
  await api.store.write(async (database) => {
    await database.update(value).set({ annotationId: value.resourceId as never }).where(eq(value.resourceId, id))
  })
  t.equal((await send({ url: `/api/items/${id}` })).statusCode, 200)
  const changed = await send({
    method: 'PATCH', url: `/api/items/${id}`, as: editor, payload: { 'o:is_public': true }
  })
  t.equal(changed.statusCode, 200)
  t.match((await send({ url: '/api/items?fulltext_search=nocturne' })).json(), [{ 'o:id': id }])
})
