import { readFile } from 'node:fs/promises'
import t from 'tap'
import { createClient, type Schema } from '../../client/index.js'
import { build, type Ending } from '../helper.js'
import { CLIENT_TYPES, clientTypes } from './client-types.js'
import { snapshot } from './snapshot.js'

async function connected (t: Ending) {
  const server = await build(t)
  const baseUrl = await server.app.listen({ port: 0 })
  const key = await server.account('editor')
  return { visitor: createClient({ baseUrl }), client: createClient({ baseUrl: `${baseUrl}/`, key }) }
}

const titled = (text: string): Schema<'ItemInput'> => ({ 'dcterms:title': [{ '@value': text }] })

t.test('the types of the client are those of the document; `npm run openapi` updates them', async (t) => {
  t.equal(await readFile(CLIENT_TYPES, 'utf8'), await clientTypes(await snapshot()))
})

t.test('new public resources can be read and searched by every client', async (t) => {
  const { client, visitor } = await connected(t)
  const created = await client.POST('/api/items', {
    body: { ...titled('Amphora'), 'dcterms:date': [{ '@value': '0480' }], 'o:is_public': true }
  })
  t.equal(created.response.status, 200)
  const id = created.data!['o:id']
  const read = await visitor.GET('/api/items/{id}', { params: { path: { id } } })
  const item: Schema<'Item'> = read.data!
  t.equal(item['o:title'], 'Amphora')
  t.match(item['dcterms:title']![0], { '@value': 'Amphora' })
})

t.test('lists, rows and flags of a query are written as the server reads them', async (t) => {
  const { client, visitor } = await connected(t)
  const set = (await client.POST('/api/item_sets', { body: { 'dcterms:title': [{ '@value': 'Greece' }] } })).data!['o:id']
  for (const text of ['Amphora', 'Krater', 'Kylix & cup']) {
    await client.POST('/api/items', { body: { ...titled(text), 'o:item_set': [set] } })
  }
  await client.POST('/api/items', { body: titled('Elsewhere') })

  const found = await visitor.GET('/api/items', {
    params: {
      query: {
        item_set_id: [set, '99'],
        property: [
          { property: 'dcterms:title', type: 'sw', text: 'Kra' },
          { joiner: 'or', property: 'dcterms:title', type: 'eq', text: ['Amphora', 'Kylix & cup'] }
        ],
        has_media: 0,
        sort_by: 'title',
        sort_order: 'desc',
        per_page: 2
      }
    }
  })
  t.same(found.data!.map((item) => item['o:title']), ['Kylix & cup', 'Krater'])
  t.equal(found.response.headers.get('Service-Total-Results'), '3')
})

t.test('a part, a merge patch and a JSON patch change a resource; deleting answers it', async (t) => {
  const { client } = await connected(t)
  const path = { id: (await client.POST('/api/items', { body: titled('Amphora') })).data!['o:id'] }
  t.equal(
    (await client.PATCH('/api/items/{id}', { params: { path }, body: { 'o:is_public': false } })).data!['o:is_public'],
    false
  )
  const operations = await client.PATCH('/api/items/{id}', {
    params: { path },
    body: [{ op: 'replace', path: '/dcterms:title/0/@value', value: 'Krater' }]
  })
  t.equal(operations.data!['o:title'], 'Krater')
  const merged = await client.PATCH('/api/items/{id}', {
    params: { path }, body: { 'dcterms:title': null }, headers: { 'Content-Type': 'application/merge-patch+json' }
  })
  t.equal(merged.data!['o:title'], null)
  t.equal((await client.DELETE('/api/items/{id}', { params: { path } })).response.status, 200)
  t.equal((await client.GET('/api/items/{id}', { params: { path } })).response.status, 404)
})

t.test('files go up in a form', async (t) => {
  const { client } = await connected(t)
  const file = new File(['a plain text'], 'notes.txt', { type: 'text/plain' })
  const { data, error } = await client.POST('/api/items', {
    body: {
      data: { ...titled('With notes'), 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] },
      'file[0]': file
    }
  })
  t.equal(error, undefined)
  const media = await client.GET('/api/media/{id}', { params: { path: { id: String(data!['o:media'][0]!['o:id']) } } })
  t.match(media.data, { 'o:source': 'notes.txt', 'o:size': 12 })
})

t.test('lines go up as one text, and come back as one', async (t) => {
  const { client } = await connected(t)
  const lines = ['Amphora', 'Krater'].map((text) =>
    JSON.stringify({ op: 'create', resource: 'items', data: titled(text) }))
  const { data } = await client.POST('/api/bulk', { body: lines.join('\n'), parseAs: 'text' })
  t.match(data!.trim().split('\n').map((line) => JSON.parse(line)), [{ line: 1, op: 'create' }, { line: 2 }])
})

t.test('a refused request gives an error with its messages, not an exception', async (t) => {
  const { client, visitor } = await connected(t)
  const anonymous = await visitor.POST('/api/items', { body: titled('Amphora') })
  t.equal(anonymous.response.status, 403)
  t.equal(anonymous.data, undefined)
  t.match(anonymous.error!.errors.error, /Permission denied/)
  const { error } = await client.POST('/api/items', {
    body: { 'dcterms:titel': [{ property_id: 'auto', '@value': 'Amphora' }] }
  })
  t.match(error!.errors, { 'dcterms:titel': [/no property/] })
})
