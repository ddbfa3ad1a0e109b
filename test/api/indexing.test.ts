import t from 'tap'
import { sql } from 'drizzle-orm'
import type { Query } from '../../api/call.js'
import { open } from '../../app.js'
import { collection, literal, titled } from './collection.js'

const about = (text: string) => ({ 'dcterms:subject': [literal(text)] })
const holding = (text: string) => ({ property: [{ property: 'dcterms:subject', type: 'in', text }] })

t.test('a text is found as soon as it is written, changed or deleted', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', about('harbour'))
  t.same(await all.find('items', holding('harb')), [id])
  t.same(await all.find('items', { search: 'arbou' }), [id])
  await all.put('items', id, about('lighthouse'))
  t.same([await all.find('items', holding('harb')), await all.find('items', holding('house'))], [[], [id]])
  await all.api.items.delete(id, all.as.global_admin)
  t.same(await all.find('items', holding('house')), [])
})

t.test('the same goes for texts that have been indexed meanwhile, and for titles of what is linked to', async (t) => {
  const all = await collection(t)
  const painter = await all.make('items', titled('Gwen John'))
  const id = await all.make('items', { ...about('harbour'), 'dcterms:creator': [{ type: 'resource', value_resource_id: painter }] })
  // Full text wants everything indexed.
  t.same(await all.find('items', { fulltext_search: 'harbour' }), [id])
  const [row] = await all.api.store.read.values(sql`SELECT count(*) FROM value_due`)
  t.same(row, [0])
  t.same(await all.find('items', { search: 'gwen' }), [painter, id])
  await all.put('items', painter, titled('Augustus John'))
  t.same([await all.find('items', { search: 'gwen' }), await all.find('items', { search: 'gust' })], [[], [painter, id]])
  t.same((await all.find('items', { fulltext_search: 'augustus' })).sort(), [painter, id])
  await all.put('items', id, about('lighthouse'))
  t.same([await all.find('items', holding('harb')), await all.find('items', holding('house'))], [[], [id]])
  await all.api.items.delete(id, all.as.global_admin)
  t.same(await all.find('items', holding('house')), [])
})

t.test('what was not indexed when the folder was closed is found by the next who opens it', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', { ...titled('Lake'), ...about('harbour') })
  const other = await open({ data: all.data })
  t.teardown(async () => { await other.close() })
  const queries: Query[] = [holding('harb'), { fulltext_search: 'lake' }, { search: 'ake' }]
  for (const query of queries) {
    t.match((await other.items.search(query, all.as.anonymous)).json(), [{ 'o:id': id }], JSON.stringify(query))
  }
})
