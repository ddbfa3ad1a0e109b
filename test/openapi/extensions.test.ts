import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { eq } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { described, envelope, parameter, scalar, sortedBy, type Extensions, type ResourceType } from '../../app.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { OpenApiDocument, Parameter, Schema } from '../../plugins/openapi/parts/types.js'
import { build } from '../helper.js'

const loan = sqliteTable('app_loan', { id: integer('id').primaryKey(), borrower: text('borrower').notNull() })

const loans: ResourceType = {
  name: 'loans',
  entity: 'Loan',
  schemas: {
    representation: {
      $id: 'Loan', type: 'object', properties: { 'ex:borrower': { type: 'string' } }, required: ['ex:borrower']
    } as never
  },
  operations: ['search', 'read', 'create'],
  table: loan,
  visible: () => undefined,
  filters: {
    borrower: described(parameter.text('Name of the borrower'), (value) => eq(loan.borrower, String(value)))
  },
  sorts: { borrower: sortedBy('Name of the borrower', loan.borrower) },
  scalars: { borrower: scalar('Name of the borrower', loan.borrower) },
  represent: async (_context, ids) => new Map(ids.map((id) => [id, { ...envelope('loans', 'ex:Loan', id) }])),
  entityOf: async () => ({}),
  writer: { create: async () => 1 }
}

const ADDED: Extensions = {
  resourceTypes: [
    loans,
    { name: 'colours', entity: 'Colour', operations: ['search', 'read'], members: () => new Map() }
  ],
  filters: {
    items: { weight_above: described(parameter.integer('Heavier than this'), () => undefined), mood: () => undefined }
  },
  dataTypes: [{
    name: 'numeric:integer',
    label: 'Integer',
    hydrate: ({ '@value': given }) => ({ text: String(given) }),
    represent: (stored) => ({ '@value': Number(stored.text), 'ex:unit': 'g' })
  }]
}

async function documented (t: Parameters<typeof build>[0]) {
  const server = await build(t, {}, {}, ADDED)
  return { ...server, document: (await server.send({ url: '/api/openapi.json' })).json<OpenApiDocument>() }
}

/** The parameters of an operation by name, wherever in the document they stand. */
function parametersOf ({ paths, components }: OpenApiDocument, path: string): Map<string, Parameter> {
  const { parameters = [] } = paths[path]!.get!
  return new Map(parameters.map((given) => '$ref' in given
    ? components.parameters![given.$ref.split('/').at(-1)!] as Parameter
    : given).map((found) => [found.name, found]))
}

t.test('the document describes additions of an application, and stays valid', async (t) => {
  const { document } = await documented(t)
  const { valid, errors } = await new Validator().validate(document as never)
  t.ok(valid, JSON.stringify(errors))
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
})

t.test('resource types have their addresses, parameters and schemas, and only the operations they offer', async (t) => {
  const { document } = await documented(t)
  t.same(Object.keys(document.paths['/api/loans']!).sort(), ['get', 'post'])
  t.same(Object.keys(document.paths['/api/loans/{id}']!), ['get'])
  t.same(Object.keys(document.paths['/api/colours']!), ['get'])
  t.match(document.components.schemas!.Loan, { properties: { 'ex:borrower': { type: 'string' } } })
  const ofOne = document.paths['/api/loans/{id}']!.get!.responses['200'] as { content: Record<string, unknown> }
  t.match(ofOne.content['application/ld+json'], { schema: { $ref: '#/components/schemas/Loan' } })
  const parameters = parametersOf(document, '/api/loans')
  t.equal(parameters.get('borrower')?.description, 'Name of the borrower')
  t.match(JSON.stringify(parameters.get('sort_by')), /borrower/)
  t.match(JSON.stringify(parameters.get('return_scalar')), /borrower/)
  t.ok(document.tags.some(({ name }) => name === 'loans'))
})

t.test('filters of built-in types stand beside the others, described or not', async (t) => {
  const { document } = await documented(t)
  const parameters = parametersOf(document, '/api/items')
  t.equal(parameters.get('weight_above')?.description, 'Heavier than this')
  t.equal(parameters.get('mood')?.description, 'Added by this installation')
  t.ok(parameters.has('item_set_id'))
  t.notOk(parametersOf(document, '/api/media').has('mood'), 'of this type only')
})

t.test('an answer with a value of an added data type is what the document says', async (t) => {
  const { api, send, document } = await documented(t)
  await api.items.create({ 'dcterms:extent': [{ type: 'numeric:integer', '@value': 12 }] }, { actor: OPERATOR })
  const item = (await send({ url: '/api/items/1' })).json<object>()
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  const schema = { ...document as unknown as Schema, $ref: '#/components/schemas/Item' }
  const validate = ajv.compile(schema)
  t.ok(validate(item), JSON.stringify(validate.errors))
  t.notOk(validate({ ...item, 'dcterms:extent': [{ type: 'numeric:other', '@value': 12 }] }))
})

t.test('a method that an address does not have is refused as the document says', async (t) => {
  const { send, document, account } = await documented(t)
  const response = await send({ method: 'DELETE', url: '/api/loans/1', as: await account('global_admin') })
  t.equal(response.statusCode, 405)
  t.equal(response.headers.allow, 'GET, HEAD, POST, OPTIONS')
  t.match(document.components.responses!.MethodNotAllowed, {
    headers: { Allow: { $ref: '#/components/headers/Allow' } },
    content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
  })
  t.match(document.info.description, /405/)
})
