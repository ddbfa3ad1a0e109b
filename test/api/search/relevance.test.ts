import t from 'tap'
import { viewerOf } from '../../../api/access/access.js'
import type { Call, Query } from '../../../api/core/calls/call.js'
import { itemSets } from '../../../api/resources/item-sets/definition.js'
import { items } from '../../../api/resources/items/definition.js'
import { media } from '../../../api/resources/media/definition.js'
import type { SearchContext, SearchResult } from '../../../api/search/context/context.js'
import { find } from '../../../api/search/find.js'
import { open } from '../../../app.js'
import { keptIn } from '../../database.js'
import { dice, type Roll } from '../../dice.js'
import { unchecked, WITHOUT_THREADS } from '../../helper.js'
import { collection, html, link, literal, titled, type Collection, type Json } from '../collection.js'

const WORDS = ['amber', 'basalt', 'cedar', '東京都']
const SEARCHES = [
  ...WORDS,
  ...WORDS.flatMap((a) => WORDS.map((b) => `${a} ${b}`)),
  'amber basalt cedar',
  '"amber amber" basalt',
  '"cedar basalt" amber 東京都'
]

const VOCABULARY = [...WORDS, 'the', 'of', 'Thé', 'dolomite', '京都', 'amber', 'basalt']
const QUERIES = [...SEARCHES, '京', '"of amber" dolomite', '"amber basalt"', 'the', '"the of"', 'zircon', 'amber 京都']

/** Documents with rare words once and frequent ones several times, so that weights decide the order. */
async function publicCollection (c: Collection): Promise<void> {
  const texts = [
    'amber', 'amber basalt', 'basalt basalt', 'cedar cedar cedar', 'amber amber', 'cedar basalt', 'basalt', '東京都 amber',
    'basalt basalt basalt', '東京都庁', 'nothing', 'nothing else'
  ]
  for (const text of texts) {
    const item = await c.make('items', titled(text))
    await c.page(item, titled(text.split(' ')[0]!))
  }
  await c.site()
  for (const [at, text] of texts.entries()) await page(c, 1, `${at}`, text)
}

async function page (c: Collection, site: number, slug: string, text: string, isPublic = true): Promise<void> {
  await c.make('site_pages', {
    'o:site': { 'o:id': site },
    'o:slug': slug,
    'o:title': text,
    'o:is_public': isPublic,
    'o:block': []
  })
}

/** Adds private documents with the word, which anonymous viewers must not notice in the ranking. */
async function addPrivate (c: Collection, word: string, name: string): Promise<void> {
  const isPrivate = { 'o:is_public': false }
  const site = await c.site({ isPublic: false })
  for (let at = 0; at < 8; at++) {
    const item = await c.make('items', { ...titled(word), ...isPrivate })
    await c.page(item, titled(word))
    await c.page(1, { ...titled(word), ...html({ html: word }), ...isPrivate })
    await c.make('item_sets', { ...titled(word), ...isPrivate })
    await c.make('items', { ...isPrivate, 'dcterms:relation': [link(item)], 'dcterms:subject': [literal(word)] })
    await page(c, 1, `hidden-${name}-${at}`, word, false)
    await page(c, site, `hidden-${name}-${at}`, word)
  }
}

async function orders (c: Collection, call: Call): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const type of ['items', 'media', 'item_sets', 'site_pages'] as const) {
    for (const text of SEARCHES) found[`${type} ${text}`] = await c.find(type, { fulltext_search: text }, call)
  }
  return found
}

t.test('the order of results does not reveal the words of private documents', async (t) => {
  const without = await collection(t)
  await publicCollection(without)
  const expected = await orders(without, without.as.anonymous)
  t.ok(Object.values(expected).filter((ids) => ids.length > 4).length > 20, 'there is something to be put in order')

  const withPrivate = await collection(t)
  await publicCollection(withPrivate)
  for (const [at, word] of WORDS.entries()) {
    await addPrivate(withPrivate, word, `${at}`)
    t.same(await orders(withPrivate, withPrivate.as.anonymous), expected, `anonymous, with private "${word}"`)
    t.same(await orders(withPrivate, withPrivate.as.author), expected, `who owns nothing, with private "${word}"`)
  }
})

t.test('for users who see everything, private texts count in the ranking', async (t) => {
  const c = await collection(t)
  const [amber, basalt] = [await c.make('items', titled('amber')), await c.make('items', titled('basalt'))]
  await c.make('items', titled('basalt quarry'))
  const ask = async (call: Call): Promise<number[]> =>
    (await c.find('items', { fulltext_search: 'amber basalt', is_public: '1' }, call)).slice(0, 1)
  t.same(await ask(c.as.anonymous), [amber])
  t.same(await ask(c.as.editor), [amber])
  for (let at = 0; at < 5; at++) await c.make('items', { ...titled('amber'), 'o:is_public': false })
  t.same(await ask(c.as.anonymous), [amber])
  t.same(await ask(c.as.editor), [basalt])
  await c.api.installation.set('discloses_private', '1')
  t.same(await ask(c.as.anonymous), [basalt], 'as in the reference')
})

t.test('private documents of a viewer are found and ranked among the public ones', async (t) => {
  const c = await collection(t)
  const shown = await c.make('items', titled('amber'))
  for (const text of ['basalt', 'cedar', 'dolomite']) await c.make('items', titled(text))
  const own = await c.make('items', { ...titled('amber zircon'), 'o:is_public': false }, c.as.author)
  t.same(await c.find('items', { fulltext_search: 'zircon amber' }, c.as.author), [own, shown])
  t.same(await c.find('items', { fulltext_search: 'zircon' }, c.as.author), [own])
  t.same(await c.find('items', { fulltext_search: 'zircon amber' }, c.as.anonymous), [shown])
})

t.test('published texts count in the ranking at once, hidden ones no longer', async (t) => {
  const c = await collection(t)
  const [amber, basalt] = [await c.make('items', titled('amber')), await c.make('items', titled('basalt'))]
  await c.make('items', titled('basalt quarry'))
  const others: number[] = []
  for (let at = 0; at < 5; at++) others.push(await c.make('items', { ...titled('amber'), 'o:is_public': false }))
  const first = async (): Promise<number | undefined> =>
    (await c.find('items', { fulltext_search: 'amber basalt' }, c.as.anonymous))[0]
  t.equal(await first(), amber)
  for (const [isPublic, expected] of [[true, basalt], [false, amber]] as const) {
    for (const id of others) await c.api.items.update(id, { 'o:is_public': isPublic }, { ...c.as.editor, partial: true })
    t.equal(await first(), expected)
  }
})

const READERS = ['anonymous', 'author', 'editor'] as const
const TYPES = { items, item_sets: itemSets, media } as const

/** Ranked by the up-to-date index alone, without caches. */
async function byIndex (c: Collection, name: keyof typeof TYPES, query: Query, call: Call): Promise<SearchResult> {
  await c.find('items', { fulltext_search: 'amber', sort_by: 'id' })
  const context = { database: c.api.store.read, terms: await c.api.store.terms(), viewer: viewerOf(call.actor) }
  return await find(TYPES[name], query, context as SearchContext, 25)
}

async function writeAnything (c: Collection, roll: Roll): Promise<void> {
  const [made, sets, pages] = [await c.find('items'), await c.find('item_sets'), await c.find('media')]
  const any = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const words = (most: number): string => Array.from({ length: 1 + roll(most) }, () => any(VOCABULARY)).join(' ')
  const text = (): Json => literal(words(4), {
    is_public: roll(5) > 0,
    ...(roll(6) === 0 && { '@annotation': { 'dcterms:source': [literal(words(2)), link(any([...made, ...sets]))] } })
  })
  const anything = (): Json => ({
    ...(roll(3) > 0 && titled(words(2))),
    'dcterms:subject': Array.from({ length: roll(3) }, text),
    'dcterms:relation': roll(2) === 0 ? [link(any([...made, ...sets, ...pages]), { is_public: roll(5) > 0 })] : []
  })
  const actions: Array<() => Promise<unknown>> = [
    async () => await c.make('items', { ...anything(), 'o:is_public': roll(4) > 0 }, any([c.as.author, c.as.editor])),
    async () => await c.patch('items', any(made), anything()),
    async () => await c.patch('items', any(made), anything()),
    async () => await c.patch('item_sets', any(sets), titled(words(2))),
    async () => await c.page(any(made), { ...anything(), ...html({ html: `<p>${words(3)}</p>` }), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('media', any(pages), { 'o:media': { __index__: { html: words(3) } }, ...titled(words(2)) }),
    async () => await c.patch(any(['items', 'media']), any(made), { 'o:is_public': roll(2) > 0 }).catch(() => {}),
    async () => await c.patch('items', any(made), { set_value_visibility: { property_id: [1, 3], is_public: roll(2) > 0 } }),
    async () => { if (made.length > 12) await c.api.items.delete(any(made), c.as.global_admin) },
    async () => { if (pages.length > 4) await c.api.media.delete(any(pages), c.as.global_admin) }
  ]
  await any(actions)()
}

t.test('between writes every viewer finds what a server without a cache finds, in the same order', async (t) => {
  const c = await collection(t)
  const roll = dice(16)
  for (let at = 0; at < 3; at++) await c.make('item_sets', titled('amber set'))
  for (let at = 0; at < 12; at++) await c.page(await c.make('items', titled(VOCABULARY[at % VOCABULARY.length]!)), titled('cedar'))
  // More often than a byte counts.
  await c.make('items', titled('cedar '.repeat(300)))
  const other = await open({ ...await keptIn(c.data), ...WITHOUT_THREADS })
  t.teardown(async () => { await other.close() })
  let found = 0
  for (let step = 0; step < 60; step++) {
    for (let writes = roll(4); writes > 0; writes--) await writeAnything(c, roll)
    // Another process writes, and indexes, too.
    if (roll(12) === 0) await other.items.create(titled('amber cedar'), c.as.editor)
    if (roll(12) === 0) await other.items.search({ fulltext_search: 'amber', sort_by: 'id' }, c.as.editor)
    await c.api.store.catchUp()
    // A search that counts all results also caches its ranking.
    for (const reader of READERS) await c.find('items', { limit: '1' }, c.as[reader])
    const query: Query = {
      fulltext_search: QUERIES[roll(QUERIES.length)]!,
      limit: String(1 + roll(30)),
      offset: String(roll(3) === 0 ? roll(9) : 0),
      ...(roll(4) === 0 && { sort_order: 'asc' }),
      ...(roll(5) === 0 && { is_public: '1' })
    }
    const name = (['items', 'items', 'media', 'item_sets'] as const)[roll(4)]!
    const answers: SearchResult[] = []
    for (const reader of READERS) {
      const answer = await unchecked(c.api, name).search(query, c.as[reader])
      answers.push({ total: answer.total!, ids: (answer.json() as Json[]).map((shown) => shown['o:id'] as number) })
    }
    for (const [at, reader] of READERS.entries()) {
      const { ids, total } = await byIndex(c, name, query, c.as[reader])
      found += total
      t.same(answers[at], { total, ids: [...ids] }, `${reader}, step ${step}, ${name} ${JSON.stringify(query)}`)
    }
  }
  t.ok(found > 500, `${found} found`)
})

t.test('however many documents change between two searches, they find what a server without a cache finds', async (t) => {
  const c = await collection(t)
  const ids: number[] = []
  const compare = async (when: string): Promise<void> => {
    for (const text of ['amber', 'amber basalt', '"cedar basalt" 東京都']) {
      const query: Query = { fulltext_search: text, limit: '30' }
      const answer = await c.api.items.search(query, c.as.anonymous)
      const shown = (answer.json() as Json[]).map((item) => item['o:id'] as number)
      const expected = await byIndex(c, 'items', query, c.as.anonymous)
      t.same({ total: answer.total, ids: shown }, { total: expected.total, ids: [...expected.ids] }, `${text} ${when}`)
    }
  }
  const texts = ['amber', 'basalt amber amber', 'cedar basalt', 'dolomite', '東京都 amber']
  const make = async (many: number): Promise<void> => {
    const made = await c.api.items.batchCreate(
      Array.from({ length: many }, (_, at) => titled(`${texts[at % texts.length]} ${at}`)), c.as.editor
    )
    ids.push(...made.outcomes.flatMap((outcome) => outcome.ok ? outcome.id : []))
  }
  for (const many of [40, 260, 150, 600]) {
    await make(many)
    await compare(`after ${ids.length} were made`)
    for (let at = 0; at < 5; at++) await c.patch('items', ids[(at * 37) % ids.length]!, titled(texts[at]!))
    await compare(`and 5 of ${ids.length} changed`)
  }
  // Only other words are searched for meanwhile.
  for (let at = 0; at < 8; at++) {
    await make(150)
    t.same(await c.find('items', { fulltext_search: 'zircon' }, c.as.anonymous), [])
  }
  await compare('when nobody had asked for long')
  await c.api.items.batchUpdate(ids.slice(0, 250), titled('cedar'), c.as.editor)
  await compare('when 250 have become the same')
})
