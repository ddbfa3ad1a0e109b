import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { viewerOf } from '../../../../api/access/access.js'
import type { Call, Query } from '../../../../api/core/calls/call.js'
import { find } from '../../../../api/search/find.js'
import type { SearchContext, SearchResult, SearchTask, SearchWork } from '../../../../api/search/context/context.js'
import { SearchWorkers } from '../../../../api/search/worker/search-workers.js'
import { countFacets } from '../../../../api/search/facets/facets.js'
import { AnswerCache } from '../../../../api/cache/answer-cache.js'
import { BUILT_IN } from '../../../../api/resources/built-in.js'
import { DataTypes } from '../../../../api/values/data-types.js'
import { collection, html, link, literal, refusal, titled, type Collection, type TypeName } from '../../collection.js'
import { onSqlite } from '../../../database.js'
import { build, type Ending } from '../../../helper.js'

const ONLY = onSqlite('workers open its file; a database server works beside this process anyway')

const READERS = ['anonymous', 'author', 'editor'] as const
const FIND = { kind: 'find', pageSize: 25 } as const
const NOWHERE = async (): Promise<SearchResult> => { throw new Error('No worker ran it.') }

/** A statement that takes far longer than the deadline that tests give it. */
const SLOW_TEXTS = Array.from({ length: 100 }, (_, at) => `x${at}`)
const SLOW: Query = { property: [{ property: '', type: 'in', text: SLOW_TEXTS }] }

/** A deadline late enough for a worker to load its program from sources. */
const later = (): number => performance.now() + 60_000

async function workers (t: Ending, { api }: Collection, most = 1): Promise<SearchWorkers> {
  const started = new SearchWorkers(api.store.engine.file!, { most, timeout: 60_000, changes: api.store.changes })
  await started.start()
  t.teardown(async () => { await started.close() })
  return started
}

function taskOf (query: Query, { actor }: Call, type = 'items'): SearchTask {
  const context = { viewer: viewerOf(actor), cursorSecret: Buffer.alloc(32), readsTexts: true }
  return { work: FIND, type, query, context }
}

/** Searches in a worker, and fails if the search runs in the main thread. */
async function finder (
  t: Ending,
  c: Collection
): Promise<(type: TypeName, query: Query, call: Call, work?: SearchWork) => Promise<SearchResult>> {
  const started = await workers(t, c)
  return async (type, query, call, work = FIND) =>
    await started.run({ ...taskOf(query, call, type), work }, NOWHERE, 'client', later())
}

async function findHere ({ api }: Collection, type: TypeName, query: Query, { actor }: Call): Promise<SearchResult> {
  const context: SearchContext = {
    database: api.store.read,
    terms: await api.store.terms(),
    viewer: viewerOf(actor),
    cursorSecret: Buffer.alloc(32)
  }
  return await find(BUILT_IN.get(type)!, query, context, 25)
}

t.test('a worker finds what the main thread finds, for every viewer and after every write', ONLY, async (t) => {
  const c = await collection(t)
  const findThere = await finder(t, c)
  const set = await c.make('item_sets', titled('Set'))
  const queries: Array<[TypeName, Query]> = [
    ['items', { search: 'house' }],
    ['items', { fulltext_search: 'lighthouse house' }],
    ['items', { item_set_id: `${set}`, sort_by: 'dcterms:subject', sort_order: 'desc' }],
    ['items', { property: [{ property: 'dcterms:subject', type: 'nex' }], sort_by: 'title', page: '1', per_page: '2' }],
    ['media', { fulltext_search: 'words' }],
    ['resources', { property: [{ property: '', type: 'in', text: 'o' }] }],
    ['properties', { used: '1', sort_by: 'item_count', sort_order: 'desc' }]
  ]
  const writes: Array<() => Promise<unknown>> = [
    async () =>
      await c.make(
        'items',
        {
          ...titled('Lighthouse'),
          'o:item_set': [set],
          'dcterms:subject': [literal('b', { is_public: false }), literal('a')],
          'o:media': [html(titled('Words'))]
        },
        c.as.author
      ),
    async () => await c.make('items', { ...titled('House'), 'o:item_set': [set], 'o:is_public': false }, c.as.author),
    async () => await c.make('items', { ...titled('Boat'), 'dcterms:relation': [link(2)] }),
    async () => await c.patch('items', 2, { 'o:is_public': false }),
    async () => await c.api.items.delete(2, c.as.global_admin)
  ]
  for (const [at, write] of writes.entries()) {
    await write()
    // Indexes everything that is due, so that no indexing runs between the two searches.
    await c.find('items', { fulltext_search: 'house', sort_by: 'id' })
    for (const reader of READERS) {
      for (const [type, query] of queries) {
        t.same(
          await findThere(type, query, c.as[reader]),
          await findHere(c, type, query, c.as[reader]),
          `${reader}, ${JSON.stringify(query)}, write ${at}`
        )
      }
    }
  }
  t.equal((await findThere('items', { search: 'house' }, c.as.editor)).total, 1)
})

t.test('facets of what workers find and read are counted as without them, after every write', async (t) => {
  const c = await collection(t)
  for (const text of ['sea', 'Sea', 'storm']) await c.make('items', { 'dcterms:subject': [literal(text)] })
  const started = new SearchWorkers(c.api.store.engine.file, {
    most: 1, timeout: 60_000, isLarge: async () => true, changes: c.api.store.changes
  })
  t.teardown(async () => { await started.close() })
  await started.start()
  const cache = new AnswerCache(c.api.store.changes, { answers: 2 ** 23, sets: 2 ** 23 })
  const queries: Query[] = [{ facets: 'dcterms:subject' }, {
    property: [{ property: 'dcterms:subject', type: 'nin', text: 'storm' }], facets: 'dcterms:subject,owner_id'
  }]
  const count = async (query: Query, reader: typeof READERS[number]): Promise<unknown> =>
    (await countFacets(BUILT_IN.get('items')!, query, {
      ...taskOf(query, c.as[reader]).context,
      database: c.api.store.read,
      terms: await c.api.store.terms(),
      dataTypes: new DataTypes(),
      cache,
      runInWorker: async (task, here) => await started.run(task, here, 'client', later())
    }, reader !== 'anonymous')).json()
  const writes: Array<() => Promise<unknown>> = [
    async () => {},
    async () => await c.make('items', { 'dcterms:subject': [literal('storm'), literal('Storm'), literal('fog')] }),
    async () => await c.patch('items', 1, { 'dcterms:subject': [literal('fog')] }),
    async () => await c.make('items', { 'dcterms:subject': [literal('fog', { is_public: false })] }, c.as.author),
    async () => await c.patch('items', 2, { 'o:is_public': false }),
    async () => await c.api.items.delete(3, c.as.global_admin),
    // An import touches everything.
    async () => await c.api.store.writeBulk(async () => {})
  ]
  for (const [at, write] of writes.entries()) {
    await write()
    for (const reader of READERS) {
      for (const query of queries) {
        const expected = (await c.api.items.facets(query, c.as[reader])).json()
        t.same(await count(query, reader), expected, `${reader}, write ${at}`)
      }
    }
  }
  t.match(await count(queries[0]!, 'anonymous'), {
    total: 3, facets: { 'dcterms:subject': [{ '@value': 'fog', count: 2 }, { count: 1 }] }
  })
})

t.test('a worker knows after every write which resources have a property', ONLY, async (t) => {
  const c = await collection(t)
  const subject = { 'dcterms:subject': [literal('sea')] }
  await c.api.items.batchCreate([...Array.from({ length: 1001 }, () => subject), titled('Boat')], c.as.global_admin)
  const threads = await workers(t, c)
  const writes: Array<() => Promise<unknown>> = [
    async () => {},
    async () => await c.patch('items', 1, titled('Sea')),
    async () => await c.patch('items', 2, { 'o:is_public': false }),
    async () => await c.api.items.delete(3, c.as.global_admin),
    async () => await c.make('items', subject)
  ]
  for (const [at, write] of writes.entries()) {
    await write()
    for (const type of ['ex', 'nex']) {
      const query: Query = { property: [{ property: 'dcterms:subject', type }] }
      for (const reader of READERS) {
        t.same(
          await threads.run(taskOf(query, c.as[reader]), NOWHERE, 'client', later()),
          await findHere(c, 'items', query, c.as[reader]), `${type}, ${reader}, write ${at}`
        )
      }
    }
  }
})

t.test('a worker refuses searches with the messages of the main thread', ONLY, async (t) => {
  const c = await collection(t)
  const findThere = await finder(t, c)
  const query = { search: 'x', cursor: 'made up' }
  const refused = await refusal(findThere('items', query, c.as.anonymous))
  t.same(refused, await refusal(findHere(c, 'items', query, c.as.anonymous)))
  t.equal(refused.kind, 'bad-request')
})

t.test('many searches at once are all answered, also those that wait when the workers are closed', ONLY, async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Lighthouse'))
  const started = await workers(t, c, 2)
  const search = (at: number): Promise<SearchResult> =>
    started.run(taskOf({ search: at % 2 === 0 ? 'light' : `dark ${at}` }, c.as.editor), NOWHERE, 'client', later())
  const found = Array.from({ length: 20 }, async (_, at) => await search(at))
  await started.close()
  t.same(
    (await Promise.all(found)).map(({ total }) => total),
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 1 : 0))
  )
  t.equal(started.figures.workers, 0)
})

t.test('without a worker the search runs in the main thread', async (t) => {
  const { api, as } = await collection(t)
  const none = new SearchWorkers(api.store.engine.file!, { most: 0, timeout: 1, changes: api.store.changes })
  await none.start()
  const result = { ids: [1], total: 1 }
  t.equal(await none.run(taskOf({}, as.anonymous), async () => result, 'client', 0), result)
})

t.test('where workers cannot be started, searches run in the main thread', ONLY, async (t) => {
  const { api, as, data } = await collection(t)
  const none = new SearchWorkers(`${data}/none.db`, { most: 2, timeout: 1000, changes: api.store.changes })
  t.teardown(async () => { await none.close() })
  const result = { ids: [1], total: 1 }
  const task = taskOf(SLOW, as.anonymous)
  for (let at = 0; at < 2; at++) t.equal(await none.run(task, async () => result, 'client', later()), result)
  t.match(none.figures, { waiting: 0, running: 0, workers: 0 })
})

t.test('a search that takes too long is refused, and the next one runs in a new worker', ONLY, async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Lighthouse'))
  const started = await workers(t, c)
  const slow = started.run(taskOf(SLOW, c.as.author), NOWHERE, 'slow', performance.now() + 20)
  const waiting = started.run(taskOf({ search: 'house' }, c.as.author), NOWHERE, 'quick', later())
  const late = started.run(taskOf({ search: 'light' }, c.as.author), NOWHERE, 'late', performance.now() + 10)
  t.match(await refusal(late), { kind: 'busy', errors: { error: /takes too long/ } }, 'also while it waits')
  t.match(await refusal(slow), { kind: 'busy', errors: { error: /takes too long/ } })
  t.equal((await waiting).total, 1)
})

t.test('the number of waiting searches of one client is limited, so that other clients are served', ONLY, async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Lighthouse'))
  const started = await workers(t, c)
  const many = Array.from(
    { length: 150 },
    async (_, at) =>
      await refusal(started.run(taskOf({ search: `x${at}` }, c.as.anonymous), NOWHERE, 'greedy', later()))
  )
  t.equal((await started.run(taskOf({ search: 'house' }, c.as.anonymous), NOWHERE, 'modest', later())).total, 1)
  const kinds = (await Promise.all(many)).map(({ kind }) => kind)
  t.equal(kinds.filter((kind) => kind === 'busy').length, 49, 'one runs, 100 wait')
  t.equal(kinds.filter((kind) => kind === 'done').length, 101)
})

t.test('a search that takes too long gets 503 with Retry-After, and other requests are answered', ONLY, async (t) => {
  const { send } = await build(t, { searchThreads: 1, searchTimeout: 100 })
  const slow = async (at: number) =>
    await send({
      url: `/api/items?${SLOW_TEXTS.map((text) => `property[0][text][]=${text}-${at}`).join('&')}` +
        '&property[0][property]=&property[0][type]=in'
    })
  let refused
  // Waiting until the worker has loaded its program counts, too.
  for (let at = 0; at < 100 && refused?.statusCode !== 503; at++) {
    refused = await slow(at)
    if (refused.statusCode === 200) await delay(500)
  }
  t.equal(refused?.statusCode, 503)
  t.ok(Number(refused?.headers['retry-after']) > 0)
  t.match(refused?.json(), { errors: { error: /takes too long/ } })
  t.equal((await send({ url: '/api/items' })).statusCode, 200)
  const { body } = await send({ url: '/metrics' })
  const limits = [...body.matchAll(/^vitrine_memory_limit_bytes\{thread="(\w+)".*\} (\d+)$/gm)]
  t.ok(limits.reduce((sum, [, , bytes]) => sum + Number(bytes), 0) <= 256 * 1024 * 1024, 'all threads share the memory')
})

t.test('a search of many conditions has a worker to itself from the first on, in the smallest collection', ONLY, async (t) => {
  const c = await collection(t)
  const id = await c.make('items', titled('lighthouse'))
  const { engine, changes } = c.api.store
  const started = new SearchWorkers(engine.file!, { most: 1, timeout: 60_000, changes })
  t.teardown(async () => { await started.close() })
  const context: SearchContext = {
    database: c.api.store.read,
    terms: await c.api.store.terms(),
    viewer: viewerOf(c.as.author.actor),
    cursorSecret: Buffer.alloc(32),
    runInWorker: async (task) => await started.run(task, async () => { throw new Error('No worker ran it.') }, 'client', later())
  }
  const text = Array.from({ length: 90 }, (_, at) => at === 7 ? 'house' : `x${at}`)
  t.match(
    await find(BUILT_IN.get('items')!, { property: [{ property: '', type: 'in', text }] }, context, 25),
    { ids: [id], total: 1 }
  )
})
