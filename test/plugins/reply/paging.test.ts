import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { encodeQuery, linkHeader, withDefaults } from '../../../plugins/reply/paging.js'
import { parseQuery } from '../../../plugins/request/query-string.js'
import { build, title } from '../../helper.js'

const linked = (query: string): string => encodeQuery(withDefaults(parseQuery(query)), 'page').join('1')

t.test('links add missing parameters after the parameters of the request', async (t) => {
  t.equal(linked(''), 'sort_by_default=&sort_order_default=&sort_by=id&sort_order=asc&page=1')
  t.equal(linked('sort_order=desc'), 'sort_order=desc&sort_by_default=&sort_by=id&page=1')
  t.equal(linked('sort_by=title'), 'sort_by=title&sort_order=asc&page=1')
  t.equal(linked('sort_by='), 'sort_by=&sort_by_default=&sort_order_default=&sort_order=asc&page=1')
  t.equal(linked('per_page=2&page=2&sort_by=id&sort_order=desc'), 'per_page=2&page=1&sort_by=id&sort_order=desc')
})

t.test('flags that do not hold are dropped, even when the client sent them', async (t) => {
  t.equal(linked('sort_by=title&sort_by_default=1&sort_order_default=1'), 'sort_by=title&sort_order=asc&page=1')
})

t.test('links are encoded so that nothing in them separates links', async (t) => {
  t.equal(linked('id=1,2&sort_by=a b&sort_order=asc&page=1').split('&', 2).join('&'), 'id=1%2C2&sort_by=a%20b')
  t.match(linked("x[]=a&y[k]=http://h/?a=b;c&z=$'()*:@/?!~"), "x%5B0%5D=a&y%5Bk%5D=http://h/?a%3Db%3Bc&z=$'()*:@/?!~&")
})

t.test('pages are linked as long as they exist', async (t) => {
  const page = (number: number, size: number) => ({
    query: {},
    linked: { page: String(number) },
    number,
    size,
    rows: size
  })
  const relations = (number: number, size: number, total: number | null): string =>
    linkHeader(page(number, size), 'http://h/api/items', total)!.replace(/<[^>]*page=(\d+)>; rel="(\w+)"/g, '$2=$1')
  t.equal(relations(1, 2, 7), 'first=1, next=2, last=4')
  t.equal(relations(2, 2, 7), 'first=1, prev=1, next=3, last=4')
  t.equal(relations(4, 2, 7), 'first=1, prev=3, last=4')
  t.equal(relations(99, 2, 7), 'first=1, prev=98, last=4')
  t.equal(relations(1, 25, 0), 'first=1')
  t.equal(relations(1, 25, 3), 'first=1, last=1')
  t.equal(relations(1, 25, null), 'first=1')
})

t.test('a list has its total and links to its pages, which never repeat a credential', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  for (const name of ['a', 'b', 'c']) await send({ method: 'POST', url: '/api/items', as, payload: title(name) })

  const secret = `key_identity=${as.identity}&key_credential=${as.credential}`
  const { headers, payload } = await send({ url: `/api/items?per_page=2&${secret}&x=1` })
  t.equal(headers['service-total-results'], '3')
  t.equal(headers['omeka-s-total-results'], '3')
  t.equal(JSON.parse(payload).length, 2)
  t.match(headers.link, /^<http:\/\/localhost\/api\/items\?per_page=2&x=1&sort_by_default=.*&page=1>; rel="first", /)
  t.match(headers.link, / <.*&page=2>; rel="next", <.*&page=2>; rel="last"$/)
  t.notMatch(headers.link, as.credential)

  const rows = async (query: string): Promise<number> =>
    JSON.parse((await send({ url: `/api/items?${query}` })).payload).length
  t.equal(await rows('per_page=0'), 1)
  t.equal(await rows('page=0'), 3)
  t.equal(await rows('page=9'), 0)
  t.equal(await rows('per_page=99999'), 3)
  t.equal(await rows('per_page=1&limit=3'), 1, 'limit is ignored on a page')
  t.equal(await rows('page=&limit=2&offset=2'), 1, 'without a page it is not')
  t.equal(await rows('page=99999999999999999999'), 0)
})

t.test('links that repeat a long query leave room for other headers: only the next page is linked', async (t) => {
  const { send, api } = await build(t)
  await api.items.batchCreate(Array.from({ length: 5 }, () => ({})), { actor: OPERATOR })
  const relationsOf = async (query: string): Promise<string[]> => {
    const { statusCode, headers } = await send({ url: `/api/items?${query}` })
    t.equal(statusCode, 200)
    t.equal(headers['service-total-results'], '5')
    return [...String(headers.link).matchAll(/rel="(\w+)"/g)].map(([, relation]) => relation!)
  }
  const ids = (count: number): string => `id=1,2,3,4,5${',70000'.repeat(count)}&per_page=2`
  t.same(await relationsOf(`${ids(300)}&page=2`), ['first', 'prev', 'next', 'last'])
  t.same(await relationsOf(`${ids(600)}&page=2`), ['next'])
  t.same(await relationsOf(`${ids(600)}&page=3`), [])
  t.same(await relationsOf(`${ids(1000)}&cursor=`), ['next'])
})
