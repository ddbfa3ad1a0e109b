import t from 'tap'
import { ANONYMOUS } from '../../../../api/access/actor.js'
import { viewerOf } from '../../../../api/access/access.js'
import type { Call, Query } from '../../../../api/call.js'
import { find } from '../../../../api/search/execute.js'
import type { Finding } from '../../../../api/search/tasks.js'
import type { SearchContext } from '../../../../api/search/context.js'
import { SearchThreads } from '../../../../api/search/worker/search-threads.js'
import { BUILT_IN } from '../../../../api/built-in.js'
import { collection, html, link, literal, refusal, titled, type Collection, type TypeName } from '../../collection.js'
import type { Ending } from '../../../helper.js'

const READERS = ['anonymous', 'author', 'editor'] as const
const FIND = { does: 'find', pageSize: 25 } as const

/** Finds in a thread, and fails where nobody is there to do it. */
async function threads (t: Ending, { api }: Collection): Promise<(type: TypeName, query: Query, call: Call) => Promise<Finding>> {
  const started = new SearchThreads(api.store.file, 1)
  await started.start()
  t.teardown(async () => { await started.close() })
  return async (type, query, { actor }) => {
    const context = { viewer: viewerOf(actor), cursorSecret: Buffer.alloc(32), hidesPrivateText: false }
    return await started.do({ work: FIND, type, query, context }, async () => { throw new Error('No thread did it.') })
  }
}

async function findHere ({ api }: Collection, type: TypeName, query: Query, { actor }: Call): Promise<Finding> {
  const context: SearchContext = { database: api.store.read, terms: await api.store.terms(), viewer: viewerOf(actor), cursorSecret: Buffer.alloc(32), hidesPrivateText: false }
  return await find(BUILT_IN.get(type)!, query, context, 25)
}

t.test('a thread finds for everybody what is found here, after every write', async (t) => {
  const c = await collection(t)
  const findThere = await threads(t, c)
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
    async () => await c.make('items', { ...titled('Lighthouse'), 'o:item_set': [set], 'dcterms:subject': [literal('b', { is_public: false }), literal('a')], 'o:media': [html(titled('Words'))] }, c.as.author),
    async () => await c.make('items', { ...titled('House'), 'o:item_set': [set], 'o:is_public': false }, c.as.author),
    async () => await c.make('items', { ...titled('Boat'), 'dcterms:relation': [link(2)] }),
    async () => await c.patch('items', 2, { 'o:is_public': false }),
    async () => await c.api.items.delete(2, c.as.global_admin)
  ]
  for (const [at, write] of writes.entries()) {
    await write()
    // Has everything indexed, so that nothing of it is done between one and the other.
    await c.find('items', { fulltext_search: 'house' })
    for (const reader of READERS) {
      for (const [type, query] of queries) t.same(await findThere(type, query, c.as[reader]), await findHere(c, type, query, c.as[reader]), `${reader}, ${JSON.stringify(query)}, write ${at}`)
    }
  }
  t.equal((await findThere('items', { search: 'house' }, c.as.editor)).total, 1)
})

t.test('a thread counts by facets what is counted here', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  await c.make('items', { ...titled('Lighthouse'), 'o:item_set': [set], 'dcterms:subject': [literal('sea'), literal('storm', { is_public: false }), { '@id': 'urn:x', 'o:label': 'x' }, link(set)] }, c.as.author)
  await c.make('items', { ...titled('House'), 'dcterms:subject': [literal('Sea')] })
  const started = new SearchThreads(c.api.store.file, 1)
  await started.start()
  t.teardown(async () => { await started.close() })
  const query = { search: 'house', facets: 'dcterms:subject,item_set_id,owner_id' }
  for (const reader of READERS) {
    const context = { viewer: viewerOf(c.as[reader].actor), cursorSecret: Buffer.alloc(32), hidesPrivateText: false }
    const counts = await started.do({ work: { does: 'count', namesOwners: false }, type: 'items', query, context }, async () => { throw new Error('No thread did it.') })
    t.match(counts, { total: 2, facets: { 'dcterms:subject': [{ '@value': 'sea', count: 2 }] } })
    if (reader === 'anonymous') t.match(JSON.parse((await c.api.items.facets(query, c.as.anonymous)).template), counts)
  }
})

t.test('what is refused here is refused there in the same words', async (t) => {
  const c = await collection(t)
  const findThere = await threads(t, c)
  const query = { search: 'x', cursor: 'made up' }
  const refused = await refusal(findThere('items', query, c.as.anonymous))
  t.same(refused, await refusal(findHere(c, 'items', query, c.as.anonymous)))
  t.equal(refused.kind, 'bad-request')
})

t.test('many searches at once are all done, also those that wait when the threads are closed', async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Lighthouse'))
  const started = new SearchThreads(c.api.store.file, 2)
  await started.start()
  const context = { viewer: viewerOf(c.as.editor.actor), cursorSecret: Buffer.alloc(32), hidesPrivateText: false }
  const here = async (): Promise<Finding> => { throw new Error('No thread did it.') }
  const found = Array.from({ length: 20 }, async (_, at) => await started.do({ work: FIND, type: 'items', query: { search: at % 2 === 0 ? 'light' : `dark ${at}` }, context }, here))
  await started.close()
  t.same((await Promise.all(found)).map(({ total }) => total), Array.from({ length: 20 }, (_, at) => at % 2 === 0 ? 1 : 0))
  t.notOk(started.isRunning)
})

t.test('without a thread the search is done here', async (t) => {
  const { api } = await collection(t)
  const none = new SearchThreads(api.store.file, 0)
  await none.start()
  const finding = { ids: [1], total: 1 }
  const context = { viewer: viewerOf(ANONYMOUS), cursorSecret: Buffer.alloc(32), hidesPrivateText: false }
  t.equal(await none.do({ work: FIND, type: 'items', query: {}, context }, async () => finding), finding)
})
