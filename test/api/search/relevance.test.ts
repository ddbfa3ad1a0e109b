import t from 'tap'
import type { Call } from '../../../api/call.js'
import { collection, html, link, literal, titled, type Collection } from '../collection.js'

const WORDS = ['amber', 'basalt', 'cedar', '東京都']
const SEARCHES = [
  ...WORDS,
  ...WORDS.flatMap((a) => WORDS.map((b) => `${a} ${b}`)),
  'amber basalt cedar',
  '"amber amber" basalt',
  '"cedar basalt" amber 東京都'
]

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

t.test('the order of what is found does not tell what private documents say', async (t) => {
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

t.test('who sees everything has it ranked by everything', async (t) => {
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

t.test('what is published or hidden counts, or does not, from then on', async (t) => {
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
