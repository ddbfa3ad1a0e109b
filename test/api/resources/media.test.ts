import t from 'tap'
import { build } from '../../helper.js'
import { collection, html, link, literal, refs, refusal, titled, type Json } from '../collection.js'

t.test('a media of HTML shows its text, purified, whether it came at the top or in data', async (t) => {
  const { make, page, get } = await collection(t)
  const item = await make('items', {})
  const found = await get('media', await page(item, { html: '<p>Words<script>x</script></p>' }))
  t.match(found, {
    '@type': 'o-cnt:ContentAsText',
    'o:ingester': 'html',
    'o:renderer': 'html',
    data: { html: '<p>Words</p>' },
    'o-cnt:chars': '<p>Words</p>',
    'o-cnt:characterEncoding': 'UTF-8'
  })
  t.equal(Object.keys(found).at(-1), 'o-cnt:characterEncoding')
  const inside = await page(item, { html: undefined, data: { html: '<b>Inside</b><script>x</script>' } })
  t.equal((await get('media', inside))['o-cnt:chars'], '<b>Inside</b>')
})

t.test('numbers as texts of a media become texts, except those that are too large for JSON', async (t) => {
  const { make, page, get } = await collection(t)
  const found = await get('media', await page(await make('items', {}), { 'o:lang': 5, 'o:alt_text': JSON.parse('1e400') }))
  t.match(found, { 'o:lang': '5', 'o:alt_text': null })
})

t.test('a media has every member, null where there is no value', async (t) => {
  const { make, page, get } = await collection(t)
  const item = await make('items', {})
  t.match(await get('media', await page(item)), {
    'o:item': { '@id': `/api/items/${item}`, 'o:id': item },
    'o:source': null,
    'o:media_type': null,
    'o:sha256': null,
    'o:size': null,
    'o:filename': null,
    'o:lang': null,
    'o:alt_text': null,
    'o:original_url': null,
    'o:thumbnail_urls': [],
    thumbnail_display_urls: { large: '/application/asset/thumbnails/default.png' }
  })
})

t.test('a media needs an ingester and an item', async (t) => {
  const { make, find } = await collection(t)
  const item = await make('items', {})
  for (const ingester of [undefined, null, '', false]) {
    t.same(await refusal(make('media', { 'o:ingester': ingester, 'o:item': { 'o:id': item } })), {
      kind: 'invalid',
      errors: { 'o:ingester': ['Media must set an ingester.'] }
    })
  }
  for (const ingester of ['nope', 'HTML', 'constructor', '__proto__']) {
    t.same(await refusal(make('media', { 'o:ingester': ingester, 'o:item': { 'o:id': item } })), {
      kind: 'invalid',
      errors: { 'o:ingester': ['Media must set a valid ingester.'], 'o:item': ['Media must belong to an item.'] }
    })
  }
  for (const shape of [undefined, null, item, [item], {}, { 'o:id': 'x' }] as never[]) {
    t.same(await refusal(make('media', html({ 'o:item': shape }))), {
      kind: 'invalid',
      errors: { 'o:item': ['Media must belong to an item.'] }
    })
  }
  t.match(await refusal(make('media', html({ 'o:item': { 'o:id': 999 } }))), {
    kind: 'not-found',
    errors: { error: 'Item 999 was not found.' }
  })
  t.match(await refusal(make('media', { 'o:ingester': ['html'], 'o:item': { 'o:id': item } })), { kind: 'invalid' })
  t.same(await find('media'), [])
})

t.test('media can only be added to an item that the user may change', async (t) => {
  const { make, page, as } = await collection(t)
  const item = await make('items', {})
  const hidden = await make('items', { 'o:is_public': false })
  t.match(await refusal(page(item, {}, as.author)), {
    kind: 'forbidden',
    errors: { error: 'Permission denied for the current user to update this item.' }
  })
  t.match(await refusal(page(hidden, {}, as.author)), { kind: 'not-found' })
  await t.resolves(page(await make('items', {}, as.author), {}, as.author))
  await t.resolves(page(item, {}, as.reviewer))
})

t.test('an update of a media changes only a few members', async (t) => {
  const { make, page, get, patch } = await collection(t)
  const [first, second] = [await make('items', {}), await make('items', {})]
  const id = await page(first, { 'o:source': 'a' })
  await patch('media', id, {
    'o:item': { 'o:id': second },
    'o:ingester': 'upload',
    'o:renderer': 'x',
    'o:source': 'b',
    data: { html: 'x' },
    'o:sha256': 'x',
    'o:size': 5,
    'o:filename': 'x'
  })
  t.match(await get('media', id), {
    'o:item': { 'o:id': first },
    'o:ingester': 'html',
    'o:renderer': 'html',
    'o:source': 'a',
    data: { html: '<p>Words</p>' },
    'o:sha256': null,
    'o:size': null
  })
})

t.test('language and alternative text stay with PATCH and go with PUT', async (t) => {
  const { make, page, patch, put } = await collection(t)
  const id = await page(await make('items', {}), { 'o:lang': 'en', 'o:alt_text': '' })
  t.match(await patch('media', id, {}), { 'o:lang': 'en', 'o:alt_text': '' })
  t.match(await patch('media', id, { 'o:lang': null }), { 'o:lang': null, 'o:alt_text': '' })
  t.match(await put('media', id, {}), { 'o:lang': null, 'o:alt_text': null })
})

t.test('media of an item come by position, those without first', async (t) => {
  const { make, page, get } = await collection(t)
  const item = await make('items', { 'o:media': [html(titled('a')), html(titled('b'))] })
  const [a, b] = refs((await get('items', item))['o:media']) as [number, number]
  const loose = await page(item)
  const last = await page(item, { position: '9' })
  const found = await get('items', item)
  t.same(refs(found['o:media']), [loose, a, b, last])
  t.equal(found['o:primary_media']['o:id'], loose)
})

t.test('the media of a list take its order; those left out are deleted', async (t) => {
  const { make, patch, get, find } = await collection(t)
  const item = await make('items', { 'o:media': [html(), html(), html()] })
  const [a, b, c] = refs((await get('items', item))['o:media']) as [number, number, number]
  await patch('items', item, {
    'o:media': [{ 'o:id': c }, html(titled('new')), { 'o:id': `${a}`, 'o:is_public': false, ...titled('ignored') }]
  })
  const media = refs((await get('items', item))['o:media'])
  t.same([media[0], media[2]], [c, a])
  t.same(await find('media'), [a, c, media[1]])
  t.ok(b < media[1]!)
  t.match(await get('media', a), { 'o:is_public': false, 'o:title': null })
})

t.test('a media that is left out of o:media is deleted, and the next one becomes primary', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const items = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', id: number | '', payload?: object): Promise<Json> => {
    const { statusCode, body } = await send({ method, url: `/api/items/${id}`, as, ...payload !== undefined && { payload } })
    t.equal(statusCode, 200, `${method} ${id}: ${body.slice(0, 200)}`)
    return JSON.parse(body) as Json
  }
  for (const method of ['PUT', 'PATCH'] as const) {
    for (const isChosen of [false, true]) {
      const { 'o:id': id, 'o:media': media } = await items('POST', '', { 'o:media': [html(), html(), html()] })
      const [first, second, third] = refs(media as Json[]) as [number, number, number]
      const dropped = isChosen ? second : first
      // The item also links to the media that goes, and says so when it is sent back.
      await items('PATCH', id as number, {
        'dcterms:relation': [link(dropped)], ...isChosen && { 'o:primary_media': { 'o:id': second } }
      })
      const read = await items('GET', id as number)
      t.equal(read['o:primary_media']['o:id'], dropped)
      const left = (read['o:media'] as Json[]).filter((reference) => reference['o:id'] !== dropped)
      const expected = isChosen ? [first, third] : [second, third]
      const answer = await items(method, id as number, { ...read, 'o:media': left })
      const after = await items('GET', id as number)
      for (const found of [answer, after]) {
        t.same(refs(found['o:media']), expected)
        t.notOk('dcterms:relation' in found)
      }
      t.match(answer, { 'o:primary_media': null, thumbnail_display_urls: { square: null } }, 'what it names is deleted')
      t.equal(after['o:primary_media']['o:id'], expected[0])
      t.equal((await send({ url: `/api/media/${dropped}` })).statusCode, 404)

      const emptied = await items(method, id as number, { ...await items('GET', id as number), 'o:media': [] })
      t.match(emptied, { 'o:media': [], 'o:primary_media': null, thumbnail_display_urls: { square: null } })
    }
  }

  const { 'o:id': id, 'o:media': media } = await items('POST', '', { 'o:media': [html(), html()] })
  const patch = await send({
    method: 'PATCH',
    url: `/api/items/${id}`,
    as,
    headers: { 'content-type': 'application/json-patch+json' },
    payload: JSON.stringify([{ op: 'remove', path: '/o:media/0' }])
  })
  t.equal(patch.statusCode, 200)
  const [, second] = refs(media as Json[])
  t.match(patch.json(), { 'o:primary_media': { 'o:id': second } }, 'no media was chosen')
  t.match(await items('GET', id as number), { 'o:media': [{ 'o:id': second }], 'o:primary_media': { 'o:id': second } })
  const gone = await send({
    method: 'PATCH', url: `/api/items/${id}`, as, payload: { 'o:primary_media': media[0] as Json }
  })
  t.equal(gone.statusCode, 404, 'a media that was deleted before is no primary media')
})

t.test('PATCH without o:media keeps the media, PUT without deletes them', async (t) => {
  const { make, patch, put, find } = await collection(t)
  const item = await make('items', { 'o:media': [html()] })
  await patch('items', item, titled('a'))
  t.equal((await find('media')).length, 1)
  await put('items', item, titled('a'))
  t.same(await find('media'), [])
})

t.test('media that a user cannot see stay, whatever list of media the user sends', async (t) => {
  const { make, patch, put, page, find, as } = await collection(t)
  const item = await make('items', {}, as.author)
  const hidden = await page(item, { 'o:is_public': false })
  await patch('media', hidden, { 'o:owner': { 'o:id': 1 } })
  await page(item, {}, as.author)
  await patch('items', item, { 'o:media': [] }, as.author)
  await put('items', item, {}, as.author)
  t.same(await find('media'), [hidden])
})

t.test('a list that names a hidden media is refused', async (t) => {
  const { make, patch, page, as } = await collection(t)
  const item = await make('items', {}, as.author)
  const hidden = await page(item, { 'o:is_public': false })
  await patch('media', hidden, { 'o:owner': { 'o:id': 1 } })
  for (const id of [hidden, 999, '', 'abc', 0, 1e300]) {
    t.match(
      await refusal(patch('items', item, { 'o:media': [{ 'o:id': id }] }, as.author)),
      { kind: 'not-found' },
      `${id}`
    )
  }
})

t.test('media of another item in the list are not changed', async (t) => {
  const { make, patch, page, get, as } = await collection(t)
  const theirs = await make('items', {})
  const [first, second] = [await page(theirs, { position: 1 }), await page(theirs, { position: 2 })]
  const mine = await make('items', {}, as.author)
  await patch(
    'items',
    mine,
    {
      'o:media': [
        { 'o:id': second, 'o:is_public': false },
        { 'o:id': first, 'o:is_public': false }
      ]
    },
    as.author
  )
  t.same(refs((await get('items', theirs, as.anonymous))['o:media']), [first, second])
  t.same(refs((await get('items', mine))['o:media']), [])
})

t.test('every member of o:media that fails is reported, and nothing is written', async (t) => {
  const { make, find } = await collection(t)
  const set = await make('item_sets', {})
  t.match(await refusal(make('items', { 'o:media': [{}, html(), { 'o:ingester': 'nope' }, 5] })), {
    kind: 'invalid',
    errors: {
      'o:media': [
        { 'o:ingester': ['Media must set an ingester.'] },
        { 'o:ingester': ['Media must set a valid ingester.'] },
        Object
      ]
    }
  })
  const wrong = html({ 'dcterms:relation': [{ type: 'resource:item', value_resource_id: set }] })
  t.match(await refusal(make('items', { 'o:media': [wrong, html(), wrong] })), {
    kind: 'invalid',
    errors: { 'o:media': [{ value: [String] }, { value: [String] }] }
  })
  t.same(await find('resources'), [set])
})

t.test('a primary media that the owner of the item does not see stays when the item is written back', async (t) => {
  const { make, patch, get, api, as } = await collection(t)
  const item = await make('items', { ...titled('Item'), 'o:media': [html(), html()] }, as.author)
  const [, second] = refs((await get('items', item))['o:media']) as [number, number]
  await patch('media', second, { 'o:is_public': false, 'o:owner': { 'o:id': as.global_admin.actor.id } })
  await patch('items', item, { 'o:primary_media': { 'o:id': second } })
  const read = await get('items', item, as.author)
  t.match(read, { 'o:primary_media': null, 'o:media': { length: 1 } })
  const primary = async (): Promise<unknown> => (await get('items', item))['o:primary_media']?.['o:id']
  await api.items.update(item, read, as.author)
  t.equal(await primary(), second)
  await patch('items', item, { 'o:primary_media': null }, as.author)
  t.equal(await primary(), second)
  await patch('items', item, { 'o:primary_media': read['o:media'][0] }, as.author)
  t.equal(await primary(), read['o:media'][0]['o:id'], 'another one is a choice')
  await patch('items', item, { 'o:primary_media': { 'o:id': second } })
  await patch('items', item, { 'o:primary_media': null })
  t.not(await primary(), second, 'those who see it can take it away')
})

t.test('an explicit primary media must be there to be seen, any other shape is none', async (t) => {
  const { make, patch, get } = await collection(t)
  const item = await make('items', { 'o:media': [html(), html()] })
  const [first, second] = refs((await get('items', item))['o:media']) as [number, number]
  t.equal(
    (await patch('items', item, { 'o:primary_media': { 'o:id': `${second}` } }))['o:primary_media']['o:id'],
    second
  )
  for (const shape of [null, second, [second], { 'o:id': 'x' }]) {
    t.equal((await patch('items', item, { 'o:primary_media': shape }))['o:primary_media']['o:id'], first)
  }
  for (const id of [item, 999, '1e400']) {
    t.match(await refusal(patch('items', item, { 'o:primary_media': { 'o:id': id } })), { kind: 'not-found' })
  }
})

t.test('media with and without values are found by the properties of their files', async (t) => {
  const { make, page, find } = await collection(t)
  const [first, second] = [await make('items', {}), await make('items', {})]
  const a = await page(first, { 'dcterms:subject': [literal('zebra')] })
  const b = await page(second)
  const cases: Array<[Json, number[]]> = [
    [{ item_id: `${first}` }, [a]],
    [{ item_id: 'x' }, [a, b]],
    [{ ingester: 'HTML' }, [a, b]],
    [{ ingester: 'upload' }, []],
    [{ renderer: 'html' }, [a, b]],
    [{ media_type: '' }, [a, b]], [{ media_type: 'image/png' }, []], [{ search: 'zebra' }, [a]]
  ]
  for (const [query, expected] of cases) t.same(await find('media', query), expected, JSON.stringify(query))
})
