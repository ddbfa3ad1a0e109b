import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { IS_POSTGRES } from '../../database.js'
import { collection, html, literal, refusal, type Collection } from '../collection.js'

const titled = (title: string, more: object = {}) => ({ 'dcterms:title': [literal(title)], ...more })
const linkTo = (id: number, more: object = {}) => ({
  'dcterms:relation': [{ type: 'resource', value_resource_id: id, ...more }]
})

/** Searches full text, as anonymous by default. */
const asking =
  ({ find, as }: Collection) =>
    async (text: string, type: Parameters<typeof find>[0] = 'items', call = as.anonymous, more = {}) =>
      await find(type, { fulltext_search: text, ...more }, call)

t.test('title, texts, addresses with their labels, titles of what is linked and annotations are found', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const person = await all.make('items', titled('Turner'))
  const id = await all.make(
    'items',
    titled('Norham Castle', {
      'dcterms:subject': [
        literal('sunrise', {
          '@annotation': { 'dcterms:source': [literal('catalogue'), literal('whisper', { is_public: false })] }
        })
      ],
      'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/norham', 'o:label': 'Gallery' }],
      'dcterms:description': [literal('secret', { is_public: false })],
      ...linkTo(person)
    })
  )
  for (const word of ['castle', 'SUNRISE', 'norham', 'gallery', 'catalogue', '"https example org norham gallery"']) {
    t.same(await ask(word), [id], word)
  }
  t.same(await ask('turner'), [person, id])
  for (const word of ['secret', 'whisper']) {
    t.same(await ask(word, 'items', all.as.global_admin), [], `${word} is private, and so found by nobody`)
  }
})

t.test('an item is found by the texts of its media, which are found themselves', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const id = await all.make(
    'items',
    titled('Letters', { 'o:media': [html({ html: '<p>dear <b>har</b>bour</p>', ...titled('Folio') })] })
  )
  const [page] = await all.find('media')
  t.same(await ask('harbour'), [id])
  t.same(await ask('folio'), [id])
  t.same(await ask('harbour', 'media'), [page])
  await all.patch('media', page!, { 'o:media': { __index__: { html: '<p>lighthouse</p>' } } })
  t.same(await ask('lighthouse'), [id])
  t.same(await ask('harbour'), [])
  await all.api.media.delete(page!, all.as.global_admin)
  t.same(await ask('lighthouse'), [])
  t.same(await ask('letters'), [id])
})

t.test('a changed text is found by its new words only', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const id = await all.make(
    'items',
    titled('before', {
      'dcterms:subject': [literal('first', { '@annotation': { 'dcterms:source': [literal('remark')] } })]
    })
  )
  await all.patch('items', id, titled('after'))
  for (const word of ['before', 'first', 'remark']) t.same(await ask(word), [], word)
  t.same(await ask('after'), [id])
  await all.patch('items', id, { set_value_visibility: { property_id: [1], is_public: false } })
  t.same(await ask('after'), [], 'who does not see the value does not see the title')
  t.same(await ask('after', 'items', all.as.editor), [id])
  await all.api.items.delete(id, all.as.global_admin)
  t.same(await ask('after', 'items', all.as.global_admin), [])
})

t.test('only what may be seen is found', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const owned = await all.make('items', titled('lake', { 'o:is_public': false }), all.as.author)
  const open = await all.make('items', titled('lake'))
  t.same(await ask('lake'), [open])
  t.same(await ask('lake', 'items', all.as.author), [owned, open])
  t.same(await ask('lake', 'items', all.as.researcher), [open])
  t.same(await ask('lake', 'items', all.as.reviewer), [owned, open])
  await all.patch('items', open, { 'o:is_public': false })
  t.same(await ask('lake'), [])
})

t.test('a new title is found in the resources that link to it, also from annotations and media', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const person = await all.make('items', titled('Constable'))
  const painting = await all.make('items', linkTo(person))
  const described = await all.make('items', {
    'dcterms:subject': [literal('cloud', { '@annotation': linkTo(person) })]
  })
  const pictured = await all.make('items', { 'o:media': [html({ ...linkTo(person) })] })
  t.same(await ask('constable'), [person, painting, described, pictured])
  await all.patch('items', person, titled('Gainsborough'))
  t.same(await ask('constable'), [])
  t.same(await ask('gainsborough'), [person, painting, described, pictured])
  await all.api.items.delete(person, all.as.global_admin)
  t.same(await ask('gainsborough'), [])
  t.same(await ask('cloud'), [described])
})

t.test('titles that thousands of resources show are renewed by more than one transaction', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const set = await all.make('item_sets', titled('Bequest'))
  const lines = Array.from({ length: 2600 }, (_, at) =>
    JSON.stringify({
      '@id': `_:${at}`,
      '@type': 'o:Item',
      'dcterms:isPartOf': [{ type: 'resource:itemset', value_resource_id: set }]
    })
  )
  const file = path.join(all.data, 'many.ndjson')
  await writeFile(file, lines.join('\n'))
  await all.api.import({ file, batchSize: 2600 })
  t.equal((await ask('bequest')).length, 2600)
  await all.patch('item_sets', set, titled('Legacy'))
  t.equal((await ask('legacy', 'item_sets')).length, 1, 'what was written is found at once')
  await all.api.store.write(async () => {})
  t.equal((await ask('legacy')).length, 2600, 'the rest after the next transaction')
  t.equal((await ask('bequest')).length, 0)
})

t.test('private text of public resources is hidden, unless a setting discloses what the reference does', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const set = await all.make('item_sets', titled('Undisclosed', { 'o:is_public': false }))
  const id = await all.make(
    'items',
    titled('Box', {
      ...linkTo(set),
      'o:media': [html({ html: 'diary', 'o:is_public': false })],
      'dcterms:subject': [
        literal('wood', { '@annotation': { 'o:is_public': false, 'dcterms:source': [literal('rumour')] } })
      ]
    })
  )
  for (const word of ['undisclosed', 'diary', 'rumour']) {
    t.same(await ask(word), [], word)
    t.same(await ask(word, 'items', all.as.author), [], word)
    t.same(await ask(word, 'items', all.as.editor), [id], word)
  }
  await all.api.installation.set('discloses_private', '1')
  for (const word of ['undisclosed', 'diary', 'rumour']) t.same(await ask(word), [id], word)
  await all.api.installation.set('discloses_private', '0')
  await all.patch('item_sets', set, { 'o:is_public': true })
  t.same(await ask('undisclosed'), [id])
  const [page] = await all.find('media')
  await all.patch('media', page!, { 'o:is_public': true })
  t.same(await ask('diary'), [id])
})

t.test('pages are found by title, text, captions and the items that they show to everyone', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const site = await all.site()
  const shown = await all.make('items', titled('Windmill'))
  const hidden = await all.make('items', titled('Vault', { 'o:is_public': false }))
  const attached = (id: number, caption: string) => ({ 'o:item': { 'o:id': id }, 'o:caption': caption })
  const page = await all.make('site_pages', {
    'o:title': 'Journeys',
    'o:site': { 'o:id': site },
    'o:block': [
      { 'o:layout': 'html', 'o:data': { html: '<p>ferry</p><p>boat</p>' } },
      {
        'o:layout': 'media',
        'o:data': { layout: 'horizontal' },
        'o:attachment': [attached(shown, '<em>sails</em>'), attached(hidden, 'combination')]
      }
    ]
  })
  for (const word of ['journeys', 'ferry', '"ferry boat"', 'windmill', 'sails']) {
    t.same(await ask(word, 'site_pages'), [page], word)
  }
  for (const word of ['vault', 'combination']) {
    t.same(await ask(word, 'site_pages'), [], word)
    t.same(await ask(word, 'site_pages', all.as.global_admin), [page], word)
  }
  t.same(await ask('horizontal', 'site_pages'), [], 'settings of a block are no text')
  await all.patch('items', shown, titled('Watermill'))
  t.same(await ask('watermill', 'site_pages'), [page])
  await all.patch('site_pages', page, { 'o:title': 'Voyages' })
  t.same(await ask('voyages', 'site_pages'), [page])
  t.same(await ask('journeys', 'site_pages'), [])
})

t.test('more occurrences and rarer words come first, ties in the order of ids', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const make = async (text: string): Promise<number> => await all.make('items', titled(text))
  const once = await make('river')
  const thrice = await make('river river river')
  const rare = await make('river estuary')
  const again = await make('river')
  for (let at = 0; at < 4; at++) await make('meadow')
  t.same(await ask('river estuary'), [rare, thrice, once, again])
  t.same(await ask('river'), [thrice, once, rare, again])
  t.same(
    await ask('river', 'items', all.as.anonymous, { sort_by_default: '', sort_by: 'id', sort_order: 'asc' }),
    [once, rare, again, thrice],
    'an order without a key'
  )
  t.same(
    await ask('river', 'items', all.as.anonymous, {
      sort_by_default: '',
      sort_order_default: '',
      sort_by: 'id',
      sort_order: 'asc',
      page: '2',
      per_page: '2'
    }),
    [rare, again]
  )
  for (const name of ['id', 'relevance']) {
    t.same(
      await ask('river', 'items', all.as.anonymous, { sort_by: name }),
      [once, thrice, rare, again],
      `sort_by=${name}`
    )
  }
  const scalars = await all.api.items.search({ fulltext_search: 'river', return_scalar: 'id' }, all.as.anonymous)
  t.equal(scalars.text(''), `{${[once, thrice, rare, again].map((id) => `"${id}":${id}`).join(',')}}`)
  const page = await all.api.items.search({ fulltext_search: 'river', page: '1', per_page: '1' }, all.as.anonymous)
  t.equal(page.total, 4)
})

t.test('a search for more than 200 words in quotation marks is refused, for any number of other words it is not', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const song = await all.make('items', titled('round and '.repeat(150)))
  const words = (count: number): string => 'round and '.repeat(count / 2).trim()
  for (const query of [{}, { sort_by: 'id' }, { return_scalar: 'id' }]) {
    for (const text of [`"${words(202)}"`, `"${words(102)}" "${words(102)}"`]) {
      t.match(await refusal(ask(text, 'items', all.as.anonymous, query)), {
        kind: 'bad-request', errors: { fulltext_search: [/200 words/] }
      })
    }
  }
  t.same(await ask(`"${words(200)}"`), [song])
  t.same(await ask(`${words(1000)} "${words(4)}"`), [song])
})

t.test('full-text search can be combined with other filters', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const set = await all.make('item_sets', titled('Set'))
  const inside = await all.make('items', titled('lake', { 'o:item_set': [{ 'o:id': set }] }))
  await all.make('items', titled('lake'))
  t.same(await ask('lake', 'items', all.as.anonymous, { item_set_id: String(set) }), [inside])
})

t.test('blank is ignored, stop words find nothing, several texts mean any of them', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', titled('the lake'))
  const other = await all.make('items', titled('river'))
  const find = async (given: any) => await all.find('items', { fulltext_search: given })
  t.same(await find(' '), [id, other])
  t.same(await find('the'), [])
  t.same(await find('"'), [])
  t.same(await find(['lake', 'river']), [id, other])
})

t.test('the union of resources is never found, other types ignore the search', async (t) => {
  const all = await collection(t)
  await all.make('items', titled('lake'))
  t.same(await all.find('resources', { fulltext_search: 'lake' }), [])
  t.equal((await all.find('resources', { fulltext_search: '' })).length, 1)
  t.equal((await all.find('vocabularies', { fulltext_search: 'lake' })).length, 4)
})

t.test('imported resources are found, by titles of records further down too', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const records = [
    {
      '@id': '_:painting',
      '@type': 'o:Item',
      'dcterms:creator': [{ type: 'resource:item', value_resource_id: '_:painter' }]
    },
    { '@id': '_:painter', '@type': 'o:Item', 'dcterms:title': [{ type: 'literal', '@value': 'Gwen John' }] }
  ]
  const file = path.join(all.data, 'records.ndjson')
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'))
  await all.api.import({ file, batchSize: 1 })
  t.equal((await ask('gwen')).length, 2)
})

t.test('the index can be built again', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const id = await all.make('items', titled('lake'))
  // Sorting by something else than relevance needs the index.
  t.same(await ask('lake', 'items', all.as.anonymous, { sort_by: 'id' }), [id])
  await all.api.store.write(async (database) => { await database.run(sql`DELETE FROM ${sql.identifier(IS_POSTGRES ? 'fulltext_posting' : 'fulltext')}`) })
  t.same(await ask('lake'), [])
  await all.api.rebuildFullText()
  t.same(await ask('lake'), [id])
})

t.test('a failed change of a batch leaves nothing in the index', async (t) => {
  const all = await collection(t)
  const ask = asking(all)
  const result = await all.api.items.batchCreate([titled('lake'), linkTo(999), titled('lake')], {
    ...all.as.global_admin,
    continueOnError: true
  })
  t.equal(result.failed, 1)
  t.equal((await ask('lake')).length, 2)
  await t.rejects(all.api.items.batchCreate([titled('river'), linkTo(999)], all.as.global_admin))
  t.same(await ask('river'), [])
})
