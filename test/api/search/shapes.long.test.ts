import t from 'tap'
import type { Query, QueryValue } from '../../../api/core/calls/call.js'
import { BUILT_IN } from '../../../api/resources/built-in.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import { collection, link, literal, titled } from '../collection.js'
import { unchecked } from '../../helper.js'

const GENERAL = [
  'page', 'per_page', 'limit', 'offset', 'sort_by', 'sort_order', 'sort_by_default', 'sort_order_default', 'cursor',
  'fields', 'facets', 'facet_limit', 'return_scalar', 'pretty_print', 'callback', 'format', 'id'
]

const nested = (depth: number): QueryValue => depth === 0 ? 'x' : { a: nested(depth - 1) }
/** As the query string is read: without a prototype. */
const bare = (members: Record<string, QueryValue>): QueryValue =>
  Object.assign(Object.create(null) as Record<string, QueryValue>, members)

const SHAPES: QueryValue[] = [
  '', '0', '-1', 'x', '1e999', '99999999999999999999', ' 5 ', '\0', '\uD800', '%', '\u{10FFFF}', '"', '\\', "'", '*',
  'a:b', '(((', [], ['x'], [['x']], ['1', '2'], [['1'], '2'], {}, { a: 'x' }, { a: { b: 'x' } },
  bare({ a: bare({ b: 'x' }) }), nested(60), Array(900).fill('1'), Array(900).fill('x y'), '1,'.repeat(3000),
  'a '.repeat(3000), '"a" '.repeat(1000), '日'.repeat(3000)
]

const ROWS: QueryValue[] = SHAPES.flatMap((shape): QueryValue[] => [
  [{ property: shape, type: 'eq', text: 'x' }],
  [{ property: '1', type: shape, text: 'x' }],
  [{ property: '1', type: 'in', text: shape }],
  [{ property: '1', type: 'res', text: shape }], [{ property: '', type: 'gt', text: shape }],
  [{ property: '1', type: 'eq', text: 'x' }, { property: '1', type: 'ex', joiner: shape }]
])

t.test('a parameter of any shape is understood, ignored or refused: it never makes the server fail', async (t) => {
  const c = await collection(t)
  await c.make('items', { ...titled('x'), 'dcterms:subject': [literal('1'), link(await c.make('items', titled('1')))] })
  for (const type of BUILT_IN.values()) {
    const failures: string[] = []
    const attempt = async (query: Query): Promise<void> => {
      const api = unchecked(c.api, type.name)
      for (const work of [
        async () => await api.search(query, c.as.author),
        async () => await api.facets({ facets: 'owner_id', ...query }, c.as.author)
      ]) {
        await work().catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.kind === 'busy') {
            failures.push(`${JSON.stringify(query).slice(0, 100)}: ${String(error)}`)
          }
        })
      }
    }
    for (const name of [...GENERAL, ...Object.keys(type.filters)]) {
      for (const shape of SHAPES) await attempt({ [name]: shape })
    }
    if (type.filters.property !== undefined) for (const rows of ROWS) await attempt({ property: rows })
    for (const shape of SHAPES) await attempt({ sort_by: 'id', cursor: '', per_page: shape, sort_order: shape })
    t.same(failures, [], type.name)
  }
})

t.test('a list in place of one name is refused, as is a search for more texts than the database takes', async (t) => {
  const c = await collection(t)
  const messageOf = async (query: Query): Promise<unknown> =>
    await c.api.items.search(query, c.as.anonymous).then(
      () => 'done',
      (error: ApiError) => error.errors
    )
  t.match(await messageOf({ return_scalar: bare({ a: bare({ b: 'x' }) }) }), {
    error: /"return_scalar" must be one name/
  })
  t.match(await messageOf({ return_scalar: ['id'] }), { error: /"return_scalar" must be one name/ })
  t.match(await messageOf({ search: Array(51).fill('x') }), { search: [/50 texts/] })
  t.equal(await messageOf({ search: Array(50).fill('x') }), 'done')
})
