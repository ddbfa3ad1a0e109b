import t from 'tap'
import { IS_POSTGRES } from '../database.js'
import { collection, html, link, literal, refusal, valuesOf, titled, type Json } from './collection.js'

const parsed = (text: string): Json => JSON.parse(text) as Json

t.test('keys such as constructor have no special meaning', async (t) => {
  const { make, get, patch } = await collection(t)
  const id = await make('items', parsed(`{
    "__proto__": [{"property_id": 1, "@value": "a"}], "constructor": {"prototype": {"property_id": 1, "@value": "b"}},
    "toString": "x",
    "hasOwnProperty": 5
  }`))
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['a', 'b'])
  t.match(await refusal(patch('items', id, parsed('{"__proto__": [{"property_id": 999, "@value": "a"}]}'))), {
    kind: 'invalid'
  })
  t.equal(({} as Json).property_id, undefined)
  t.equal(({} as Json)['@value'], undefined)
})

t.test('a payload cannot inherit keys that it does not contain', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', parsed('{"__proto__": {"o:is_public": false, "o:item_set": "x"}}'))
  t.equal((await get('items', id))['o:is_public'], true)
})

t.test('data of a media keeps its keys, whatever they are', async (t) => {
  const { make, page, get } = await collection(t)
  const id = await page(await make('items', {}), {
    html: undefined,
    ...parsed('{"data": {"html": "<p>x</p>", "__proto__": {"polluted": 1}}}')
  })
  const { data } = await get('media', id)
  t.equal(data.html, '<p>x</p>')
  t.equal(({} as Json).polluted, undefined)
})

t.test('values may be 10,000, and be read, changed and removed again', async (t) => {
  const { make, get, patch, put, find } = await collection(t)
  const many = (text: string): Json => ({
    'dcterms:subject': Array.from({ length: 10_000 }, (_, at) => literal(`${text} ${at}`))
  })
  const id = await make('items', many('subject'))
  t.equal((await get('items', id))['dcterms:subject'].length, 10_000)
  t.same(await find('items', { search: 'subject 9999' }), [id])
  t.equal((await patch('items', id, many('changed')))['dcterms:subject'][9999]['@value'], 'changed 9999')
  await put('items', id, {})
  t.same(await find('items', { search: 'changed' }), [])
})

t.test('more values than a statement has parameters can be removed at once', async (t) => {
  const { make, put } = await collection(t)
  const id = await make('items', { 'dcterms:subject': Array.from({ length: 33_000 }, () => literal('x')) })
  t.notOk('dcterms:subject' in await put('items', id, titled('a')))
})

t.test('thousands of sets, links and media in one request work like a few', async (t) => {
  const { api, make, get, as } = await collection(t)
  const { outcomes } = await api.itemSets.batchCreate(Array.from({ length: 1500 }, () => ({})), as.global_admin)
  const ids = outcomes.map((outcome) => outcome.ok ? outcome.id : 0)
  const id = await make('items', {
    'o:item_set': ids,
    'dcterms:relation': ids.map((set) => link(set)),
    'o:media': Array.from({ length: 100 }, () => html())
  })
  const found = await get('items', id)
  t.same([found['o:item_set'].length, found['dcterms:relation'].length, found['o:media'].length], [1500, 1500, 100])
})

t.test('numbers beyond all bounds are ids of nothing', async (t) => {
  const { api, make, as, find } = await collection(t)
  for (const huge of [1e21, Number.MAX_SAFE_INTEGER + 1, -1, 0.5, '1e999', '99999999999999999999999', '-0']) {
    t.match(
      await refusal(make('items', { 'dcterms:relation': [link(huge as number)] })),
      { kind: 'not-found' },
      `value_resource_id ${huge}`
    )
    t.match(
      await refusal(make('items', { 'o:resource_class': { 'o:id': huge } })),
      { kind: 'not-found' },
      `o:resource_class ${huge}`
    )
    t.match(
      await refusal(make('items', { 'dcterms:title': [literal('a', { property_id: huge })] })),
      { kind: 'invalid' },
      `property_id ${huge}`
    )
    t.match(await refusal(make('media', html({ 'o:item': { 'o:id': huge } }))), { kind: 'not-found' }, `o:item ${huge}`)
  }
  const id = await make('items', {
    'o:media': [html({ position: 1e300 }), html({ position: '-1e300' }), html({ position: Infinity })]
  })
  t.equal((await api.items.read(id, as.global_admin)).id, id)
  t.same(await find('items'), [id])
})

t.test('searches with absurd numbers answer something sensible', async (t) => {
  const { make, find } = await collection(t)
  const id = await make('items', { 'o:resource_class': { 'o:id': 1 } })
  for (const huge of ['1e999', '99999999999999999999', '1e300']) {
    for (const name of ['owner_id', 'resource_class_id', 'item_set_id', 'site_id', 'id']) {
      t.same(await find('items', { [name]: huge }), [], `${name}=${huge}`)
    }
    t.same(await find('items', { page: huge, per_page: huge }), [], `page=${huge}`)
    t.same(await find('items', { per_page: huge, page: '1' }), [id], `per_page=${huge}`)
    t.same(await find('items', { offset: huge }), [], `offset=${huge}`)
    t.same(await find('items', { limit: huge }), [id], `limit=${huge}`)
  }
})

t.test('texts of any characters are stored and found', async (t) => {
  const { make, get, find } = await collection(t)
  const texts = [
    'emoji 👩‍👩‍👧 end', 'quote " and \' and \\ and `', '%_%', '日本語の文字列', '"" OR 1=1 --',
    // PostgreSQL cannot store it, and says so.
    ...IS_POSTGRES ? [] : ['a\u0000b\u0000cdef'], 'NEAR(x y) AND *', 'ÀÉÎõü', '\u{10ffff}\u{10ffff}\u{10ffff}'
  ]
  for (const text of texts) {
    const id = await make('items', { 'dcterms:subject': [literal(text)] })
    t.same(valuesOf(await get('items', id), 'dcterms:subject'), [text])
    for (const type of ['eq', 'in', 'sw', 'ew']) {
      t.ok((await find('items', { property: [{ property: '3', type, text }] })).includes(id), `${type} ${text}`)
    }
  }
})

t.test('annotations may be nested as deep as JSON is accepted', async (t) => {
  const { make, get } = await collection(t)
  let value = literal('deepest')
  for (let depth = 0; depth < 150; depth++) value = literal(`${depth}`, { '@annotation': { 'dcterms:title': [value] } })
  t.match(JSON.stringify(await get('items', await make('items', { 'dcterms:title': [value] }))), /deepest/)
})

t.test('a list as payload makes one resource of nothing', async (t) => {
  const { make, get } = await collection(t)
  for (const list of [[], [1, 2], [titled('a'), titled('b')]]) {
    t.equal((await get('items', await make('items', list as never)))['o:title'], null)
  }
})
