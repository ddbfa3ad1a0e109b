// Compiled by types.long.test.ts as a program that uses the client compiles it; nothing here runs.
import { createClient, type Schema } from 'vitrine/client'

const client = createClient({ baseUrl: 'https://example.org' })
type Item = Schema<'Item'>

// Ids are numbers or strings.
const byNumber = await client.GET('/api/items/{id}', { params: { path: { id: 5 } } })
const byText = await client.GET('/api/items/{id}', { params: { path: { id: '5' } } })
const item: Item = byNumber.data!
const id: number = byText.data!['o:id']
const found: Item[] = (await client.GET('/api/items', { params: { query: { id: [id, '7'], item_set_id: id } } })).data!
const created: Item = (await client.POST('/api/items', { body: { 'dcterms:title': [{ '@value': 'Amphora' }] } })).data!
await client.PATCH('/api/items/{id}', { params: { path: { id: created['o:id'] } }, body: { 'o:is_public': false } })
await client.DELETE('/api/items/{id}', { params: { path: { id } } })
console.log(item['dcterms:title']?.[0]?.property_label, found[0]?.['o:title'])
