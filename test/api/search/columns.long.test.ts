import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { viewerOf } from '../../../api/access/access.js'
import { ResourceTypes } from '../../../api/access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../../api/resources/built-in.js'
import { AnswerCache } from '../../../api/cache/answer-cache.js'
import { Memory } from '../../../api/cache/memory.js'
import type { Query } from '../../../api/core/calls/call.js'
import { EVERYTHING } from '../../../db/changes/change-log.js'
import { synchronous } from '../../../db/sqlite/connection/connection.js'
import { readingOf } from '../../../db/sqlite/connection/reading.js'
import { Columns } from '../../../api/search/facets/columns/columns.js'
import type { FacetContext } from '../../../api/search/facets/facet.js'
import { countGroups, facetsOf } from '../../../api/search/facets/facets.js'
import { REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import { DataTypes } from '../../../api/values/data-types.js'
import { onSqlite } from '../../database.js'
import { dice, type Roll } from '../../dice.js'
import { temporaryFolder } from '../../helper.js'
import { collection, link, literal, PROPERTY, refusal, titled, uri, type Collection, type Json } from '../collection.js'

const LIMITS = { values: 1, ties: 2, labels: 6, patience: 3, extra: 5 }
const READERS = ['anonymous', 'author', 'editor'] as const
const PROPERTIES = ['dcterms:subject', 'dcterms:relation', 'dcterms:title', 'dcterms:identifier', 'dcterms:coverage'] as const
const OF_MEDIA = ['resource_class_id', 'resource_template_id', 'owner_id'] as const
const OF_ITEMS = [...OF_MEDIA, 'item_set_id'] as const

const WORDS = ['Sea', 'sea ', ' SEA', 'séa\t', '', ' ', 'Storm', 'boat', 'a', 'b', 'B', 'c', 'd', 'Ä', 'ä', 'z']

/** Hardly ever equal to another one, but many have the same label. */
function identifier (roll: Roll): Json {
  const [letter, number] = [roll(3), roll(500)]
  const isPublic = { is_public: roll(9) > 0 }
  return number % 2 === 0
    ? { ...uri(`urn:${number}`, 'ab'[letter] ?? 'b'), ...isPublic }
    : literal(`${'abc'[letter]!}${number}`, isPublic)
}

/** Up to three, at times one of them twice. */
function identifiers (roll: Roll): Json[] {
  const list = Array.from({ length: roll(4) }, () => identifier(roll))
  return roll(6) === 0 ? [...list, ...list.slice(0, 1)] : list
}

/** Values of all kinds, some of them equal, some private, some in the same resource twice. */
function values (roll: Roll, targets: readonly number[]): Json {
  const any = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const value = (): Json => {
    const isPublic = {
      is_public: roll(5) > 0,
      ...(roll(6) === 0 && { '@annotation': { 'dcterms:subject': [literal(any(WORDS) || 'nothing')] } })
    }
    const kind = roll(10)
    if (kind < 2) return link(any(targets), isPublic)
    if (kind < 4) return { ...uri(`urn:${roll(6)}`, any(['', 'Label', 'other label', 'Sea'])), ...isPublic }
    const text = any(WORDS) || 'nothing'
    return literal(text, { ...isPublic, ...(roll(3) === 0 && { '@language': any(['en', 'EN', 'de']) }) })
  }
  const list = (most: number): Json[] => Array.from({ length: roll(most + 1) }, value)
  return {
    ...titled(`Title ${roll(60)}`),
    'dcterms:identifier': identifiers(roll),
    'o:resource_class': roll(3) === 0 ? null : { 'o:id': 1 + roll(4) },
    'o:resource_template': roll(3) === 0 ? { 'o:id': 1 + roll(2) } : null,
    'dcterms:coverage': roll(6) === 0 ? list(2) : [],
    'dcterms:subject': list(4),
    'dcterms:relation': list(2)
  }
}

async function writeSomething (c: Collection, roll: Roll): Promise<void> {
  const [items, sets, media] = [await c.find('items'), await c.find('item_sets'), await c.find('media')]
  const all = [...items, ...sets, ...media]
  const any = (list: readonly number[]): number => list[roll(list.length)]!
  const by = [c.as.author, c.as.editor][roll(2)]!
  const actions: Array<() => Promise<unknown>> = [
    async () => await c.make('items', { ...values(roll, all), 'o:item_set': [any(sets)] }, by),
    async () => await c.make('items', { ...values(roll, all), 'o:is_public': false }, by),
    async () => await c.patch('items', any(items), values(roll, all)),
    async () => await c.patch('items', any(items), { 'o:is_public': roll(2) > 0 }),
    async () => await c.patch('items', any(items), { 'o:owner': { 'o:id': c.id(roll(2) > 0 ? 'author' : 'editor') } }),
    async () => await c.patch('items', any(items), {
      set_value_visibility: { property_id: [PROPERTY.relation, PROPERTY.title], is_public: roll(2) > 0 }
    }),
    async () => await c.page(any(items), values(roll, all)),
    async () => await c.patch('media', any(media), { ...values(roll, all), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('item_sets', any(sets), { ...titled(`Set ${roll(9)}`), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('items', any(items), { 'o:item_set': sets.filter(() => roll(2) > 0).map((id) => ({ 'o:id': id })) }),
    async () => { if (sets.length > 2) await c.api.itemSets.delete(any(sets), c.as.global_admin) },
    async () => await c.make('item_sets', { ...titled(`Set ${roll(9)}`), 'o:is_public': roll(3) > 0 }, by),
    async () => { if (items.length > 12) await c.api.items.delete(any(items), c.as.global_admin) },
    async () => { if (media.length > 2) await c.api.media.delete(any(media), c.as.global_admin) },
    async () => await c.api.items.batchCreate(Array.from({ length: 3 }, () => values(roll, all)), by)
  ]
  await refusal(actions[roll(actions.length)]!())
}

/** The context of a reader, with columns or without, where the database counts. */
async function contextOf (
  c: Collection, reader: typeof READERS[number], kept?: Pick<FacetContext, 'cache' | 'columns'>
): Promise<FacetContext> {
  return {
    database: c.api.store.read,
    terms: await c.api.store.terms(),
    dataTypes: new DataTypes(),
    types: new ResourceTypes(BUILT_IN_TYPES),
    viewer: viewerOf(c.as[reader].actor),
    cursorSecret: Buffer.alloc(32),
    ...kept
  }
}

const ONLY = onSqlite('on PostgreSQL the database counts')

t.test('after any write columns count for everybody what the database counts', ONLY, async (t) => {
  const c = await collection(t)
  const roll = dice(16)
  const sets = [await c.make('item_sets', titled('Set')), await c.make('item_sets', titled('Other'))]
  await c.template({ label: 'Second' })
  for (let at = 0; at < 24; at++) {
    const id = await c.make('items', { ...values(roll, sets), 'o:item_set': [sets[at % 2]!] }, c.as.author)
    if (at % 8 === 0) await c.page(id, values(roll, sets))
  }
  const { store } = c.api
  const folder = path.join(await temporaryFolder(t), 'facets')
  const opened = (): Columns => new Columns(readingOf(synchronous(store.read)), store.changes, 2 ** 24, LIMITS, folder)
  let columns = opened()
  const memory = new Memory({ answers: 0, sets: 2 ** 23 })
  const cache = new AnswerCache(() => store.changes, memory)
  const queries: Array<['items' | 'media' | 'resources', Query]> = [
    ['items', {}], ['items', { item_set_id: `${sets[0]!}` }], ['items', { search: 'title 1' }], ['media', {}], ['resources', {}]
  ]
  const compare = async (reader: typeof READERS[number], name: string, query: Query, step: number): Promise<void> => {
    const type = BUILT_IN.get(name)!
    const count = async (context: FacetContext) =>
      await countGroups(type, query, context, facetsOf(type, query, context), { namesOwners: false })
    t.same(
      await count(await contextOf(c, reader, { columns, cache })),
      await count(await contextOf(c, reader)),
      `${reader}, ${name} ${JSON.stringify(query)}, step ${step}`
    )
  }
  let made = 0
  for (let step = 0; step < 60; step++) {
    for (let write = roll(4); write >= 0; write--) await writeSomething(c, roll)
    // As after thousands of writes: the log of this process does not know what they touched.
    if (roll(4) === 0) store.changes.record(EVERYTHING)
    // As after a start: what was kept is read from files.
    if (step % 5 === 4) columns = opened()
    await new Promise((resolve) => { setImmediate(resolve) })
    for (const term of PROPERTIES) {
      const { id } = (await store.terms()).properties.byTerm(term)!
      if (columns.of(id) === undefined) made++
    }
    for (const id of Object.values(REFERENCES)) if (columns.of(id) === undefined) made++
    // Columns that became too old are made again.
    if (roll(2) > 0 || step % 5 === 4) await columns.settled()
    for (const reader of READERS) {
      // Counts of all that anonymous sees are kept, and corrected step by step.
      const [name, query] = reader === 'anonymous' && roll(3) > 0 ? queries[0]! : queries[roll(queries.length)]!
      const related = name === 'items' ? OF_ITEMS : OF_MEDIA
      const facets = [PROPERTIES[roll(5)]!, PROPERTIES[roll(5)]!, related[roll(related.length)]!]
      await compare(reader, name, { ...query, facets, facet_limit: `${1 + roll(12)}` }, step)
    }
  }
  t.ok(Object.values(REFERENCES).every((id) => columns.of(id) !== undefined), 'of references, too')
  t.ok(made < 180, `columns are corrected, not made for every write (${made})`)
  while (columns.of(PROPERTY.title) === undefined) await columns.settled()
  await columns.settled()
  t.ok(columns.of(PROPERTY.title)?.order?.isReady, 'many titles have as many items, so their least labels are kept')
  const [described] = await c.find('items', { property: [{ property: 'dcterms:subject', type: 'ex' }] }, c.as.anonymous)
  for (const [step, isPublic] of [true, false, true].entries()) {
    await c.patch('items', described!, { 'o:is_public': isPublic })
    await compare('anonymous', 'items', { facets: 'dcterms:subject', facet_limit: '50' }, step)
  }
  const written = (): bigint => statSync(path.join(folder, `${PROPERTY.subject}.column`), { bigint: true }).mtimeNs
  const reopened = async (): Promise<{ isAtOnce: boolean, time: bigint }> => {
    columns = opened()
    const isAtOnce = columns.of(PROPERTY.subject) !== undefined
    await columns.settled()
    return { isAtOnce, time: written() }
  }
  const { time } = await reopened()
  await c.make('items', { 'dcterms:subject': [literal('Sea')] })
  t.same(await reopened(), { isAtOnce: true, time }, 'a file is read at once and corrected, not made anew')
  const { groups, rows, starts, flags, ids } = columns.of(PROPERTY.subject)!.column.state.placed
  const arrays = [groups.low, rows, starts?.bases, starts?.steps, flags?.privates, ids?.bases, ids?.slopes, ids?.steps]
  for (const array of arrays) {
    t.equal(array?.buffer.byteLength, array?.byteLength, 'an array keeps no more of the file alive than is counted')
  }
  await store.write(async (database) => { await database.run(sql`UPDATE resource_change SET time = time + 1`) })
  const anew = await reopened()
  t.notOk(anew.isAtOnce)
  t.not(anew.time, time, 'unless the log of changes is another one')
  await c.make('items', { 'dcterms:subject': [literal('Sea')] })
  store.changes.record(EVERYTHING)
  t.ok(columns.of(PROPERTY.subject), 'what the log of this process does not know, that of the database does')
  await compare('editor', 'items', { facets: 'dcterms:subject', facet_limit: '50' }, 0)
})
