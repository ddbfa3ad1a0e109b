import t, { type Test } from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { items } from '../../../api/resources/items/definition.js'
import { dice, pick, type Roll } from '../../dice.js'
import { collection, link, literal, PROPERTY, refusal, titled, type Collection, type Json } from '../collection.js'
import { byDatabase } from './by-database.js'

const READERS = ['anonymous', 'author', 'editor'] as const
/** More rows than are looked up in the database one by one. */
const ITEMS = 640
const SETS = 3

const DATES = ['1890', '1890-05', '189X', '1885/1890', '1890/..', '1', '2.5', '1e3', 'Y123456789', 'unknown', '-300']
const COMPARED = ['1890', '1889-12-31', '189X', '2', '2.5', '1000', 'Y99999999', '../1900']

/** Values of items: of several values some are private, and some link to private items. */
const anything = (roll: Roll): Json => ({
  ...(roll(4) > 0 && {
    'dcterms:title': [literal(`${pick(roll, ['sea', 'See', 'lake', ''])} ${roll(40)}`, { is_public: roll(5) > 0 })]
  }),
  'dcterms:date': Array.from({ length: roll(3) }, () => literal(pick(roll, DATES), { is_public: roll(4) > 0 })),
  'dcterms:relation': roll(3) === 0 ? [link(1 + SETS + roll(20), { is_public: roll(5) > 0 })] : [],
  ...(roll(2) === 0 && { 'o:item_set': [1 + roll(SETS)] }),
  'o:resource_class': roll(3) === 0 ? null : { 'o:id': 1 + roll(3) }
})

async function scatter (c: Collection, roll: Roll): Promise<void> {
  for (let set = 0; set < SETS; set++) await c.make('item_sets', titled('Set'))
  for (const call of [c.as.author, c.as.reviewer]) {
    // The first ones, to which the others link, are made first.
    await c.api.items.batchCreate(Array.from({ length: 20 }, () => ({ ...titled('lake'), 'o:is_public': roll(2) > 0 })), call)
    await c.api.items.batchCreate(Array.from({ length: ITEMS / 2 - 20 }, () => ({
      ...anything(roll), 'o:is_public': roll(8) > 0
    })), call)
  }
  await c.patch('item_sets', 1, { 'o:is_public': false })
}

function anyRow (roll: Roll): Query {
  const type = pick(roll, ['ex', 'nex', 'in', 'in', 'nin', 'sw', 'ew', 'eq', 'neq', 'res', 'nres', 'dt', 'ndt', 'lt', 'lte', 'gt', 'gte'])
  const property = pick(roll, ['dcterms:date', 'dcterms:date', 'dcterms:relation', 'dcterms:title', ''])
  const text = {
    dt: 'literal', ndt: 'literal', res: String(4 + roll(20)), nres: String(4 + roll(20)), eq: 'sea 3', neq: 'lake'
  }[type] ?? ({ in: 'ake', nin: 'sea', sw: pick(roll, ['s', 'lak']), ew: 'ke' }[type] ?? pick(roll, COMPARED))
  return { property, type, text, joiner: pick(roll, ['and', 'and', 'or']) }
}

/** One to three rows, sometimes with other filters; pages at the beginning, far behind, or everything. */
const anyQuery = (roll: Roll): Query => ({
  ...(roll(5) > 0 && { property: Array.from({ length: 1 + roll(3) }, () => anyRow(roll)) }),
  ...(roll(4) === 0 && { item_set_id: String(1 + roll(SETS)) }),
  ...(roll(6) === 0 && { not_item_set_id: String(1 + roll(SETS)) }),
  ...(roll(6) === 0 && { created_after: '2000' }),
  ...(roll(8) === 0 && { search: 'sea' }),
  ...(roll(12) === 0 && { resource_class_id: pick(roll, ['1', '2,3', '9']) }),
  ...(roll(16) === 0 && { resource_class_label: pick(roll, ['Agent', 'Agent Class', 'none']) }),
  ...(roll(16) === 0 && { owner_id: pick(roll, ['2', '3', '99']) }),
  ...(roll(16) === 0 && { is_public: pick(roll, ['0', '1']) }),
  sort_by: pick(roll, [
    'id', 'id', 'title', 'dcterms:date', 'dcterms:title', 'created', 'resource_class_label', 'owner_name', 'is_public'
  ]),
  sort_order: pick(roll, ['asc', 'desc'])
})

const WINDOWS: readonly Query[] = [
  { limit: '7' }, { limit: '40', offset: '55' }, { offset: '3' }, { page: '12', per_page: '31' }
]

/** Ids of an answer of scalars, in their order. */
const idsIn = (template: string): number[] => [...template.matchAll(/"(\d+)":/g)].map(([, id]) => Number(id))

async function write (c: Collection, roll: Roll): Promise<void> {
  const id = 1 + SETS + 40 + roll(ITEMS - 41)
  const payload = [
    anything(roll),
    { 'o:is_public': roll(2) },
    { set_value_visibility: { property_id: [PROPERTY.date], is_public: roll(2) } }
  ][roll(8) === 0 ? 1 + roll(2) : 0]!
  if (roll(3) === 0) {
    // Titles that others are found by, since they link to them.
    await c.patch('items', 1 + SETS + roll(20), titled(pick(roll, ['lake', 'shake', 'seal', 'isle'])))
  } else if (roll(4) === 0) await c.make('items', anything(roll), c.as.editor)
  else await c.patch('items', id, payload)
}

/** Asks for a page, and compares it with what the conditions find in the database. @returns how many those are. */
async function compare (
  t: Test, c: Collection, query: Query, window: Query, reader: typeof READERS[number], step: number
): Promise<number> {
  const expected = await byDatabase(c, items, query, c.as[reader])
  const offset = window.page === undefined
    ? Number(window.offset ?? 0)
    : (Number(window.page) - 1) * Number(window.per_page)
  const shown = await c.api.items.search({ ...query, ...window, return_scalar: 'id' }, c.as[reader])
  const page = expected.slice(offset, offset + Number(window.limit ?? window.per_page ?? ITEMS * 2))
  const note = `${reader}, step ${step}, ${JSON.stringify({ ...query, ...window })}`
  t.same([shown.total, idsIn(shown.template)], [expected.length, page], note)
  return expected.length
}

t.test('every search finds for every viewer what the conditions find in the database, also between writes', async (t) => {
  const c = await collection(t)
  const roll = dice(16)
  await scatter(c, roll)
  let found = 0
  for (let step = 0; step < 70; step++) {
    if (step % 3 === 2) await write(c, roll)
    const query = anyQuery(roll)
    for (const reader of READERS) found += await compare(t, c, query, pick(roll, WINDOWS), reader, step)
  }
  t.ok(found > 25_000, `${found} found`)

  const now = new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
  const standing = [
    ...STANDING,
    [{ modified_after: now }, { limit: '10' }], [{ modified_before: now, sort_by: 'title' }, { limit: '10' }]
  ] as const
  for (let step = 0; step < 80; step++) {
    for (let writes = roll(4); writes >= 0; writes--) await change(c, roll)
    for (let at = 0; at < 5; at++) {
      const [query, window] = pick(roll, standing)
      await compare(t, c, query, window, pick(roll, READERS), step)
    }
  }
})

const row = (property: string, type: string, text: string): Query => ({ property: [{ property, type, text }] })

/** Repeated, so that each is answered from sets that were cached before several writes. */
const STANDING: ReadonlyArray<readonly [query: Query, window: Query]> = [
  [{ sort_by: 'title' }, { limit: '7' }],
  [{ sort_by: 'title' }, { page: '4', per_page: '9' }],
  [{ sort_by: 'title', sort_order: 'desc' }, { limit: '9', offset: '30' }],
  [{ sort_by: 'created', sort_order: 'desc' }, { limit: '12' }],
  [{ sort_by: 'modified', sort_order: 'desc' }, { limit: '5' }],
  [{}, { page: '3', per_page: '10' }],
  [{ sort_by: 'dcterms:date' }, { limit: '300' }],
  [{ sort_by: 'dcterms:title', sort_order: 'desc' }, { limit: '10' }],
  [{ sort_by: 'dcterms:title' }, { limit: '20', offset: '400' }],
  [{ item_set_id: '2', sort_by: 'title' }, { limit: '8' }],
  [{ item_set_id: '3', sort_by: 'dcterms:title', sort_order: 'desc' }, { limit: '8' }],
  [{ item_set_id: '3', sort_by: 'dcterms:title', sort_order: 'desc' }, { limit: '8', offset: '12' }],
  [{ not_item_set_id: '2', sort_by: 'title', sort_order: 'desc' }, { limit: '10' }],
  [{ ...row('dcterms:title', 'nin', '1'), sort_by: 'title' }, { limit: '10' }],
  [{ ...row('dcterms:date', 'gte', '1890'), sort_by: 'dcterms:title,created' }, { limit: '6' }],
  [row('dcterms:relation', 'res', '7'), { limit: '4' }],
  [row('dcterms:relation', 'eq', 'lake'), { limit: '40' }],
  [row('', 'neq', 'sea 3'), { limit: '11', offset: '11' }],
  [{ owner_id: '3', sort_by: 'title' }, { limit: '10' }],
  [{ search: 'lake', sort_by: 'dcterms:title' }, { limit: '10' }],
  [{ search: 'sea', sort_by: 'created' }, { limit: '40', offset: '200' }],
  [{ item_set_id: '1,2', search: '3' }, { limit: '12' }],
  [{ is_public: '0', has_media: '0' }, { limit: '10' }],
  [row('', 'nex', ''), { limit: '10' }],
  [{ resource_class_id: '1', sort_by: 'title' }, { limit: '10' }],
  [{ resource_class_label: 'Agent', sort_by: 'owner_name' }, { limit: '10', offset: '5' }],
  [{ sort_by: 'resource_class_label' }, { limit: '10', offset: '150' }],
  [{ sort_by: 'resource_class_label', sort_order: 'desc' }, { limit: '10' }],
  [{ search: 'sea', sort_by: 'owner_name', sort_order: 'desc' }, { limit: '10' }],
  [{ created_after: '2000', sort_by: 'is_public' }, { limit: '10', offset: '30' }]
]

/** Writes of all kinds, some of them at the beginning of what is sorted by title, or of what others link to. */
async function change (c: Collection, roll: Roll): Promise<void> {
  const kind = roll(13)
  const id = 1 + SETS + (kind < 4 ? roll(40) : 40 + roll(ITEMS - 41))
  if (kind === 12) await refusal(c.patch('items', id, { 'o:owner': { 'o:id': 2 + roll(3) } }))
  else if (kind === 11) await write(c, roll)
  else if (kind === 10) await refusal(c.api.items.delete(id, c.as.global_admin))
  else if (kind < 6) await refusal(c.patch('items', id, titled(pick(roll, ['lake', 'aa', 'zz', `sea ${roll(40)}`]))))
  else if (kind < 9) await refusal(c.patch('items', id, anything(roll)))
  else await c.make('items', anything(roll), c.as.editor)
}
