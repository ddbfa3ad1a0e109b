import { eq, or, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { OPERATOR } from '../api/core/calls/actor.js'
import { idColumn } from '../db/query/statements/dialect.js'
import { envelope, ValidationError, type Representation, type ResourceType } from '../app.js'
import { build, type Ending, type Key, type Server } from './helper.js'

/**
 * Loans: rows in a table of the application's own, in the same file. Lenders see their own, editors all, others those
 * that are public.
 */
const loan = sqliteTable('app_loan', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  borrower: text('borrower').notNull(),
  ownerId: integer('owner_id'),
  isPublic: integer('is_public', { mode: 'boolean' }).notNull()
})

const given = (payload: Record<string, unknown>): string => {
  if (typeof payload['ex:borrower'] === 'string' && payload['ex:borrower'] !== '') return payload['ex:borrower']
  throw ValidationError.of('ex:borrower', 'A loan needs a borrower.')
}

const loans: ResourceType = {
  name: 'loans',
  entity: 'Loan',
  operations: ['search', 'read', 'create', 'update', 'delete'],
  table: loan,
  visible: ({ id, viewsAll }) => viewsAll
    ? undefined
    : or(eq(loan.isPublic, true), id === null ? undefined : eq(loan.ownerId, id)),
  filters: { borrower: (value) => eq(loan.borrower, String(value)) },
  sorts: { id: loan.id, borrower: loan.borrower },
  scalars: { borrower: { column: loan.borrower } },
  allows: (actor, operation, entity) => operation === 'search' || operation === 'read' || (actor.role !== null && (entity === undefined || operation === 'create' || actor.role === 'global_admin' || entity.ownerId === actor.id)),
  async represent ({ database }, ids) {
    const rows = await database.select().from(loan).where(sql`${loan.id} IN ${ids}`)
    return new Map(rows.map(({ id, borrower, isPublic }): [number, Representation] => [id, {
      ...envelope('loans', 'ex:Loan', id), 'o:is_public': isPublic, 'ex:borrower': borrower
    }]))
  },
  async entityOf ({ database }, id) {
    const [row] = await database.select({ ownerId: loan.ownerId }).from(loan).where(eq(loan.id, id))
    return { id, ...row }
  },
  writer: {
    async create ({ database, actor }, payload) {
      const [row] = await database.insert(loan).values({ borrower: given(payload), ownerId: actor.id, isPublic: payload['o:is_public'] === true }).returning({ id: loan.id })
      return row!.id
    },
    async update ({ database }, id, payload) {
      await database.update(loan).set({ borrower: given(payload) }).where(eq(loan.id, id))
      return {}
    },
    async delete ({ database }, id) {
      await database.delete(loan).where(eq(loan.id, id))
      return {}
    }
  }
}

async function lending (t: Ending, type = loans): Promise<Server & { author: Key, another: Key, admin: Key }> {
  const server = await build(t, {}, {}, { resourceTypes: [type], context: { ex: 'http://example.org/ns#' } })
  await server.api.store.write(async (database) => {
    await database.run(sql`CREATE TABLE app_loan (${idColumn}, borrower TEXT NOT NULL, owner_id INTEGER, is_public INTEGER NOT NULL)`)
  })
  return { ...server, admin: await server.account('global_admin'), author: await server.account('author'), another: await server.account('author') }
}

t.test('rows of a table of the application are made, found, read, changed and deleted like all others', async (t) => {
  const { send, author } = await lending(t)
  const one = { 'ex:borrower': 'Tate', 'o:is_public': true }
  const made = await send({ method: 'POST', url: '/api/loans', as: author, payload: one })
  t.match([made.statusCode, made.json()], [200, { '@id': 'http://localhost/api/loans/1', '@type': 'ex:Loan', ...one }])
  for (const borrower of ['Louvre', 'Prado']) await send({ method: 'POST', url: '/api/loans', as: author, payload: { ...one, 'ex:borrower': borrower } })

  const found = await send({ url: '/api/loans?sort_by=borrower&per_page=2&page=1' })
  t.same(found.json().map((row: Representation) => row['ex:borrower']), ['Louvre', 'Prado'])
  t.match(found.headers, { 'service-total-results': '3', link: /rel="next"/ })
  t.same((await send({ url: '/api/loans?borrower=Prado' })).json().map((row: Representation) => row['o:id']), [3])
  t.same((await send({ url: '/api/loans?return_scalar=borrower' })).json(), { 1: 'Tate', 2: 'Louvre', 3: 'Prado' })
  t.match((await send({ url: '/api/loans/1?format=ntriples' })).payload, /^<http:\/\/localhost\/api\/loans\/1> <http:\/\/example.org\/ns#borrower> "Tate"/m)

  const before = await send({ url: '/api/loans/1' })
  t.match((await send({ method: 'PATCH', url: '/api/loans/1', as: author, payload: { 'ex:borrower': 'V&A' }, headers: { 'if-match': String(before.headers.etag) } })).json(), { 'ex:borrower': 'V&A' })
  t.match((await send({ url: '/api/loans/1' })).json(), { 'ex:borrower': 'V&A' })
  t.equal((await send({ method: 'PUT', url: '/api/loans/1', as: author, payload: one, headers: { 'if-match': String(before.headers.etag) } })).statusCode, 412)
  t.match((await send({ method: 'DELETE', url: '/api/loans/1', as: author })).json(), { 'ex:borrower': 'V&A' })
  t.equal((await send({ url: '/api/loans/1' })).statusCode, 404)
  t.ok((await send({ url: '/api/api_resources' })).json().some((row: Representation) => row['o:id'] === 'loans'))
})

t.test('a refused write names the key at fault and changes nothing', async (t) => {
  const { send, author } = await lending(t)
  const refused = await send({ method: 'POST', url: '/api/loans', as: author, payload: {} })
  t.same([refused.statusCode, refused.json()], [422, { errors: { 'ex:borrower': ['A loan needs a borrower.'] } }])
  t.same((await send({ url: '/api/loans' })).json(), [])
  t.equal((await send({ url: '/api/loans/x' })).statusCode, 404)
})

t.test('what a type shows may change with time, for reads as for lists', async (t) => {
  let today = 1
  const shown = { ...loans, guardsReads: true, visible: () => sql`${loan.id} <= ${today}` }
  const { send, author } = await lending(t, shown)
  for (const [borrower, isPublic] of [['Tate', true], ['Prado', false]]) {
    await send({ method: 'POST', url: '/api/loans', as: author, payload: { 'ex:borrower': borrower, 'o:is_public': isPublic } })
  }
  t.equal((await send({ url: '/api/loans/2' })).statusCode, 404)
  today = 2
  t.equal((await send({ url: '/api/loans/2' })).statusCode, 200)
  t.equal((await send({ url: '/api/loans?borrower=Prado' })).json().length, 1)
})

t.test('the type decides who may see and change a row', async (t) => {
  const { api, send, author, another, admin } = await lending(t)
  await send({ method: 'POST', url: '/api/loans', as: author, payload: { 'ex:borrower': 'Tate' } })
  const found = async (as?: Key): Promise<number> => (await send({ url: '/api/loans', ...(as !== undefined && { as }) })).json().length
  t.same([await found(), await found(author), await found(another), await found(admin)], [0, 1, 0, 1])
  const change = async (as?: Key): Promise<number> => (await send({ method: 'PATCH', url: '/api/loans/1', payload: { 'ex:borrower': 'Prado' }, ...(as !== undefined && { as }) })).statusCode
  t.same([await change(), await change(another), await change(author), await change(admin)], [403, 404, 200, 200])
  await send({ method: 'POST', url: '/api/loans', as: admin, payload: { 'ex:borrower': 'Louvre', 'o:is_public': true } })
  t.equal((await send({ method: 'DELETE', url: '/api/loans/2', as: another })).statusCode, 403)
  const { failed, succeeded } = await api.resource('loans').batchDelete([1, 2, 99], { actor: OPERATOR, continueOnError: true })
  t.same([succeeded, failed], [2, 1])
})
