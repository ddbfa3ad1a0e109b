import { normalize, serialize, serializeConfigPresentation3 } from '@iiif/parser'
import { convertPresentation2 } from '@iiif/parser/presentation-2'
import { presentation3StrictUpgrade } from '@iiif/parser/strict'
import type { Manifest } from '@iiif/presentation-3'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import vitrine, { serverOptions } from '../../../app.js'
import { build, title, type Key, type Server } from '../../helper.js'
import { serve } from '../../files/fixtures/servers.js'
import { sendForm, type Json } from '../../files/fixtures/uploads.js'
import { without } from '../../programs.js'
import { document, film, itemWith, jpegOf, mediaOf, sound } from './fixtures.js'

const literal = (propertyId: number, text: string, more: object = {}): object =>
  ({ type: 'literal', property_id: propertyId, '@value': text, ...more })

/** Reads a document of version 3, and holds it against an independent parser. */
async function read3 (t: Test, { send }: Server, url: string, as?: Key): Promise<Json> {
  const { statusCode, headers, payload } = await send({ url, ...(as && { as }) })
  t.equal(statusCode, 200, payload)
  t.equal(headers['content-type'], 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"')
  const state = { warnings: [] as string[] }
  const upgraded = presentation3StrictUpgrade(JSON.parse(payload) as Manifest, state)
  t.same(state.warnings, [])
  if (upgraded.type === 'Manifest') t.same(upgraded, JSON.parse(payload), 'nothing had to be mended')
  const { entities, mapping, resource } = normalize(JSON.parse(payload))
  const again = serialize<Json>({ entities, mapping, requests: {} } as never, resource, serializeConfigPresentation3)
  const given = JSON.parse(payload) as Json
  const idsOf = ({ items }: Json): string[] => (items as Json[]).map((item) => item.id as string)
  t.same(idsOf(again), idsOf(given))
  return given
}

/** Reads a document of version 2, and the same as a parser understands it in version 3. */
async function read2 (t: Test, { send }: Server, url: string): Promise<{ given: Json, understood: Json }> {
  const { statusCode, headers, payload } = await send({ url })
  t.equal(statusCode, 200, payload)
  t.equal(headers['content-type'], 'application/ld+json;profile="http://iiif.io/api/presentation/2/context.json"')
  const understood = convertPresentation2(JSON.parse(payload)) as unknown as Json
  const state = { warnings: [] as string[] }
  presentation3StrictUpgrade(structuredClone(understood) as unknown as Manifest, state)
  t.same(state.warnings, [])
  return { given: JSON.parse(payload) as Json, understood }
}

const bodyOf = (canvas: Json): Json => canvas.items[0].items[0].body as Json

t.test('an item with every kind of media has a canvas for each, in their order', { skip: without('ffmpeg') }, async (t) => {
  const server = await build(t, { filesAddress: '' })
  const as = await server.account('global_admin')
  const item = await itemWith(server, as, [
    ['front.jpg', await jpegOf(1200, 900)],
    ['speech.wav', await sound(t)],
    ['walk.mp4', await film(t)],
    ['letter.pdf', document()]
  ])
  const text = await server.send({
    method: 'POST',
    url: '/api/media',
    as,
    payload: { 'o:ingester': 'html', html: '<p>Granite</p>', position: 9, 'o:item': { 'o:id': item['o:id'] }, ...title('Note') }
  })
  t.equal(text.statusCode, 200, text.payload)
  const id = item['o:id'] as number
  const [picture, audio, video, pages] = mediaOf(item)
  const noteId = text.json<Json>()['o:id'] as number

  const manifest = await read3(t, server, `/iiif/3/${id}/manifest`)
  const [first, second, third, fourth, fifth] = manifest.items as Json[]
  t.equal(manifest.items.length, 5)
  t.match(first, { type: 'Canvas', label: { none: ['front.jpg'] }, width: 1200, height: 900 })
  t.match(bodyOf(first!), {
    id: `http://localhost/iiif/3/${picture}/full/max/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    width: 1200,
    height: 900,
    service: [{ id: `http://localhost/iiif/3/${picture}`, type: 'ImageService3', profile: 'level2' }]
  })
  t.match(first!.thumbnail, [{ type: 'Image', width: 200, height: 150 }])
  t.match(second, { id: `http://localhost/iiif/3/${id}/canvas/${audio}`, duration: 2, height: undefined })
  t.match(bodyOf(second!), { type: 'Sound', format: /^audio\//, duration: 2, id: /\/files\/original\/.*\.wav$/ })
  t.match(third, { id: `http://localhost/iiif/3/${id}/canvas/${video}`, duration: 3, width: 64, height: 48 })
  t.match(bodyOf(third!), { type: 'Video', format: 'video/mp4', duration: 3, width: 64, height: 48 })
  t.match(fourth, {
    id: `http://localhost/iiif/3/${id}/canvas/${pages}`,
    rendering: [{ type: 'Text', format: 'application/pdf', id: /\.pdf$/, label: { none: ['letter.pdf'] } }]
  })
  // The page as the thumbnail shows it: 300 × 400 points at 150 dots per inch.
  t.match(fourth, { width: 600, height: 800 })
  t.match(bodyOf(fourth!), { type: 'Image', format: 'image/jpeg', id: /\/files\/large\// })
  t.match(fifth, {
    label: { none: ['Note'] },
    rendering: [{ type: 'Text', format: 'text/html', id: `http://localhost/media/${noteId}` }]
  })
  for (const canvas of manifest.items as Json[]) {
    const { id: address } = bodyOf(canvas)
    const { statusCode, headers } = await server.send({ url: new URL(address as string).pathname })
    t.equal(statusCode, 200, address as string)
    t.equal(headers['content-type'], bodyOf(canvas).format)
  }

  const { given, understood } = await read2(t, server, `/iiif/2/${id}/manifest`)
  t.equal(given.sequences[0].canvases.length, 5)
  t.same((understood.items as Json[]).map(({ width, height }) => [width, height]), [
    [1200, 900], [400, 400], [64, 48], [600, 800], [400, 400]
  ])
  t.match(given.sequences[0].canvases[0].images[0].resource, {
    '@type': 'dctypes:Image',
    service: { '@id': `http://localhost/iiif/2/${picture}`, profile: 'http://iiif.io/api/image/2/level2.json' }
  })
  t.match(given.sequences[0].canvases[1].rendering, [{ format: /^audio\// }])

  const { statusCode, headers } = await server.send({
    url: `/iiif/3/${id}/manifest`,
    headers: { 'if-none-match': String((await server.send({ url: `/iiif/3/${id}/manifest` })).headers.etag) }
  })
  t.equal(statusCode, 304)
  t.equal(headers['access-control-allow-origin'], '*')
  t.match((await server.send({ method: 'DELETE', url: `/iiif/3/${id}/manifest` })), { statusCode: 405 })
})

t.test('values become metadata with languages, rights and a summary; links lead back', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const make = async (type: string, payload: object): Promise<number> =>
    (await server.send({ method: 'POST', url: `/api/${type}`, as, payload })).json<Json>()['o:id'] as number
  const set = await make('item_sets', title('Coast'))
  const template = await make('resource_templates', {
    'o:label': 'Works',
    'o:resource_template_property': [{ 'o:property': { 'o:id': 2 }, 'o:alternate_label': 'Painter' }]
  })
  const maker = await make('items', title('Anna & <Ancher>'))
  const id = await make('items', {
    'o:resource_template': { 'o:id': template },
    'o:item_set': [{ 'o:id': set }],
    'dcterms:title': [literal(1, 'Leuchtturm', { '@language': 'de' }), literal(1, 'Lighthouse', { '@language': 'en' })],
    'dcterms:creator': [{ type: 'resource:item', property_id: 2, value_resource_id: maker }],
    'dcterms:subject': [
      { type: 'uri', property_id: 3, '@id': 'http://example.org/sea?a=1&b=2', 'o:label': 'Sea', 'o:lang': 'en' },
      { type: 'uri', property_id: 3, '@id': 'urn:isbn:1', 'o:label': 'Book' }
    ],
    'dcterms:description': [literal(4, '<b>not markup</b>'), literal(4, 'Am Abend', { '@language': 'de' })],
    'dcterms:rights': [
      { type: 'uri', property_id: 15, '@id': 'https://creativecommons.org/licenses/by-sa/4.0/deed.en', 'o:label': 'CC' },
      literal(15, 'Photo: museum', { '@language': 'en' })
    ],
    'dcterms:date': [literal(7, '1890', { is_public: false })]
  })
  const manifest = await read3(t, server, `/iiif/3/${id}/manifest`)
  t.same(manifest.label, { de: ['Leuchtturm'] })
  t.same(manifest.summary, { none: ['<span>&lt;b&gt;not markup&lt;/b&gt;</span>'], de: ['Am Abend'] })
  t.equal(manifest.rights, 'http://creativecommons.org/licenses/by-sa/4.0/')
  t.match(manifest.requiredStatement, { label: { en: ['Rights'], de: ['Rechte'] }, value: { en: ['Photo: museum'] } })
  const entries = new Map((manifest.metadata as Json[])
    .map(({ label, value }) => [Object.values(label).flat()[0], value]))
  t.same(entries.get('Title'), { de: ['Leuchtturm'], en: ['Lighthouse'] })
  t.same(entries.get('Painter'), {
    none: [`<a href="http://localhost/api/items/${maker}">Anna &amp; &lt;Ancher&gt;</a>`]
  })
  t.same(entries.get('Subject'), {
    en: ['<a href="http://example.org/sea?a=1&amp;b=2">Sea</a>'], none: ['Book']
  })
  t.notOk(entries.has('Date'), 'private')
  t.same(manifest.homepage, [{
    id: `http://localhost/items/${id}`, type: 'Text', label: { de: ['Leuchtturm'] }, format: 'text/html'
  }])
  t.match(manifest.provider, [{ type: 'Agent', label: { none: ['Vitrine'] } }])
  t.same(manifest.partOf, [{ id: `http://localhost/iiif/3/${set}/collection`, type: 'Collection' }])
  for (const { id: address, format } of manifest.seeAlso as Json[]) {
    const { pathname, search } = new URL(address as string)
    const { statusCode, headers } = await server.send({ url: pathname + search })
    t.match([statusCode, String(headers['content-type']).split(';')[0]], [200, format])
  }
  // A manifest needs a canvas.
  t.match(manifest.items, [{ type: 'Canvas', id: `http://localhost/iiif/3/${id}/canvas/none`, width: 400, height: 400 }])
  const owners = await read3(t, server, `/iiif/3/${id}/manifest`, as)
  t.ok((owners.metadata as Json[]).some(({ label }) => label.en?.[0] === 'Date'), 'who may see it, sees it')

  const { given, understood } = await read2(t, server, `/iiif/2/${id}/manifest`)
  t.same(given.label, { '@value': 'Leuchtturm', '@language': 'de' })
  t.equal(given.license, 'http://creativecommons.org/licenses/by-sa/4.0/')
  t.same(given.attribution, { '@value': 'Photo: museum', '@language': 'en' })
  t.same(understood.label, { de: ['Leuchtturm'] })

  const collection = await read3(t, server, `/iiif/3/${set}/collection`)
  t.match(collection, {
    type: 'Collection',
    label: { none: ['Coast'] },
    items: [
      { id: `http://localhost/iiif/3/${id}/manifest`, type: 'Manifest', label: { de: ['Leuchtturm'] } }
    ]
  })
  const older = await server.send({ url: `/iiif/2/${set}/collection` })
  t.match(older.json(), { '@type': 'sc:Collection', members: [{ '@type': 'sc:Manifest' }] })
  t.match(await server.send({ url: `/iiif/3/${set}/manifest` }), {
    statusCode: 303, headers: { location: `http://localhost/iiif/3/${set}/collection` }
  })
  t.match(await server.send({ url: `/iiif/3/${id}` }), {
    statusCode: 303, headers: { location: `http://localhost/iiif/3/${id}/manifest` }
  })
  t.match(await server.send({ url: `/iiif/2/${set}` }), {
    statusCode: 303, headers: { location: `http://localhost/iiif/2/${set}/collection` }
  })
})

t.test('books are paged; single sheets and mixed media are not', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const page = await jpegOf(60, 80)
  const book = { 'o:resource_class': { 'o:id': (await server.send({ url: '/api/resource_classes?term=bibo:Book' })).json<Json[]>()[0]!['o:id'] } }
  const silence = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'), Buffer.alloc(40)])
  const pages = (count: number): Array<[string, Buffer]> => Array.from({ length: count }, (_, at) => [`${at}.jpg`, page])
  const isPaged = async (files: Array<[string, Buffer]>, more: object): Promise<boolean> => {
    const { 'o:id': id } = await itemWith(server, as, files, more) as { 'o:id': number }
    const { behavior = [] } = await read3(t, server, `/iiif/3/${id}/manifest`)
    const { viewingHint } = (await server.send({ url: `/iiif/2/${id}/manifest` })).json<Json>()
    t.equal(viewingHint === 'paged', behavior.includes('paged'))
    return behavior.includes('paged')
  }
  t.equal(await isPaged(pages(3), book), true)
  t.equal(await isPaged(pages(2), book), false)
  t.equal(await isPaged(pages(3), {}), false)
  t.equal(await isPaged([...pages(3), ['index.pdf', document()]], book), false, 'with a PDF')
  t.equal(await isPaged([['reading.wav', silence], ...pages(3)], book), false, 'with sound')
})

t.test('a manifest omits what the viewer may not see', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const author = await server.account('author')
  const page = await jpegOf(60, 80)
  const item = await itemWith(server, as, [['a.jpg', page], ['b.jpg', page]])
  const url = `/iiif/3/${item['o:id'] as number}/manifest`
  const [first, second] = mediaOf(item)
  const canvases = async (who?: Key): Promise<string[]> =>
    ((await read3(t, server, url, who)).items as Json[]).map(({ id }) => (id as string).split('/').at(-1)!)
  const change = async (path: string, isPublic: boolean): Promise<void> => {
    const { statusCode } = await server.send({ method: 'PATCH', url: path, as, payload: { 'o:is_public': isPublic } })
    t.equal(statusCode, 200)
  }
  t.same(await canvases(), [String(first), String(second)])
  await change(`/api/media/${first}`, false)
  t.same(await canvases(), [String(second)])
  t.same(await canvases(as), [String(first), String(second)])
  await change(`/api/items/${item['o:id'] as number}`, false)
  for (const version of [2, 3]) {
    for (const path of ['/manifest', '', '/collection']) {
      const { statusCode } = await server.send({ url: `/iiif/${version}/${item['o:id'] as number}${path}`, as: author })
      t.equal(statusCode, 404, path)
    }
  }
  t.equal((await server.send({ url, as })).statusCode, 200)
  t.equal((await server.send({ url: '/iiif/3/nothing/manifest' })).statusCode, 404)
  t.equal((await server.send({ url: '/iiif/3/999999/collection' })).statusCode, 404)
  const nothing = await server.send({ url: '/iiif/3/999999' })
  t.same([nothing.statusCode, nothing.json()], [404, { errors: { error: 'Resource 999999 was not found.' } }])
})

t.test('an image on another server is shown by the service that its description names', async (t) => {
  const descriptions: Record<string, Json> = {
    three: {
      '@context': 'http://iiif.io/api/image/3/context.json', id: 'https://images.example/three', type: 'ImageService3', profile: 'level2'
    },
    two: { '@context': 'http://iiif.io/api/image/2/context.json', '@id': 'https://images.example/two', profile: ['http://iiif.io/api/image/2/level1.json'] },
    one: { '@context': 'http://library.stanford.edu/iiif/image-api/1.1/context.json', '@id': 'https://images.example/one', profile: 'http://library.stanford.edu/iiif/image-api/1.1/compliance.html#level1' }
  }
  const address = await serve(t, (request, response) => {
    const name = request.url!.split('/')[1]!
    response.end(JSON.stringify({ ...descriptions[name], protocol: 'http://iiif.io/api/image', width: 4000, height: 3000 }))
  })
  const server = await build(t, { allowPrivateAddresses: true })
  const media = Object.keys(descriptions).map((name) => ({ 'o:ingester': 'iiif', 'o:source': `${address}/${name}/info.json` }))
  const { json } = await sendForm(server, await server.account('global_admin'), 'POST', '/api/items', {
    data: JSON.stringify({ ...title('Lighthouse'), 'o:media': media })
  })
  const manifest = await read3(t, server, `/iiif/3/${json['o:id']}/manifest`)
  t.match(manifest.items, Array.from(media, () => ({ width: 4000, height: 3000 })))
  const service = { profile: 'level2', id: 'https://images.example/three', type: 'ImageService3' }
  t.match((manifest.items as Json[]).map(bodyOf), [
    { id: 'https://images.example/three/full/max/0/default.jpg', width: 4000, service: [service] },
    {
      id: 'https://images.example/two/full/full/0/default.jpg',
      service: [{ '@id': 'https://images.example/two', '@type': 'ImageService2', profile: 'http://iiif.io/api/image/2/level1.json' }]
    },
    {
      id: 'https://images.example/one/full/full/0/native.jpg',
      service: [{ '@id': 'https://images.example/one', '@type': 'ImageService1' }]
    }
  ])
  const { given } = await read2(t, server, `/iiif/2/${json['o:id']}/manifest`)
  const services = (given.sequences[0].canvases as Json[]).map((canvas) => canvas.images[0].resource.service as Json)
  t.match(services, Object.values(descriptions).map((description) =>
    ({ '@context': description['@context'], '@id': description.id ?? description['@id'] })))
})

t.test('large item sets are given in parts', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const { 'o:id': set } = (await server.send({
    method: 'POST', url: '/api/item_sets', as, payload: title('Coast')
  })).json<Json>() as { 'o:id': number }
  const actor = { id: 1, role: 'global_admin' } as const
  await server.api.items.batchCreate(
    Array.from({ length: 501 }, (_, at) => ({ ...title(`Item ${at + 1}`), 'o:item_set': [{ 'o:id': set }] })), { actor }
  )
  const whole = await read3(t, server, `/iiif/3/${set}/collection`)
  t.match(whole.items, [
    { type: 'Collection', id: `http://localhost/iiif/3/${set}/collection/1`, label: { none: ['1–500'] } },
    { type: 'Collection', id: `http://localhost/iiif/3/${set}/collection/2`, label: { none: ['501–501'] } }
  ])
  const [first, last] = await Promise.all([1, 2].map(async (part) => await read3(t, server, `/iiif/3/${set}/collection/${part}`)))
  t.equal(first!.items.length, 500)
  t.match(last, {
    id: `http://localhost/iiif/3/${set}/collection/2`,
    partOf: [{ id: `http://localhost/iiif/3/${set}/collection` }],
    items: [{ label: { none: ['Item 501'] } }]
  })
  for (const part of ['0', '3', 'x']) {
    t.equal((await server.send({ url: `/iiif/3/${set}/collection/${part}` })).statusCode, 404, part)
  }
})

t.test('under a prefix all addresses have it; without the setting there are none', async (t) => {
  const server = await build(t, { baseUrl: 'https://museum.example/collections', explore: false })
  const as = await server.account('global_admin')
  const item = await itemWith(server, as, [['a.jpg', await jpegOf(60, 80)]])
  const { payload } = await server.send({ url: `/iiif/3/${item['o:id'] as number}/manifest` })
  const addresses = [...payload.matchAll(/"(?:@?id|target)":"([^"]*)"/g)].map(([, address]) => address!)
  t.ok(addresses.length > 5)
  t.same(addresses.filter((address) => !address.startsWith('https://museum.example/collections/')), [])
  t.notMatch(payload, /homepage":\[\{"id":"[^"]*\/items/, 'without pages none is named')

  const around = Fastify(serverOptions)
  t.teardown(async () => { await around.close() })
  await around.register(vitrine, { prefix: '/below', api: (await build(t)).api })
  t.equal((await around.inject('/below/iiif/3/1/manifest')).json<Json>().errors.error, 'Item 1 was not found.')

  const without = await build(t, { iiif: false })
  t.equal((await without.send({ url: '/iiif/3/1/manifest' })).statusCode, 404)
})
