import Fastify from 'fastify'
import vitrine, { open, OPERATOR } from 'vitrine'

const app = Fastify()
const api = await open({ data: './data' })
app.addHook('onClose', () => api.close())
await app.register(vitrine, { prefix: '/collections', api })

const created = await api.items.create({ 'dcterms:title': [{ '@value': 'Amphora' }] }, { actor: OPERATOR })
const found = await api.items.search({ search: 'amphora', has_media: false, per_page: 10 })
console.log(created.id, found.total, found.json()[0]?.['@id'])     // 1 1 /collections/api/items/1

app.get('/', async () => {
  const newest = await api.items.search({ sort_by: 'created', sort_order: 'desc', per_page: 3 })
  return newest.json().map((item) => item['o:title'])
})
const address = await app.listen({ port: Number(process.env.PORT ?? 8080) })
console.log(`${address}/collections/api/items`)
