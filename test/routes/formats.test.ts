import t from 'tap'
import { build, form, type Key, type Server } from '../helper.js'
import { quadrants } from '../files/fixtures/pictures.js'
import { graphIn } from './fixtures/graphs.js'

const MEDIA_TYPES = {
  turtle: 'text/turtle',
  n3: 'text/n3',
  ntriples: 'application/n-triples',
  rdfxml: 'application/rdf+xml'
} as const
/** At least one of every type of resource. */
async function fill ({ send, account, api }: Server): Promise<Key> {
  const as = await account('global_admin')
  const make = async (type: string, payload: object): Promise<void> => {
    const { statusCode, payload: text } = await send({ method: 'POST', url: `/api/${type}`, as, payload })
    if (statusCode !== 200) throw new Error(`${type}: ${text}`)
  }
  await make('resource_templates', {
    'o:label': 'Tëmplate <&>',
    'o:title_property': { 'o:id': 1 },
    'o:resource_template_property': [{ 'o:property': { 'o:id': 1 }, 'o:data_type': ['literal'] }]
  })
  await make('item_sets', { 'dcterms:title': [{ '@value': 'Set' }] })
  await make('items', {
    'o:resource_class': { 'o:id': 23 },
    'o:item_set': [{ 'o:id': 1 }],
    'o:media': [{ 'o:ingester': 'html', html: '<p>Text</p>', 'dcterms:title': [{ '@value': 'Page' }] }],
    'dcterms:title': [
      {
        '@value': 'Line\nbreak "quoted" <tag> & \\ 🏛',
        '@language': 'en-GB',
        '@annotation': { 'dcterms:date': [{ type: 'literal', '@value': '2020' }] }
      }
    ],
    'dcterms:source': [
      { '@id': 'http://example.org/a b?q=ü', 'o:label': 'Label', 'o:lang': 'fr' },
      { '@id': 'a/relative#address' }
    ],
    'dcterms:relation': [{ type: 'resource', value_resource_id: 1 }]
  })
  await make('sites', {
    'o:title': 'Site',
    'o:slug': 'site',
    'o:theme': 'default',
    'o:item_pool': { property: [{ text: 'x' }] },
    'o:site_permission': [{ 'o:user': { 'o:id': 1 }, 'o:role': 'admin' }]
  })
  await make('site_pages', {
    'o:title': 'Page',
    'o:slug': 'page',
    'o:site': { 'o:id': 1 },
    'o:block': [{ 'o:layout': 'html', 'o:data': { html: '<p>x</p>' } }]
  })
  const asset = await form({ file: [new Blob([await quadrants(20, 20)]), 'a.png'], data: '{"o:name":"Asset"}' })
  const { statusCode } = await send({ method: 'POST', url: '/api/assets', as, ...asset })
  if (statusCode !== 200) throw new Error('No asset was made.')
  await api.rebuildFullText()
  return as
}

t.test('every resource and list has equal triples in every format, by name and by Accept', async (t) => {
  const server = await build(t)
  const { api, send } = server
  const as = await fill(server)
  for (const name of api.resourceNames.filter((name) => !['value_annotations', 'modules', 'webhooks'].includes(name))) {
    const list = (await send({ url: `/api/${name}`, as })).json() as Array<{ 'o:id': number | string }>
    t.ok(list.length > 0, name)
    for (const address of [`/api/${name}`, `/api/${name}/${list[0]!['o:id']}`]) {
      const json = (await send({ url: address, as })).payload
      const pretty = (await send({ url: `${address}?pretty_print`, as })).payload
      t.match(pretty, /\n {4}/, address)
      t.same(JSON.parse(pretty), JSON.parse(json), address)
      t.equal((await send({ url: `${address}?callback=show`, as })).payload, `show(${json});`, address)
      const expected = await graphIn(MEDIA_TYPES.ntriples, (await send({ url: `${address}?format=ntriples`, as })).payload)
      t.match(expected, /\S/, address)
      for (const format of ['turtle', 'n3', 'rdfxml'] as const) {
        const answer = await send({ url: address, as, headers: { accept: MEDIA_TYPES[format] } })
        t.match(answer.headers['content-type'], MEDIA_TYPES[format], address)
        t.equal(await graphIn(MEDIA_TYPES[format], answer.payload), expected, `${address} as ${format}`)
        t.equal((await send({ url: `${address}?format=${format}`, as })).payload, answer.payload)
      }
    }
  }
})

t.test('values reach RDF with all that they say', async (t) => {
  const server = await build(t)
  const as = await fill(server)
  const text = await graphIn(MEDIA_TYPES.rdfxml, (await server.send({ url: '/api/items/2?format=rdfxml', as })).payload)
  const subject = '<http://localhost/api/items/2>'
  for (const line of [
    `${subject} <http://purl.org/dc/terms/source> <http://localhost/api/items/a/relative#address> .`,
    `${subject} <http://purl.org/dc/terms/source> <http://example.org/a%20b?q=ü> .`,
    '<http://example.org/a%20b?q=ü> <http://omeka.org/s/vocabs/o#label> "Label" .',
    `${subject} <http://purl.org/dc/terms/relation> <http://localhost/api/item_sets/1> .`,
    `${subject} <http://purl.org/dc/terms/title> "Line\\nbreak \\"quoted\\" <tag> & \\\\ 🏛"@en-gb .`
  ]) t.ok(text.includes(`${line}\n`), line)
})

t.test('answers without RDF stay JSON, under the requested media type', async (t) => {
  const server = await build(t)
  await fill(server)
  for (const url of ['/api/items?search=nothing', '/api/items?page=99', '/api/items?return_scalar=title', '/api-context']) {
    const { payload } = await server.send({ url })
    for (const format of ['turtle', 'n3', 'rdfxml', 'ntriples'] as const) {
      const answer = await server.send({ url, headers: { accept: MEDIA_TYPES[format] } })
      t.equal(answer.statusCode, 200, url)
      t.match(answer.headers['content-type'], MEDIA_TYPES[format], url)
      t.equal(answer.payload, payload, url)
      const headers = { accept: MEDIA_TYPES[format], 'if-none-match': String(answer.headers.etag) }
      t.equal((await server.send({ url, headers })).statusCode, 304, url)
    }
    t.equal((await server.send({ url, headers: { accept: 'text/html' } })).headers['content-type'], 'application/ld+json')
  }
})
