import t from 'tap'
import { sql } from 'drizzle-orm'
import { onSqlite } from '../database.js'
import { collection, html, link, literal, refusal, valuesOf, titled, type Json } from './collection.js'

t.test('DELETE returns the deleted resource, without id and @reverse, with the address of the collection', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('items', titled('Gone'))
  await make('items', { 'dcterms:relation': [link(id)] })
  const answer = await api.items.delete(id, as.global_admin)
  const { '@reverse': reverse, ...found } = answer.json() as Json
  t.match(found, { '@id': '/api/items', 'o:id': null, 'o:title': 'Gone' })
  t.equal(answer.id, id, 'the program that deleted it still learns which one it was')
  t.equal(reverse, undefined)
  t.match(await refusal(api.items.delete(id, as.global_admin)), { kind: 'not-found' })
})

t.test('a deleted item is shown with the pictures of its primary media, by default the first', async (t) => {
  const { api, make, get, patch, as } = await collection(t)
  const gone = { '@id': '/api/media', 'o:id': null }
  const item = await make('items', { 'o:media': [html(), html()] })
  const { thumbnail_display_urls: urls } = await get('items', item)
  const deleted = (await api.items.delete(item, as.global_admin)).json() as Json
  t.same([deleted['o:primary_media'], deleted['o:media']], [gone, [gone, gone]])
  t.same(deleted.thumbnail_display_urls, urls)
  t.ok(urls.square)
  const other = await make('items', { 'o:media': [html(), html()] })
  const [, second] = (await get('items', other))['o:media'] as [Json, Json]
  await patch('items', other, { 'o:primary_media': second })
  t.match((await api.items.delete(other, as.global_admin)).json(), {
    'o:primary_media': null, 'o:media': [gone, gone], thumbnail_display_urls: { square: null }
  })
})

t.test('an item set is deleted like other resources', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('item_sets', titled('Gone'))
  t.match((await api.itemSets.delete(id, as.global_admin)).json(), {
    '@id': '/api/item_sets',
    'o:id': null,
    'o:title': 'Gone'
  })
})

t.test('with an item go its media and the values that lead to them, not the titles made of such values', async (t) => {
  const { api, make, page, get, find, as } = await collection(t)
  const item = await make('items', titled('Gone'))
  const media = await page(item)
  const other = await make('items', {
    ...titled('Other'),
    'dcterms:relation': [link(item), link(media), literal('stays')]
  })
  const before = await get('items', other)
  await api.items.delete(item, as.global_admin)
  const after = await get('items', other)
  t.same(valuesOf(after, 'dcterms:relation'), ['stays'])
  t.same([after['o:title'], after['o:modified']], [before['o:title'], before['o:modified']])
  t.same(await find('resources'), [other])
})

t.test('a deleted media is no longer the primary media of its item', async (t) => {
  const { api, make, get, patch, as } = await collection(t)
  const item = await make('items', { 'o:media': [html(), html()] })
  const [first, second] = (await get('items', item))['o:media'] as [Json, Json]
  await patch('items', item, { 'o:primary_media': second })
  await api.media.delete(second['o:id'], as.global_admin)
  t.equal((await get('items', item))['o:primary_media']['o:id'], first['o:id'])
})

t.test('a resource that links to itself can be deleted', async (t) => {
  const { api, make, patch, find, as } = await collection(t)
  const id = await make('items', titled('a'))
  await patch('items', id, { 'dcterms:relation': [link(id, { '@annotation': { 'dcterms:relation': [link(id)] } })] })
  await api.items.delete(id, as.global_admin)
  t.same(await find('resources'), [])
})

t.test('two resources that link to each other can be deleted one after the other', async (t) => {
  const { api, make, patch, get, as } = await collection(t)
  const a = await make('items', {})
  const b = await make('items', { 'dcterms:relation': [link(a)] })
  await patch('items', a, { 'dcterms:relation': [link(b)] })
  await api.items.delete(a, as.global_admin)
  t.notOk('dcterms:relation' in await get('items', b))
  await t.resolves(api.items.delete(b, as.global_admin))
})

t.test('ids are counted across kinds and never used again', async (t) => {
  const { api, make, page, as } = await collection(t)
  const item = await make('items', {})
  const set = await make('item_sets', {})
  const media = await page(item)
  t.same([item, set, media], [1, 2, 3])
  await api.media.delete(media, as.global_admin)
  t.equal(await make('items', {}), 4)
})

t.test('an item that a page shows several times can be deleted, and its page stays', async (t) => {
  const { api, make, site, as } = await collection(t)
  const id = await make('items', titled('Shown'))
  const siteId = await site()
  await api.store.write(async (database) => {
    await database.run(
      `INSERT INTO site_page (id, site_id, slug, slug_key, title, title_key, is_public, created)
        VALUES (1, ${siteId}, 'p', 'p', 'P', 'p', 1, 0)`
    )
    await database.run(
      "INSERT INTO site_page_block (id, page_id, layout, data, position) VALUES (1, 1, 'media', '{}', 1)"
    )
    for (const position of [1, 2]) {
      await database.run(
        `INSERT INTO site_block_attachment (block_id, item_id, caption, position) VALUES (1, ${id}, '', ${position})`
      )
    }
  })
  await api.items.delete(id, as.global_admin)
  t.match((await api.resource('site_pages').read(1, as.global_admin)).json(), {
    'o:block': [{ 'o:attachment': [{ 'o:item': null }, { 'o:item': null }] }]
  })
})

t.test('a deleted resource leaves no rows in any table or index', async (t) => {
  const { api, make, patch, find, as } = await collection(t)
  const set = await make('item_sets', titled('Set'))
  const target = await make('items', titled('Target'))
  const id = await make('items', {
    ...titled('Something long enough'),
    'o:item_set': [set],
    'o:media': [html(titled('Page'))],
    'dcterms:relation': [
      link(target, { '@annotation': { 'dcterms:title': [literal('Note', { '@annotation': titled('Nested') })] } }),
      { '@id': 'urn:x', 'o:label': 'Label' }
    ]
  })
  await patch('items', id, titled('Something else entirely'))
  await api.items.batchDelete([id, target], as.global_admin)
  await api.itemSets.delete(set, as.global_admin)
  for (const table of ['resource', 'item', 'item_set', 'media', 'value', 'sort_text', 'item_item_set']) {
    t.same(await api.store.read.all(sql`SELECT count(*) AS rows FROM ${sql.identifier(table)}`), [{ rows: 0 }], table)
  }
  t.same(await find('resources', { search: 'else' }), [])
  await t.test('nor in an index of parts of texts', onSqlite('its index of these is kept by hand'), async (t) => {
    await api.store.write(async (database) => {
      for (const index of ['value_trigram', 'title_trigram']) {
        t.same(
          await database.all(
            sql`SELECT rowid FROM ${sql.identifier(index)} WHERE ${sql.identifier(index)} MATCH '"els" OR "omE" OR "ome"'`
          ),
          [],
          index
        )
        await database.run(sql.raw(`INSERT INTO ${index}(${index}, rank) VALUES ('integrity-check', 0)`))
      }
    })
  })
})

t.test('when a set with many members is deleted, none of them is in it', async (t) => {
  const { api, as, make, find, get } = await collection(t)
  const [set, other] = [await make('item_sets', titled('Large')), await make('item_sets', titled('Other'))]
  const item = { ...titled('Member'), 'o:item_set': [{ 'o:id': set }, { 'o:id': other }] }
  await api.items.batchCreate(Array.from({ length: 1010 }, () => item), as.global_admin)
  await api.itemSets.delete(set, as.global_admin)
  t.same(await find('items', { item_set_id: String(set) }), [])
  const members = await find('items', { item_set_id: String(other), per_page: '2000' })
  t.equal(members.length, 1010)
  for (const id of [members[0]!, members[500]!, members[1009]!]) {
    t.same((await get('items', id))['o:item_set'].map((one: Json) => one['o:id']), [other])
  }
  const rows = await api.store.read.all(sql`SELECT * FROM item_item_set WHERE item_set_id = ${set}
    UNION ALL SELECT * FROM left_item_set WHERE item_set_id = ${set}`)
  t.same(rows, [], 'nothing remembers the set')
})
