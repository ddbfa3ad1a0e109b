import t from 'tap'
import type { Api } from '../../api/api.js'
import { IndexKeeper } from '../../api/search/full-text/index/index-keeper.js'
import { onSqlite } from '../database.js'
import { collection, literal, titled } from './collection.js'
import { turnsDuring } from './turns-during.js'

const VALUES = 20_000

const ONLY_STEPS = onSqlite('while a server answers, there are turns in any number')

/** Turns available to others until a write is committed: then it waits for the disk only. */
async function turnsUntilCommit ({ store }: Api, write: () => Promise<unknown>): Promise<number> {
  const { version } = store.changes
  return await turnsDuring(write, () => store.changes.version !== version)
}

t.test('other requests are answered while an item with many values is written', ONLY_STEPS, async (t) => {
  const { api, make, get } = await collection(t)
  await make('items', titled('first'))
  const few = await turnsUntilCommit(api, async () => await make('items', titled('small')))
  const values = Array.from({ length: VALUES }, (_, at) => literal(`value ${at}`))
  let id = 0
  const many = await turnsUntilCommit(api, async () => { id = await make('items', { 'dcterms:subject': values }) })
  t.ok(many > few, `${many} turns, ${few} for a small item`)
  const subjects = (await get('items', id))['dcterms:subject']
  t.same([subjects.length, subjects[0]['@value'], subjects.at(-1)['@value']], [VALUES, 'value 0', `value ${VALUES - 1}`])
})

t.test('other requests are answered between the steps in which a long text is written', ONLY_STEPS, async (t) => {
  const { api, make, get } = await collection(t)
  await make('items', titled('first'))
  const few = await turnsUntilCommit(api, async () => await make('items', titled('small')))
  const text = 'écrit '.repeat(600_000)
  let id = 0
  const many = await turnsUntilCommit(api, async () => { id = await make('items', { 'dcterms:subject': [literal(text)] }) })
  t.ok(many > few, `${many} turns, ${few} for a small item`)
  t.equal((await get('items', id))['dcterms:subject'][0]['@value'], text)
})

t.test('other requests are answered while a long text is indexed, and it is found by any of its words', async (t) => {
  const { api, make, find, put } = await collection(t)
  const indexes = new IndexKeeper(api.store, () => '')
  const words = Array.from({ length: 250_000 }, (_, at) => `w${String.fromCodePoint(0x1_D54F)}${at * 7919}`)
  const id = await make('items', { 'dcterms:subject': [literal(words.join(' '))] })
  const turns = await turnsDuring(async () => { await indexes.catchUp() })
  t.ok(turns >= 2, `${turns} turns`)
  const holding = async (type: string, from: number, to: number): Promise<number[]> => await find('items', {
    property: [{ property: 'dcterms:subject', type, text: words.slice(from, to).join(' ') }]
  })
  for (let at = 0; at < words.length; at += 20_000) t.same(await holding('in', at, at + 4), [id], `from word ${at}`)
  t.same(await holding('sw', 0, 3), [id])
  t.same(await holding('ew', -3, words.length), [id])
  t.same(await holding('sw', 5000, 5003), [])
  await put('items', id, { 'dcterms:subject': [literal('brief')] })
  await indexes.catchUp()
  t.same(await holding('in', 70_000, 70_004), [], 'nor any part of it after it was replaced')
})

t.test('other requests are answered while a long document is indexed, and it is found by any of its words', async (t) => {
  const { api, as, make, find, get } = await collection(t)
  const indexes = new IndexKeeper(api.store, () => '')
  t.teardown(async () => { await indexes.close() })
  const words = Array.from({ length: 50_000 }, (_, at) => `w${at * 7919}`)
  const id = await make('items', { 'dcterms:subject': [literal(words.join(' '))] })
  const short = await make('items', titled(`about ${words.at(-1)}`))
  await indexes.catchUp()
  let renewed: number[] = []
  const turns = await turnsDuring(async () => { renewed = await indexes.renew('fulltext', 0) })
  t.same(renewed, [id, short])
  t.ok(turns > 100, `${turns} turns`)
  for (const at of [0, 24_999, words.length - 2]) {
    t.same(await find('items', { fulltext_search: `"${words[at]} ${words[at + 1]}"` }), [id], `words ${at}`)
  }
  t.same((await find('items', { fulltext_search: words.at(-1)! })).sort(), [id, short])
  t.equal((await get('items', id))['dcterms:subject'][0]['@value'].length, words.join(' ').length)
  await api.items.delete(id, as.global_admin)
  t.same(await find('items', { fulltext_search: words.at(-1)! }), [short])
})
