import t from 'tap'
import { viewerOf } from '../../../api/access/access.js'
import type { Query } from '../../../api/core/calls/call.js'
import { items } from '../../../api/resources/items/definition.js'
import { mayBeSlow, planSearch, type SearchPlan } from '../../../api/search/run/find.js'
import { collection, type Collection } from '../collection.js'

async function planner (c: Collection): Promise<(query: Query, reader?: 'anonymous' | 'author') => SearchPlan> {
  const terms = await c.api.store.terms()
  return (query, reader = 'anonymous') => {
    const context = {
      database: c.api.store.read,
      terms,
      viewer: viewerOf(c.as[reader].actor),
      cursorSecret: Buffer.alloc(32)
    }
    return planSearch(items, query, context, 25)
  }
}

t.test('a plan names the strategy that finds a page, and what may be slow', async (t) => {
  const plan = await planner(await collection(t))
  const expected: Array<[Query, SearchPlan['by'], boolean]> = [
    [{}, 'page', true],
    [{ page: '1' }, 'page', false],
    [{ sort_by: 'title', sort_order: 'desc', page: '3' }, 'page', false],
    [{ sort_by: 'title', page: '300' }, 'page', true],
    [{ sort_by: 'random', page: '1' }, 'random', true],
    [{ sort_by: 'dcterms:date' }, 'sort', true],
    [{ cursor: '', sort_by: 'dcterms:date' }, 'cursor', false],
    [{ cursor: '', search: 'sea' }, 'cursor', true],
    [{ cursor: '', fulltext_search: 'sea' }, 'cursor', true],
    [{ fulltext_search: 'sea' }, 'relevance', true],
    [{ fulltext_search: 'sea', sort_by: 'title' }, 'sort', true],
    [{ fulltext_search: 'sea', return_scalar: 'title' }, 'sort', true],
    [{ search: 'sea', sort_by: 'random' }, 'random', true],
    [{ is_public: '1' }, 'sort', true],
    [{ is_public: 'maybe', owner_id: 'x', page: '1' }, 'page', false]
  ]
  for (const [query, by, isSlow] of expected) {
    t.equal(plan(query).by, by, JSON.stringify(query))
    t.equal(mayBeSlow(plan(query)), isSlow, JSON.stringify(query))
  }
})

t.test('searches of the same rows share what is cached of them, whatever the order and the page', async (t) => {
  const plan = await planner(await collection(t))
  const key = (query: Query): string => plan(query).selection.key
  t.equal(
    key({ search: 'sea' }),
    key({ search: 'sea', sort_by: 'title', sort_order: 'desc', page: '4', per_page: '5', fields: 'o:id' })
  )
  t.not(key({ search: 'sea' }), key({ search: 'see' }))
})

t.test('the window of a page is part of its plan', async (t) => {
  const plan = await planner(await collection(t))
  t.match(plan({ page: '3', per_page: '10' }), { window: { limit: 10, offset: 20 } })
  t.match(plan({ page: '2' }), { window: { limit: 25, offset: 25 } })
  t.equal((plan({}) as { window?: unknown }).window, undefined)
  t.match(plan({ cursor: '', per_page: '7' }), { page: { size: 7, after: undefined } })
})
