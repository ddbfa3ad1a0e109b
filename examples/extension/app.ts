import Fastify from 'fastify'
import vitrine, { open, OPERATOR } from 'vitrine'
import { integers } from './integers.js'
import { loans, migrate } from './loans.js'

const api = await open({ data: './data' }, {
  ...integers,
  resourceTypes: [loans],
  context: { ...integers.context, ex: 'https://example.org/ns#' }
})
await migrate(api)

const actor = OPERATOR
await api.items.create({ 'dcterms:extent': [{ type: 'numeric:integer', '@value': '12' }] }, { actor })
await api.resource('loans').create({ 'ex:borrower': 'Tate' }, { actor })

const app = Fastify()
app.addHook('onClose', () => api.close())
await app.register(vitrine, { api })
console.log(await app.listen({ port: Number(process.env.PORT ?? 8080) }))
