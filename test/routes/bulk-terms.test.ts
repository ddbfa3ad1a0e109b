import t from 'tap'
import type { BulkLine, BulkResult } from '../../schemas/exchange/bulk.js'
import { build, title, type Key, type Server } from '../helper.js'

type Json = Record<string, any>

const TEMPLATE = 2
const PROPERTY = { creator: 2, description: 4, relation: 13 }

/** A collection with a vocabulary `ex` without properties, and a template `Letters`. */
async function start (t: Parameters<typeof build>[0]): Promise<Server & { as: Key, member: Json }> {
  const server = await build(t)
  const as = await server.account('global_admin')
  const made = await server.send({
    method: 'POST', url: '/api/vocabularies', as, payload: { 'o:namespace_uri': 'http://e/', 'o:prefix': 'ex', 'o:label': 'Ex' }
  })
  await server.send({ method: 'POST', url: '/api/resource_templates', as, payload: { 'o:label': 'Letters' } })
  const member = { 'o:vocabulary': { 'o:id': made.json<Json>()['o:id'] }, 'o:local_name': 'weight', 'o:label': 'Weight' }
  return { ...server, as, member }
}

async function bulk ({ send }: Server, as: Key, query: string, ...changes: BulkLine[]): Promise<BulkResult[]> {
  const payload = changes.map((change) => `${JSON.stringify(change)}\n`).join('')
  const headers = { 'content-type': 'application/x-ndjson' }
  const answer = await send({ method: 'POST', url: `/api/bulk${query}`, as, headers, payload })
  return answer.payload.trim().split('\n').map((line) => JSON.parse(line) as BulkResult)
}

for (const query of ['', '?atomic=1']) {
  t.test(`a line sees the properties and templates that earlier lines have changed${query}`, async (t) => {
    const server = await start(t)
    const letter = { ...title('a'), 'dcterms:description': [{ '@value': 'b' }], 'o:resource_template': { 'o:id': TEMPLATE } }
    const told = await bulk(server, server.as, query,
      { op: 'create', resource: 'properties', data: server.member },
      { op: 'create', resource: 'items', data: { 'ex:weight': [{ '@value': 'heavy' }] } },
      {
        op: 'patch',
        resource: 'resource_templates',
        id: TEMPLATE,
        data: { 'o:title_property': { 'o:id': PROPERTY.description } }
      },
      { op: 'create', resource: 'items', data: letter })
    t.same(told.map(({ status, ignored }) => [status, ignored]), Array(4).fill([200, undefined]))
    t.match((await server.send({ url: '/api/items/1' })).json(), { 'ex:weight': [{ '@value': 'heavy' }] })
    t.match((await server.send({ url: '/api/items/2' })).json(), { 'o:title': 'b' })
  })
}

t.test('a line finds resources by a property that an earlier line has created', async (t) => {
  const server = await start(t)
  const upsert = { op: 'upsert', resource: 'items', by: 'ex:weight', data: { 'ex:weight': [{ '@value': 'heavy' }] } } as const
  const told = await bulk(server, server.as, '',
    { op: 'create', resource: 'properties', data: server.member }, upsert, upsert)
  t.match(told, [{ status: 200, op: 'create' }, { status: 200, op: 'create', 'o:id': 1 }, { status: 200, op: 'update', 'o:id': 1 }])
})

t.test('within a whole, a line finds resources by a property that an earlier line has created', async (t) => {
  const server = await start(t)
  const weighed = (by: string, weight: string): BulkLine =>
    ({ op: 'upsert', resource: 'items', by, data: { [by]: [{ '@value': weight }] } })
  const member = { op: 'create', resource: 'properties', data: server.member } as const
  const told = await bulk(server, server.as, '?atomic=1', member, weighed('ex:weight', 'heavy'), weighed('ex:weight', 'light'))
  t.match(told, [{ status: 200 }, { status: 200, op: 'create', 'o:id': 1 }, { status: 200, op: 'create', 'o:id': 2 }])
  const refused = await bulk(server, server.as, '?atomic=1',
    { ...member, data: { ...server.member, 'o:local_name': 'height' } }, weighed('ex:heigth', 'high'))
  t.match(refused, [{ line: 2, status: 422, errors: { by: ['There is no property "ex:heigth".'] } }])
  t.equal((await server.send({ url: '/api/properties?term=ex:height' })).payload, '[]', 'nothing is written')
})

t.test('a line that lacks what an earlier one requires, or uses what it deletes, fails alone', async (t) => {
  const server = await start(t)
  const required = [{ 'o:property': { 'o:id': PROPERTY.creator }, 'o:is_required': true }]
  const told = await bulk(server, server.as, '',
    { op: 'patch', resource: 'resource_templates', id: TEMPLATE, data: { 'o:resource_template_property': required } },
    { op: 'create', resource: 'items', data: { ...title('a'), 'o:resource_template': { 'o:id': TEMPLATE } } },
    { op: 'delete', resource: 'properties', id: PROPERTY.relation },
    { op: 'create', resource: 'items', data: { x: [{ property_id: PROPERTY.relation, '@value': 'b' }] } },
    { op: 'create', resource: 'items', data: title('c') })
  t.same(told.map(({ status }) => status), [200, 422, 200, 422, 200])
  t.match(told[1]!.errors, { 'o:resource_template_property': [/requires a "Creator" value/] })
  t.match(told[3]!.errors, { x: ['There is no property with the id 13.'] })
})
