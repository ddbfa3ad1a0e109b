import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { sql } from 'drizzle-orm'
import type { Query } from '../../../api/core/calls/call.js'
import { open } from '../../../app.js'
import { IndexKeeper } from '../../../api/search/full-text/index/index-keeper.js'
import { IndexThread } from '../../../api/search/full-text/index/index-thread.js'
import { NO_FILE, type Ingester } from '../../../files/ingesters/ingester.js'
import { collection, literal, titled, type Collection } from '../collection.js'
import { keptIn, onSqlite } from '../../database.js'

const about = (text: string) => ({ 'dcterms:subject': [literal(text)] })
const holding = (text: string) => ({ property: [{ property: 'dcterms:subject', type: 'in', text }] })

/** A search that sorts by something else than relevance indexes everything that is due. */
const indexAll = async ({ find }: Collection, word: string): Promise<number[]> =>
  await find('items', { fulltext_search: word, sort_by: 'id' })

t.test('a text is found as soon as it is written, changed or deleted', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', about('harbour'))
  t.same(await all.find('items', holding('harb')), [id])
  t.same(await all.find('items', { search: 'arbou' }), [id])
  await all.put('items', id, about('lighthouse'))
  t.same([await all.find('items', holding('harb')), await all.find('items', holding('house'))], [[], [id]])
  await all.api.items.delete(id, all.as.global_admin)
  t.same(await all.find('items', holding('house')), [])
})

t.test('texts indexed meanwhile, and titles of linked resources, are found, too', async (t) => {
  const all = await collection(t)
  const painter = await all.make('items', titled('Gwen John'))
  const id = await all.make('items', {
    ...about('harbour'),
    'dcterms:creator': [{ type: 'resource', value_resource_id: painter }]
  })
  t.same(await indexAll(all, 'harbour'), [id])
  const [row] = await all.api.store.read.values(sql`SELECT count(*) FROM value_due`)
  t.same(row, [0])
  t.same(await all.find('items', { search: 'gwen' }), [painter, id])
  await all.put('items', painter, titled('Augustus John'))
  t.same(
    [await all.find('items', { search: 'gwen' }), await all.find('items', { search: 'gust' })],
    [[], [painter, id]]
  )
  t.same((await all.find('items', { fulltext_search: 'augustus' })).sort(), [painter, id])
  await all.put('items', id, about('lighthouse'))
  t.same([await all.find('items', holding('harb')), await all.find('items', holding('house'))], [[], [id]])
  await all.api.items.delete(id, all.as.global_admin)
  t.same(await all.find('items', holding('house')), [])
})

t.test('a title is found from the first link on, and by its present text when it is linked again', async (t) => {
  const all = await collection(t)
  const painter = await all.make('items', titled('Gwen John'))
  const id = await all.make('items', about('harbour'))
  const linking = { 'dcterms:creator': [{ type: 'resource', value_resource_id: painter }] }
  const created = (text: string) => ({ property: [{ property: 'dcterms:creator', type: 'in', text }] })
  const found = async (text: string) => {
    const before = await all.find('items', created(text))
    await indexAll(all, 'harbour')
    await all.api.installation.set('nonce', text)
    t.same(await all.find('items', created(text)), before, 'indexed or not')
    return before
  }
  t.same(await found('wen'), [])
  await all.put('items', id, linking)
  t.same(await found('wen'), [id])
  await all.put('items', id, about('harbour'))
  await all.put('items', painter, titled('Augustus John'))
  t.same(await found('gust'), [])
  await all.put('items', id, linking)
  t.same([await found('gust'), await found('wen')], [[id], []])
  await all.put('items', painter, titled('Ida Nettleship'))
  t.same([await found('ttle'), await found('gust')], [[id], []])
})

t.test('of many texts that have changed since they were indexed, only the present ones are found', async (t) => {
  const all = await collection(t)
  await all.api.items.batchCreate(Array.from({ length: 40 }, () => titled('Harbour')), all.as.global_admin)
  const ids = await all.find('items', { search: 'harb' })
  await indexAll(all, 'harbour')
  for (const [at, id] of ids.slice(1).entries()) await all.put('items', id, titled(`Lighthouse ${at}`))
  await indexAll(all, 'lighthouse')
  t.same(await all.find('items', { search: 'arbou' }), ids.slice(0, 1))
  t.same(await all.find('items', { search: 'ghthou' }), ids.slice(1))
})

t.test('texts that were not indexed before closing are found after the next start', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', { ...titled('Lake'), ...about('harbour') })
  const other = await open(await keptIn(all.data))
  t.teardown(async () => { await other.close() })
  const queries: Query[] = [holding('harb'), { fulltext_search: 'lake' }, { search: 'ake' }]
  for (const query of queries) {
    t.match((await other.items.search(query, all.as.anonymous)).json(), [{ 'o:id': id }], JSON.stringify(query))
  }
})

t.test('indexed texts are found by the substrings by which pending texts are found', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', {
    'dcterms:subject': [
      literal('harbour'),
      literal('ice'),
      literal('tea\uFDD0pot'),
      { '@id': 'urn:ferry', 'o:label': 'boat' }
    ]
  })
  const rows: Array<[string, string]> = [
    ['in', 'ice'], ['in', 'arbo'], ['in', 'rice'], ['in', 'eic'], ['in', 'harbourice'], ['in', 'ferryboat'],
    ['in', 'boaturn'],
    ['in', 'a\uFDD0p'],
    ['in', 'ourtea'],
    ['sw', 'ice'],
    ['sw', 'ha'],
    ['sw', 'arb'],
    ['sw', 'tea'],
    ['sw', 'pot'],
    ['sw', '\uFDD0pot'],
    ['sw', 'urn:ferry'],
    ['sw', 'ferry'],
    ['in', 'e'],
    ['in', 't'],
    ['in', 'z'],
    ['in', 'ar'],
    ['in', 'at'],
    ['in', 'it'],
    ['in', '"'],
    ['sw', 'i'],
    ['sw', 'a'],
    ['sw', 'u'],
    ['ew', 'r'],
    ['ew', 't'],
    ['ew', 'i'],
    ['ew', 'ry'],
    ['ew', 'ce'],
    ['ew', 'harbour'],
    ['ew', 'tea'],
    ['ew', 'pot'],
    ['ew', 'boat'],
    ['ew', 'ferry'],
    ['ew', 'harb'],
    ['in', '"arb'],
    ['in', 'a\0b']
  ]
  const found = async () =>
    await Promise.all(
      rows.map(async ([type, text]) =>
        (await all.find('items', { property: [{ property: '3', type, text }] })).includes(id)
      )
    )
  const before = await found()
  t.same(
    rows.filter((_, at) => before[at]).map((row) => row.join(' ')),
    [
      'in ice', 'in arbo', 'in a\uFDD0p', 'sw ice', 'sw ha', 'sw tea', 'sw urn:ferry', 'in e', 'in t', 'in ar',
      'in at', 'sw i', 'sw u', 'ew r', 'ew t', 'ew ry', 'ew ce', 'ew harbour', 'ew pot', 'ew boat', 'ew ferry'
    ]
  )
  await indexAll(all, 'harbour')
  await all.api.installation.set('nonce', 'forgets what was found')
  t.same(await found(), before)
})

t.test('no property is mistaken for one with the same slot in the index, nor private values for public', async (t) => {
  const all = await collection(t)
  const members = Array.from({ length: 512 }, (_, at) => ({ 'o:local_name': `p${at}`, 'o:label': `P ${at}` }))
  await all.make('vocabularies', {
    'o:label': 'Large',
    'o:prefix': 'large',
    'o:namespace_uri': 'urn:large:',
    'o:property': members
  })
  const { properties } = await all.api.store.terms()
  const { id: subject } = properties.byTerm('dcterms:subject')!
  const other = `large:p${511 - (properties.byTerm('large:p511')!.id - 512 - subject)}`
  t.equal(properties.byTerm(other)?.id, subject + 512)
  const ids = [
    await all.make('items', about('harbour')),
    await all.make('items', { [other]: [literal('harbour')] }),
    await all.make('items', { 'dcterms:subject': [literal('harbour', { is_public: false })] })
  ]
  for (const state of ['due', 'indexed']) {
    t.same(await all.find('items', holding('arbou'), all.as.anonymous), [ids[0]], state)
    t.same(await all.find('items', { property: [{ property: other, type: 'in', text: 'arbou' }] }), [ids[1]], state)
    t.same(await all.find('items', { property: [{ property: '1027', type: 'in', text: 'arbou' }] }), [], state)
    t.same(await all.find('items', { search: 'arbou' }, all.as.anonymous), [ids[0], ids[1]], state)
    t.same(await all.find('items', holding('arbou'), all.as.editor), [ids[0], ids[2]], state)
    await indexAll(all, 'harbour')
    await all.api.installation.set('nonce', state)
  }
})

/** More values than a function call can take as arguments. */
const VALUES = 180_000

t.test('a resource with very many annotation values is found, and delays no other request', async (t) => {
  const all = await collection(t)
  const id = await all.make('items', {
    'dcterms:subject': [literal('harbour', { '@annotation': about('first note') })]
  })
  const other = await all.make('items', about('harbour'))
  await all.api.store.write(async (database) => {
    await database.run(sql`INSERT INTO value (id, resource_id, property_id, type, text, is_public)
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${VALUES})
      SELECT (SELECT max(id) FROM value) + n, (SELECT annotation_id FROM value WHERE annotation_id IS NOT NULL),
        1, 'literal', 'note' || n, 1 FROM number`)
  })
  t.same((await all.find('items', { fulltext_search: 'harbour' })).sort(), [id, other])
  t.same(await all.find('items', { fulltext_search: `note${VALUES}` }), [id])
  const again = await open({ ...await keptIn(all.data), searchThreads: 0 })
  t.teardown(async () => { await again.close() })
  t.equal((await again.items.search({ fulltext_search: 'harbour' }, all.as.anonymous)).total, 2)
})

t.test('a text that cannot be indexed is skipped: others are found, and a check names it meanwhile', async (t) => {
  let isBroken = true
  const broken: Ingester = {
    name: 'broken',
    renderer: 'html',
    ingest: async () => ({ ...NO_FILE, data: { x: 1 } }),
    text: () => {
      if (isBroken) throw new TypeError('No text can be made of this.')
      return 'mended'
    }
  }
  const all = await collection(t, {}, { ingesters: [broken] })
  const warnings: string[] = []
  const listen = (warning: Error): void => { warnings.push(warning.message) }
  process.on('warning', listen)
  t.teardown(() => { process.off('warning', listen) })
  const item = await all.make('items', {
    ...titled('harbour'),
    'o:media': [{ 'o:ingester': 'broken', data: { x: 1 } }]
  })
  const other = await all.make('items', titled('harbour'))
  const media = (await all.get('items', item))['o:media'][0]['o:id'] as number
  t.same(await all.find('items', { fulltext_search: 'harbour' }), [other])
  t.same(await all.api.checkFullText(), [{ type: 'resources', id: item }, { type: 'resources', id: media }])
  await nextTurn()
  t.ok(warnings.some((text) => text.includes(`resource ${media} cannot be indexed`)))
  t.same(await all.find('items', { search: 'harbour' }), [item, other])
  isBroken = false
  await all.patch('media', media, titled('Mended'))
  t.same((await all.find('items', { fulltext_search: 'harbour' })).sort(), [item, other])
  t.same(await all.find('items', { fulltext_search: 'mended' }), [item])
  t.same(await all.api.checkFullText(), [])
})

for (const [name, ingester, usesThread] of [
  ['give media no text', { name: 'drawing' }, true],
  ['give media texts', { name: 'drawing', text: () => 'drawn' }, false],
  ['replace one that gives texts', { name: 'html' }, false]
] as const) {
  t.test(`long texts are found where ingesters of the application ${name}`, onSqlite('a thread indexes files'), async (t) => {
    const { indexDue } = IndexThread.prototype
    t.teardown(() => { Object.assign(IndexThread.prototype, { indexDue }) })
    let isUsed = false
    IndexThread.prototype.indexDue = async function (...given) {
      isUsed = true
      return await indexDue.apply(this, given)
    }
    const added: Ingester = { renderer: 'html', ingest: async () => ({ ...NO_FILE, data: { x: 1 } }), ...ingester }
    const all = await collection(t, {}, { ingesters: [added] })
    const id = await all.make('items', {
      ...about('harbour '.repeat(10_000)), 'o:media': [{ 'o:ingester': ingester.name, html: 'drawn' }]
    })
    t.same(await indexAll(all, 'harbour'), [id])
    t.equal((await all.find('items', { fulltext_search: 'drawn' })).includes(id), 'text' in ingester)
    t.equal(isUsed, usesThread, 'in the thread')
  })
}

t.test('a text of a million blanks between two words is stored and searched for', async (t) => {
  const all = await collection(t)
  const text = `one${' '.repeat(1_000_000)}two`
  const id = await all.make('items', titled(text))
  t.match(await all.get('items', id), { 'dcterms:title': [{ '@value': text }] })
  t.same(await all.find('items', { search: text }), [id])
  t.same(await all.find('items', { fulltext_search: text }), [id])
})

t.test('a search reads what waits to be indexed, unless that is long, or what shows it has become long', async (t) => {
  const all = await collection(t)
  const { store } = all.api
  const keeper = new IndexKeeper(store, () => '')
  t.teardown(async () => { await keeper.close() })
  // Waits for the server's own indexer: two indexers would both mark long texts.
  await delay(1000)
  await keeper.catchUp()
  const isAnyDue = async (): Promise<boolean> =>
    (await store.read.values(sql`SELECT id FROM fulltext_due LIMIT 1`)).length > 0
  await keeper.hold(async () => {
    const id = await all.make('items', about('harbour'))
    const page = await all.page(id)
    for (const times of ['first', 'second']) {
      await keeper.settleAllButFew()
      t.ok(await isAnyDue(), `left to searches for the ${times} time`)
    }
    for (const write of [
      async () => await all.patch('items', id, about('harbour '.repeat(10_000))),
      async () => await all.patch('items', id, about('lighthouse')),
      async () => await all.patch('media', page, about('harbour '.repeat(10_000))),
      async () => await all.patch('media', page, about('lighthouse'))
    ]) {
      await write()
      await keeper.settleAllButFew()
      const [row] = await store.read.values<[number]>(sql`SELECT max(octet_length(text)) FROM value`)
      t.equal(await isAnyDue(), row![0] < 1000)
    }
  })
})

t.test('a thread indexes many values, and invalidates no cached answer', async (t) => {
  const all = await collection(t)
  const { store } = all.api
  const keeper = new IndexKeeper(store, () => '', 0)
  t.teardown(async () => { await keeper.close() })
  const due = async () => await store.read.values(sql`SELECT (SELECT count(*) FROM fulltext_due)
    + (SELECT count(*) FROM value_due) + (SELECT count(*) FROM title_due)`)
  const id = await all.make('items', { ...titled('Lake'), ...about('harbour') })
  await all.make('items', titled('Lakeside'))
  t.not((await due())[0]![0], 0)
  const { version } = store.changes
  await keeper.catchUp()
  t.same(await due(), [[0]])
  t.equal(store.changes.version, version, 'nothing is stale')
  t.same([await indexAll(all, 'harbour'), await all.find('items', holding('arbo'))], [[id], [id]])

  const other = await open(await keptIn(all.data))
  t.teardown(async () => { await other.close() })
  // The other process does not index it: that is done at the same time as by the thread.
  const written = await other.items.create(titled('Lakeland'), all.as.global_admin)
  await keeper.catchUp()
  t.not(store.changes.version, version, 'what another process wrote meanwhile is noticed')
  t.same((await indexAll(all, 'lakeland')), [(written.json() as { 'o:id': number })['o:id']])

  await all.put('items', id, about('lighthouse'))
  await keeper.settle()
  t.same([await indexAll(all, 'harbour'), await indexAll(all, 'lighthouse')], [[], [id]])
})

const ENDS = 'a thread that has had nothing to index ends, and another indexes what is written later'
t.test(ENDS, onSqlite('a thread indexes files'), async (t) => {
  const all = await collection(t)
  const { store } = all.api
  const thread = new IndexThread({ file: store.engine.file! }, 1)
  t.teardown(async () => { await thread.release() })
  for (const text of ['Lake', 'Harbour']) {
    const id = await all.make('items', titled(text))
    await thread.indexDue(store, 100)
    while (thread.isRunning) await delay(5)
    t.same(await store.read.values(sql`SELECT id FROM fulltext_due`), [])
    t.same(await all.find('items', { fulltext_search: text }), [id])
  }
})

t.test('writes continue while a search waits for the indexing thread', onSqlite('a thread indexes files'), async (t) => {
  const all = await collection(t)
  const { store } = all.api
  const keeper = new IndexKeeper(store, () => '', 0)
  t.teardown(async () => { await keeper.close() })
  await all.api.items.batchCreate(Array.from({ length: 250 }, () => titled('Lake')), all.as.global_admin)
  await keeper.catchUp()
  await store.writeUnseen(async (database) => {
    await database.run(sql`INSERT INTO fulltext_due SELECT id FROM resource WHERE kind = 'item'`)
  })
  const elsewhere = store.writeElsewhere.bind(store)
  const order: string[] = []
  let writing: Promise<void> | undefined
  store.writeElsewhere = async (work) => await elsewhere(async () => {
    writing ??= store.write(async () => { order.push('write') })
    const indexed = await work()
    order.push('index')
    return indexed
  })
  await keeper.settle()
  await writing
  t.same(order.slice(0, 3), ['index', 'write', 'index'])
  t.same(await store.read.values(sql`SELECT count(*) FROM fulltext_due`), [[0]])
})

for (const [who, threadFrom] of [['the thread', 0], ['this thread', undefined]] as const) {
  t.test(`an index to which ${who} adds little by little is merged, and holds the same`, onSqlite('FTS5'), async (t) => {
    const all = await collection(t)
    const { store } = all.api
    const keeper = new IndexKeeper(store, () => '', threadFrom)
    t.teardown(async () => { await keeper.close() })
    const ids: number[] = []
    for (let round = 0; round < 30; round++) {
      ids.push(await all.make('items', { ...titled('Lake'), ...about(`harbour${round}`) }))
      if (round % 3 === 2) await all.put('items', ids[round - 2]!, { ...titled('Lake'), ...about('quay') })
      await keeper.catchUp()
    }
    for (const index of ['fulltext', 'value_trigram']) {
      const [row] = await store.read.values<[number]>(
        sql`SELECT count(DISTINCT segid) FROM ${sql.identifier(`${index}_idx`)}`
      )
      t.ok(row![0] <= 16, `${row![0]} segments of ${index}`)
    }
    t.same(await all.find('items', { fulltext_search: 'lake', sort_by: 'id', sort_order: 'asc' }), ids)
    const quays = ids.filter((_, round) => round % 3 === 0)
    t.same(await all.find('items', { ...holding('uay'), sort_by: 'id', sort_order: 'asc' }), quays)
    t.same(await all.find('items', holding('arbour0')), [])
    t.same(await all.find('items', holding('arbour28')), [ids[28]])
  })
}

t.test('writes during the merging of an index are indexed before the rest of it', onSqlite('FTS5'), async (t) => {
  const all = await collection(t)
  const { store } = all.api
  const thread = new IndexThread({ file: store.engine.file! })
  t.teardown(async () => { await thread.release() })
  const keeper = new IndexKeeper(store, () => '', 0)
  t.teardown(async () => { await keeper.close() })
  // Waits for the server's own indexer, which merges parts of the index.
  await delay(1000)
  await keeper.catchUp()
  const text = (round: number): string =>
    Array.from({ length: 2000 }, (_, at) => `word${(round * 2000 + at) * 7919}`).join(' ')
  await keeper.hold(async () => {
    for (let round = 0; round < 17; round++) {
      await all.make('items', about(text(round)))
      await thread.indexDue(store, 100)
    }
  })
  const { indexDue, merge } = IndexThread.prototype
  t.teardown(() => { Object.assign(IndexThread.prototype, { indexDue, merge }) })
  const order: string[] = []
  let indexing: Promise<void> | undefined
  IndexThread.prototype.indexDue = async function (...given) {
    const isMore = await indexDue.apply(this, given)
    order.push('index')
    return isMore
  }
  IndexThread.prototype.merge = async function (...given) {
    const isMore = await merge.apply(this, given)
    order.push('merge')
    if (indexing === undefined) {
      // Before the next step, however long this takes.
      await all.make('items', titled('Lighthouse'))
      indexing = keeper.catchUp()
    }
    return isMore
  }
  await all.make('items', titled('Harbour'))
  await keeper.catchUp()
  await indexing
  t.same(order.filter((one) => one === 'index').length, 2)
  t.ok(order.lastIndexOf('index') < order.length / 2, order.join(' '))
})
