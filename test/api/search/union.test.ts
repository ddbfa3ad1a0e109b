import t from 'tap'
import { sql } from 'drizzle-orm'
import type { Query } from '../../../api/core/calls/call.js'
import { itemSets } from '../../../api/resources/item-sets/definition.js'
import { media } from '../../../api/resources/media/definition.js'
import { resources } from '../../../api/resources/computed/resources.js'
import { dice, pick, type Roll } from '../../dice.js'
import { collection, html, link, literal, refusal, titled, type Collection, type Json } from '../collection.js'
import { byDatabase } from './by-database.js'
import { unchecked } from '../../helper.js'

const READERS = ['anonymous', 'author', 'editor'] as const
const SETS = 2
/** More resources than are looked up in the database one by one. */
const ITEMS = 330

/** A viewer who sees a value sees its annotation, and the annotations of that. */
const note = (roll: Roll): Json => roll(2) === 0
  ? {}
  : {
      '@annotation': {
        'dcterms:date': [literal(String(1890 + roll(9)), {
          is_public: roll(5) > 0,
          ...(roll(2) === 0 && { '@annotation': titled(`lake ${roll(9)}`) })
        })]
      }
    }

const anything = (roll: Roll): Json => ({
  'dcterms:title': [literal(`${pick(roll, ['sea', 'lake'])} ${roll(30)}`, { is_public: roll(5) > 0, ...note(roll) })],
  ...(roll(3) === 0 && { 'dcterms:relation': [link(1 + SETS + roll(30), { is_public: roll(5) > 0, ...note(roll) })] })
})

async function scatter (c: Collection, roll: Roll): Promise<void> {
  for (let set = 0; set < SETS; set++) await c.make('item_sets', titled('Set'))
  await c.api.items.batchCreate(Array.from({ length: 30 }, () => ({ ...titled('lake'), 'o:is_public': roll(2) > 0 })), c.as.author)
  for (const call of [c.as.author, c.as.reviewer]) {
    await c.api.items.batchCreate(Array.from({ length: ITEMS / 2 - 15 }, () => ({
      ...anything(roll),
      'o:is_public': roll(6) > 0,
      ...(roll(4) === 0 && { 'o:media': [html({ ...anything(roll), 'o:is_public': roll(4) > 0 })] })
    })), call)
  }
}

async function change (c: Collection, roll: Roll): Promise<void> {
  const any = async (type: 'items' | 'media'): Promise<number> => pick(roll, await c.find(type))
  const actions: Array<() => Promise<unknown>> = [
    async () => await c.patch('items', await any('items'), anything(roll)),
    async () => await c.patch('items', await any('items'), anything(roll)),
    async () => await c.patch('media', await any('media'), { ...anything(roll), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('items', await any('items'), { 'o:is_public': roll(2) > 0 }),
    async () => await c.make('items', { ...anything(roll), 'o:media': [html(anything(roll))] }, c.as.editor),
    async () => await c.patch('item_sets', 1 + roll(SETS), { ...anything(roll), 'o:is_public': roll(2) > 0 }),
    async () => { await c.api.items.delete(await any('items'), c.as.global_admin) },
    async () => { await c.api.media.delete(await any('media'), c.as.global_admin) }
  ]
  await refusal(pick(roll, actions)())
}

const row = (property: string, type: string, text: string): Query => ({ property: [{ property, type, text }] })

const QUERIES: readonly Query[] = [
  {},
  { sort_order: 'desc' },
  { sort_by: 'dcterms:title' },
  { sort_by: 'resource_class_label', sort_order: 'desc' },
  { sort_by: 'owner_name' },
  { is_public: '0' },
  { search: 'lake', sort_by: 'dcterms:date' },
  { created_after: '2000', sort_by: 'dcterms:title', sort_order: 'desc' },
  row('dcterms:title', 'nin', 'sea'),
  row('dcterms:date', 'nex', ''),
  row('dcterms:date', 'gte', '1893'),
  row('dcterms:relation', 'ex', ''),
  row('dcterms:relation', 'eq', 'lake'),
  row('', 'in', '1')
]

/** All kinds at once; and those of which there are few. */
const TYPES = { resources, media, item_sets: itemSets }
const NAMES = ['resources', 'resources', 'media', 'item_sets'] as const

t.test('between writes, searches of all resource types at once, or of a rare one, find what the database finds', async (t) => {
  const c = await collection(t)
  const roll = dice(1066)
  await scatter(c, roll)
  const kinds = await c.api.store.read.all<{ kind: string }>(sql`SELECT DISTINCT kind FROM resource ORDER BY kind`)
  t.same(kinds.map(({ kind }) => kind), ['item', 'item_set', 'media', 'value_annotation'])
  for (let step = 0; step < 90; step++) {
    for (let writes = step % 3; writes > 0; writes--) await change(c, roll)
    for (let at = 0; at < 4; at++) {
      const type = pick(roll, NAMES)
      const query = pick(roll, QUERIES)
      const reader = pick(roll, READERS)
      const expected = await byDatabase(c, TYPES[type], query, c.as[reader])
      const offset = type === 'resources' ? roll(3) * roll(100) : roll(9)
      const note = `${type} for ${reader}, step ${step}, ${JSON.stringify(query)} from ${offset}`
      const shown = await c.find(type, { ...query, offset: String(offset), limit: '40' }, c.as[reader])
      t.same(shown, expected.slice(offset, offset + 40), note)
      const { total } = await unchecked(c.api, type).search({ ...query, limit: 1 }, c.as[reader])
      t.equal(total, expected.length, note)
    }
  }
})

t.test('visibility of a value applies immediately to its annotation, and to the annotations of that', async (t) => {
  const c = await collection(t)
  const annotated = (more: Json = {}): Json => ({
    'dcterms:title': [literal('Value', {
      ...more,
      '@annotation': {
        'dcterms:date': [literal('1900', { '@annotation': titled('Of the annotation') })]
      }
    })]
  })
  const target = await c.make('items', titled('Target'))
  const item = await c.make('items', annotated())
  const all = async (): Promise<number | null> =>
    (await c.api.resource('resources').search({ limit: '1' }, c.as.anonymous)).total
  t.equal(await all(), 4)
  await c.patch('items', item, annotated({ is_public: false }))
  t.equal(await all(), 2, 'the value is private')
  await c.patch('items', item, annotated({ is_public: true }))
  t.equal(await all(), 4)
  for (const note of [null, item + 1]) {
    await c.api.store.write(async (database) => {
      await database.run(sql`UPDATE value SET annotation_id = ${note} WHERE resource_id = ${item}`)
    })
    t.equal(await all(), note === null ? 2 : 4, 'what annotates no value is not shown')
  }
  await c.patch('items', item, titled('Plain'))
  t.equal(await all(), 2, 'both are deleted')
  await c.patch('items', item, { 'dcterms:relation': [link(target, { '@annotation': titled('Of the link') })] })
  t.equal(await all(), 3)
  await c.patch('items', target, { 'o:is_public': false })
  t.equal(await all(), 1, 'the link leads to what is private')
  await c.api.items.delete(item, c.as.global_admin)
  t.equal(await all(), 0)
})

t.test('of few rows, and of one too many to be asked one by one, the same is found', async (t) => {
  const c = await collection(t)
  const all = async (): Promise<number> => (await c.find('item_sets', { ...row('dcterms:title', 'in', 'ake'), limit: '1000' })).length
  for (const step of [10, 490, 1, 1, 30]) {
    const before = await all()
    const sets = Array.from({ length: step }, (_, at) => titled(at % 2 === 0 ? 'Lake' : 'Sea'))
    await c.api.resource('item_sets').batchCreate(sets, c.as.global_admin)
    t.equal(await all(), before + Math.ceil(step / 2), `${step} more`)
  }
})
