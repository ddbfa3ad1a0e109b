import t from 'tap'
import {
  collection,
  html,
  link,
  literal,
  refs,
  refusal,
  titled,
  uri,
  type Collection,
  type Json,
  type TypeName
} from './collection.js'

const WRITERS = ['author', 'reviewer', 'editor', 'site_admin', 'global_admin'] as const

/** A resource without the time of its last change. */
const saying = ({ 'o:modified': _, ...rest }: Json): Json => rest

/** A collection with an item of the author that has everything an item can have, some of it hidden from the author. */
async function rich (c: Collection): Promise<{ item: number, set: number, page: number }> {
  const hidden = await c.make('items', { 'o:is_public': false, ...titled('Hidden') })
  const hiddenSet = await c.make('item_sets', { 'o:is_public': false })
  const set = await c.make(
    'item_sets',
    { ...titled('Set'), 'o:is_open': true, 'dcterms:description': [literal('d', { '@language': 'en' })] },
    c.as.author
  )
  const target = await c.make('items', { ...titled('Target'), 'o:media': [html(titled('Picture'))] })
  const item = await c.make(
    'items',
    {
      ...titled('First', 'Second'),
      'o:is_public': false,
      'o:item_set': [set],
      'o:resource_class': { 'o:id': 1 },
      'o:resource_template': { 'o:id': 1 },
      'dcterms:relation': [link(target), link(target, { is_public: false, type: 'resource:item' })],
      'dcterms:source': [uri('urn:x', 'X', { 'o:lang': 'en' })],
      'dcterms:subject': [
        literal('s', { '@annotation': { 'dcterms:date': [literal('1900', { '@annotation': titled('Nested') })] } })
      ],
      'o:media': [html(titled('One')), html({ 'o:lang': 'fr', 'o:alt_text': 'Two' })]
    },
    c.as.author
  )
  const site = await c.site({ isPublic: false })
  await c.patch('items', item, { 'o:item_set': [set, hiddenSet], 'o:site': [site] })
  const pages = refs((await c.get('items', item))['o:media'])
  await c.patch('items', item, { 'o:primary_media': { 'o:id': pages[1] } })
  await c.make('item_sets', { 'dcterms:relation': [link(item), link(set), link(pages[0]!)] })
  await c.patch('items', hidden, { 'dcterms:relation': [link(item)] })
  return { item, set, page: pages[1]! }
}

for (const role of WRITERS) {
  t.test(`${role}: what was read can be written back with PUT and PATCH, and nothing changes for anyone`, async (t) => {
    const c = await collection(t)
    const { item, set, page } = await rich(c)
    const ids: Array<[TypeName, number]> = [['items', item], ['item_sets', set], ['media', page]]
    for (const [type, id] of ids) {
      const before = [saying(await c.get(type, id)), saying(await c.get(type, id, c.as.author))]
      const answer = await c.put(type, id, await c.get(type, id, c.as[role]), c.as[role])
      t.same(saying(answer), saying(await c.get(type, id, c.as[role])), `${type}: the answer is what is read next`)
      t.same([saying(await c.get(type, id)), saying(await c.get(type, id, c.as.author))], before, `${type}: PUT`)
      await c.patch(type, id, await c.get(type, id, c.as[role]), c.as[role])
      t.same([saying(await c.get(type, id)), saying(await c.get(type, id, c.as.author))], before, `${type}: PATCH`)
    }
  })
}

t.test('a link to a media in a hidden item is for viewers of the item, and they can write it back', async (t) => {
  const c = await collection(t)
  const hidden = await c.make('items', { 'o:is_public': false })
  const page = await c.page(hidden, titled('Page'))
  const item = await c.make('items', titled('a'), c.as.author)
  await c.patch('items', item, { ...titled('a'), 'dcterms:relation': [link(page)] })
  t.equal((await c.get('items', item, c.as.author))['dcterms:relation'], undefined)
  const before = await c.get('items', item, c.as.editor)
  t.match(before, { 'dcterms:relation': [{ value_resource_id: page }] })
  t.same(saying(await c.put('items', item, before, c.as.editor)), saying(before))
  const refused = await refusal(c.make('items', { 'dcterms:relation': [link(page)] }, c.as.author))
  t.match(refused, { kind: 'not-found' }, 'others cannot link to what they do not see')
})

t.test('the copy of a resource has its values, not its media', async (t) => {
  const c = await collection(t)
  const { item } = await rich(c)
  const { 'o:owner': _, 'o:media': __, 'o:primary_media': ___, ...given } = await c.get('items', item)
  const copy = await c.get('items', await c.make('items', given))
  t.same([copy['o:title'], copy['dcterms:relation'].length, copy['o:media']], ['First', 2, []])
})
