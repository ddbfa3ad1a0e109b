import t from 'tap'
import { viewerOf } from '../../../api/access/access.js'
import type { Query } from '../../../api/core/calls/call.js'
import { items } from '../../../api/resources/items/definition.js'
import { planSearch, type SearchPlan } from '../../../api/search/find.js'
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

t.test('a plan says whether a search may be slow', async (t) => {
  const plan = await planner(await collection(t))
  const expected: Array<[Query, boolean]> = [
    [{}, true],
    [{ page: '1' }, false],
    [{ sort_by: 'title', sort_order: 'desc', page: '3' }, false],
    [{ sort_by: 'title', page: '300' }, true],
    [{ sort_by: 'random', page: '1' }, true],
    [{ sort_by: 'dcterms:date' }, true],
    [{ cursor: '', sort_by: 'title,created' }, false],
    [{ cursor: '', sort_by: 'dcterms:date' }, true],
    [{ cursor: '', sort_by: 'resource_class_label' }, true],
    [{ cursor: '', search: 'sea' }, true],
    [{ cursor: '', fulltext_search: 'sea' }, true],
    [{ fulltext_search: 'sea' }, true],
    [{ search: 'sea', sort_by: 'random' }, true],
    [{ is_public: '1' }, true],
    [{ is_public: 'maybe', owner_id: 'x', page: '1' }, false]
  ]
  for (const [query, isSlow] of expected) t.equal(plan(query).mayBeSlow, isSlow, JSON.stringify(query))
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
