import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { viewerOf } from '../../../../api/access/access.js'
import { ResourceTypes } from '../../../../api/access/resource-types.js'
import type { Call, Query } from '../../../../api/core/calls/call.js'
import { find } from '../../../../api/search/run/find.js'
import type { SearchContext } from '../../../../api/search/context/context.js'
import type { SearchResult, SearchTask, SearchWork } from '../../../../api/search/context/tasks.js'
import { SearchThreads } from '../../../../api/search/worker/search-threads.js'
import { SearchWorkers } from '../../../../api/search/worker/search-workers.js'
import { countFacets } from '../../../../api/search/facets/facets.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../../../api/resources/built-in.js'
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
  const started = new SearchWorkers(api.store.file!, { most, timeout: 60_000, changes: () => api.store.changes })
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

t.test('a worker finds for everybody what is found here, after every write', ONLY, async (t) => {
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

t.test('a worker counts by facets what is counted here', ONLY, async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  await c.make(
    'items',
    {
      ...titled('Lighthouse'),
      'o:item_set': [set],
      'dcterms:subject': [
        literal('sea'),
        literal('storm', { is_public: false }),
        { '@id': 'urn:x', 'o:label': 'x' },
        link(set)
      ]
    },
    c.as.author
  )
  await c.make('items', { ...titled('House'), 'dcterms:subject': [literal('Sea')] })
  const started = await workers(t, c)
  const query = { search: 'house', facets: 'dcterms:subject,item_set_id,owner_id' }
  for (const reader of READERS) {
    const task: SearchTask = { ...taskOf(query, c.as[reader]), work: { kind: 'count', namesOwners: false } }
    const counts = await started.run<unknown>(task, NOWHERE, 'client', later())
    t.match(counts, { total: 2, facets: { 'dcterms:subject': [{ '@value': 'sea', count: 2 }] } })
    if (reader === 'anonymous') t.match(JSON.parse((await c.api.items.facets(query, c.as.anonymous)).template), counts)
  }
})

t.test('the thread that counts keeps values, and hears of every write', async (t) => {
  const c = await collection(t)
  for (const text of ['sea', 'Sea', 'storm']) await c.make('items', { 'dcterms:subject': [literal(text)] })
  const threads = new SearchThreads(
    c.api.store.place,
    { most: 1, timeout: 60_000, isLarge: async () => true, changes: () => c.api.store.changes },
    {
      memory: { columns: 2 ** 20, sets: 2 ** 20, database: 2 ** 20 },
      limits: { values: 1, ties: 2, labels: 2, patience: 3, extra: 1 }
    }
  )
  t.teardown(async () => { await threads.close() })
  t.equal(threads.figures.searches.workers, 0)
  await threads.startSearching()
  t.equal(threads.figures.searches.workers, 1, 'before anybody searches')
  t.ok(threads.memory.search.some(({ part, bytes }) => part === 'sets' && bytes! > 0), 'with a list of all items')
  await threads.startCounting()
  const keptBy = (part: string): number => threads.memory.count.find((figures) => figures.part === part)?.bytes ?? 0
  t.ok(keptBy('columns') > 0, 'what is counted by')
  t.ok(keptBy('sets') > 0, 'all items, before anybody counts them')
  const count = async (): Promise<unknown> => await threads.runner('client')!({
    ...taskOf({ facets: 'dcterms:subject' }, c.as.anonymous), work: { kind: 'count', namesOwners: false }
  }, NOWHERE)
  const searching: Query = {
    property: [{ property: 'dcterms:subject', type: 'nin', text: 'storm' }], facets: 'dcterms:subject'
  }
  const findAndCount = async (): Promise<unknown> => (await countFacets(BUILT_IN.get('items')!, searching, {
    ...taskOf(searching, c.as.anonymous).context,
    database: c.api.store.read,
    terms: await c.api.store.terms(),
    dataTypes: new DataTypes(),
    types: new ResourceTypes(BUILT_IN_TYPES),
    runInWorker: async (task) => await threads.runner('client')!(task, async () => { throw new Error('Ran here.') })
  }, false)).json()
  const writes: Array<() => Promise<unknown>> = [
    async () => {},
    async () => await c.make('items', { 'dcterms:subject': [literal('storm'), literal('Storm'), literal('fog')] }),
    async () => await c.patch('items', 1, { 'dcterms:subject': [literal('fog')] }),
    async () => await c.patch('items', 2, { 'o:is_public': false }),
    async () => await c.api.items.delete(3, c.as.global_admin),
    // An import touches everything.
    async () => await c.api.store.writeBulk(async () => {})
  ]
  for (const [at, write] of writes.entries()) {
    await write()
    // Columns are made between two counts.
    for (let again = 0; again < 3; again++) {
      const expected = (await c.api.items.facets({ facets: 'dcterms:subject' }, c.as.anonymous)).json()
      t.match(expected, await count(), `write ${at}`)
      const found = (await c.api.items.facets(searching, c.as.anonymous)).json()
      t.same(await findAndCount(), found, `what one thread finds, another counts; write ${at}`)
    }
  }
  t.match(await count(), { total: 2, facets: { 'dcterms:subject': [{ '@value': 'fog', count: 2 }, { count: 1 }] } })
})

t.test('which resources have a property is known before anybody asks, and follows every write', ONLY, async (t) => {
  const c = await collection(t)
  const subject = { 'dcterms:subject': [literal('sea')] }
  await c.api.items.batchCreate([...Array.from({ length: 1001 }, () => subject), titled('Boat')], c.as.global_admin)
  const threads = new SearchThreads(c.api.store.file!, {
    most: 1, timeout: 60_000, isLarge: async () => true, changes: () => c.api.store.changes
  })
  t.teardown(async () => { await threads.close() })
  await threads.startSearching()
  const cachedIds = (): number | undefined => threads.memory.search.find(({ part }) => part === 'sets')?.bytes
  const known = cachedIds()
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
          await threads.runner('client')!(taskOf(query, c.as[reader]), NOWHERE),
          await findHere(c, 'items', query, c.as[reader]), `${type}, ${reader}, write ${at}`
        )
        if (at === 0 && type === 'ex' && reader === 'anonymous') t.equal(cachedIds(), known, 'nothing had to be listed')
      }
    }
  }
})

t.test('what is refused here is refused there in the same words', ONLY, async (t) => {
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
  t.notOk(started.isRunning)
})

t.test('a search does not wait for the counts that others have asked for', ONLY, async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Lighthouse'))
  const threads = new SearchThreads(c.api.store.file!, {
    most: 1, timeout: 60_000, isLarge: async () => true, changes: () => c.api.store.changes
  })
  t.teardown(async () => { await threads.close() })
  const done: string[] = []
  const run = async (kind: 'find' | 'count', client: string, query: Query): Promise<void> => {
    const work = kind === 'find' ? FIND : { kind, namesOwners: false } as const
    await threads.runner(client)!({ ...taskOf(query, c.as.editor), work }, NOWHERE)
    done.push(kind)
  }
  const search = async (): Promise<void> => await run('find', 'reader', { search: 'light' })
  const count = async (client: string): Promise<void> => await run('count', client, { ...SLOW, facets: 'dcterms:title' })
  await Promise.all([search(), count('first')])
  done.length = 0
  await Promise.all([...Array.from('abcdef', count), search()])
  t.ok(done.indexOf('find') <= 3, done.join())
})

t.test('without a worker the search runs in the main thread', async (t) => {
  const { api, as } = await collection(t)
  const none = new SearchWorkers(api.store.file!, { most: 0, timeout: 1, changes: () => api.store.changes })
  await none.start()
  const result = { ids: [1], total: 1 }
  t.equal(await none.run(taskOf({}, as.anonymous), async () => result, 'client', 0), result)
  t.equal(none.runner('client'), undefined)
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

t.test('one client can have so many searches waiting and no more, which leaves room for others', ONLY, async (t) => {
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

t.test('whoever searches too long over HTTP is told when to try again, and others are answered', ONLY, async (t) => {
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
  const started = new SearchWorkers(c.api.store.file!, { most: 1, timeout: 60_000, changes: () => c.api.store.changes })
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
