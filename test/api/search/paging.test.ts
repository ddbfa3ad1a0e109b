import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, refusal, titled, type Collection } from '../collection.js'

/** Seven items, some of them private. */
async function seven (
  c: Collection
): Promise<(query: Query, role?: 'anonymous' | 'editor') => Promise<[ids: number[], total: number | null]>> {
  for (let at = 1; at <= 7; at++) await c.make('items', { ...titled(`Item ${at}`), 'o:is_public': at % 3 !== 0 })
  return async (query, role = 'editor') => {
    const answer = await c.api.items.search(query, c.as[role])
    return [(answer.json() as Array<{ 'o:id': number }>).map((found) => found['o:id']), answer.total]
  }
}

t.test('a page has as many as per_page says and knows how many there are', async (t) => {
  const find = await seven(await collection(t))
  const windows: Array<[Query, number[]]> = [
    [{ page: '1', per_page: '3' }, [1, 2, 3]],
    [{ page: '2', per_page: '3' }, [4, 5, 6]],
    [{ page: '3', per_page: '3' }, [7]],
    [{ page: '4', per_page: '3' }, []],
    [{ page: '99999' }, []],
    [{ page: '0', per_page: '3' }, [1, 2, 3]],
    [{ page: '-5', per_page: '3' }, [1, 2, 3]],
    [{ page: '1.9', per_page: '2.7' }, [1, 2]],
    [{ page: '1', per_page: '0' }, [1]],
    [{ page: '1', per_page: '-3' }, [1]],
    [{ page: ' 2 ', per_page: '3e0' }, [4, 5, 6]],
    [{ page: '1', per_page: '99999' }, [1, 2, 3, 4, 5, 6, 7]]
  ]
  for (const [query, expected] of windows) t.same(await find(query), [expected, 7], JSON.stringify(query))
})

t.test('limit and offset count only without a page', async (t) => {
  const find = await seven(await collection(t))
  const windows: Array<[Query, number[]]> = [
    [{ limit: '2', offset: '3' }, [4, 5]],
    [{ limit: '2' }, [1, 2]],
    [{ offset: '5' }, [6, 7]],
    [{ page: '', limit: '2', offset: '3' }, [4, 5]],
    [{ page: 'abc', limit: '2' }, [1, 2]],
    [{ page: ['1'], limit: '2' }, [1, 2]],
    [{ page: '1', limit: '2', offset: '3' }, [1, 2, 3, 4, 5, 6, 7]],
    [{ limit: '0' }, []],
    [{ limit: 'x', offset: 'y' }, [1, 2, 3, 4, 5, 6, 7]],
    [{ offset: '100' }, []], [{ page: '', per_page: '2' }, [1, 2, 3, 4, 5, 6, 7]]
  ]
  for (const [query, expected] of windows) t.same(await find(query), [expected, 7], JSON.stringify(query))
})

t.test('a window that begins before the first row is a mistake of the client', async (t) => {
  const { api, as } = await collection(t)
  t.match(await refusal(api.items.search({ limit: '-1' }, as.anonymous)), {
    kind: 'bad-request',
    errors: { error: /limit/ }
  })
  t.match(await refusal(api.items.search({ offset: '-1' }, as.anonymous)), {
    kind: 'bad-request',
    errors: { error: /offset/ }
  })
  t.match(await refusal(api.items.search({ page: '1', limit: '-1' }, as.anonymous)), { kind: 'done' })
})

t.test('pages and totals include only visible resources', async (t) => {
  const find = await seven(await collection(t))
  t.same(await find({ page: '2', per_page: '2' }, 'anonymous'), [[4, 5], 5])
  t.same(await find({ page: '2', per_page: '2' }, 'editor'), [[3, 4], 7])
  t.same(await find({ page: '3', per_page: '2', search: 'item' }, 'anonymous'), [[7], 5])
})

t.test('the installation sets the page size when the request does not', async (t) => {
  const c = await collection(t)
  await c.api.items.batchCreate(Array.from({ length: 30 }, () => ({})), c.as.author)
  t.equal((await c.find('items', { page: '1' })).length, 25)
  t.equal((await c.find('items', { page: '2', per_page: 'x' })).length, 5)
  await c.api.installation.set('pagination_per_page', 7)
  t.equal((await c.find('items', { page: '1' })).length, 7)
})

t.test('walking through the pages meets everything once, whatever the order', async (t) => {
  const c = await collection(t)
  await c.api.items.batchCreate(Array.from({ length: 23 }, (_, at) => titled(`${at % 4}`)), c.as.author)
  const sorts: Query[] = [
    { sort_by: 'title' },
    { sort_by: 'title', sort_order: 'desc' },
    { sort_by: 'dcterms:title' },
    { sort_by: 'created' },
    { sort_by: 'owner_name', sort_order: 'desc' }
  ]
  for (const sort of sorts) {
    const walked: number[] = []
    for (let page = 1; page <= 8; page++) {
      walked.push(...(await c.find('items', { ...sort, page: `${page}`, per_page: '3' })))
    }
    t.same(walked, await c.find('items', sort), JSON.stringify(sort))
    t.equal(new Set(walked).size, 23)
  }
})

t.test('one read equals the element of the list', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', titled('a'))
  for (const role of ['anonymous', 'editor'] as const) {
    t.equal(
      (await c.api.items.search({}, c.as[role])).template,
      `[${(await c.api.items.read(id, c.as[role])).template}]`
    )
  }
})

t.test('a long list is whole, and shows nothing that was made private while it was put together', async (t) => {
  const c = await collection(t)
  await c.api.items.batchCreate(Array.from({ length: 450 }, (_, at) => titled(`${at}`)), c.as.author)
  const ids = await c.find('items', { sort_by: 'id' }, c.as.anonymous)
  t.same(ids, Array.from({ length: 450 }, (_, at) => at + 1))
  const reading = c.find('items', { sort_by: 'id', sort_order: 'desc' }, c.as.anonymous)
  await c.patch('items', 3, { 'o:is_public': false })
  const read = await reading
  t.ok(read.length === 450 || !read.includes(3), `${read.length} are shown`)
  t.same(await c.find('items', {}, c.as.anonymous), ids.filter((id) => id !== 3))
})
