import jsonld from 'jsonld'
import t from 'tap'
import type { LightMyRequestResponse } from 'fastify'
import { build } from '../helper.js'

const server = await build(t)
const as = await server.account('global_admin')
const API = 'http://localhost/api'
const DCTERMS = 'http://purl.org/dc/terms/'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'

type Json = Record<string, any>

async function send (
  method: 'POST' | 'PUT' | 'PATCH', url: string, type: string, body: string | object, headers: Record<string, string> = {}
): Promise<LightMyRequestResponse> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return await server.send({ method, url, as, payload, headers: { 'content-type': type, ...headers } })
}

async function made (payload: object, type = 'items'): Promise<Json> {
  const answer = await server.send({ method: 'POST', url: `/api/${type}`, as, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function read (url: string): Promise<Json> {
  return (await server.send({ url, as })).json()
}

/** The values of a resource, without computed members. */
function said (representation: Json): Json {
  const { 'o:id': _, '@id': __, 'o:created': ___, 'o:modified': ____, ...rest } = representation
  return rest
}

const FORMATS = {
  turtle: 'text/turtle', ntriples: 'application/n-triples', rdfxml: 'application/rdf+xml'
} as const

/** The answers to GET in each format, in forms that clients may make of them. */
async function copies (url: string): Promise<Array<[name: string, type: string, body: string | object]>> {
  const texts = await Promise.all(Object.entries(FORMATS).map(async ([format, type]) =>
    [format, type, (await server.send({ url: `${url}?format=${format}`, as })).body] as [string, string, string]))
  const own = (await server.send({ url: `${url}?profile=compacted`, as })).body
  const triples = texts.find(([format]) => format === 'ntriples')![2]
  const expanded = await jsonld.fromRDF(triples as never, { format: 'application/n-quads' })
  const compacted = await jsonld.compact(expanded, { dc: DCTERMS, omeka: 'http://omeka.org/s/vocabs/o#' } as never)
  const flattened = await jsonld.flatten(expanded, {} as never)
  return [
    ...texts, ['own', LD, own], ['expanded', LD, expanded], ['flattened', LD, flattened], ['compacted', LD, compacted]
  ]
}

const LD = 'application/ld+json'

t.test('a resource that is read and sent back in any format does not change; sent with POST it is a copy', async (t) => {
  const other = await made({ 'dcterms:title': [{ '@value': 'Other' }] })
  const set = await made({ 'dcterms:title': [{ '@value': 'Set' }] }, 'item_sets')
  const template = await made({
    'o:label': 'Template', 'o:resource_template_property': [{ 'o:property': { 'o:id': 1 }, 'o:data_type': ['literal'] }]
  }, 'resource_templates')
  const item = await made({
    'o:is_public': false,
    'o:resource_class': { 'o:id': 26 },
    'o:resource_template': { 'o:id': template['o:id'] },
    'o:item_set': [{ 'o:id': set['o:id'] }],
    'o:media': [{ 'o:ingester': 'html', html: '<p>Text</p>', 'dcterms:title': [{ '@value': 'Page' }] }],
    'dcterms:title': [
      {
        '@value': 'Line\nbreak "quoted" <tag> & \\ 🏛',
        '@language': 'en-GB',
        '@annotation': {
          'dcterms:date': [
            { '@value': '2020', is_public: false, '@annotation': { 'dcterms:source': [{ '@id': 'http://example.org/deep' }] } },
            { '@value': '2021' }
          ]
        }
      },
      { '@value': 'Second', is_public: false }
    ],
    'dcterms:source': [
      { '@id': 'http://example.org/a b?q=ü', 'o:label': 'Label', 'o:lang': 'fr' },
      { '@id': 'a/relative#address' },
      { '@id': 'schöne Seite' },
      { '@id': '?q=ü' },
      { '@id': '.well-known/1:2' },
      { '@id': 'dcterms:short', is_public: false }
    ],
    'dcterms:relation': [
      { type: 'resource', value_resource_id: other['o:id'] },
      { type: 'resource:itemset', value_resource_id: set['o:id'], is_public: false }
    ],
    'bibo:number': [{ '@value': '7', '@language': 'not a tag' }, { '@value': 'سفينة', '@language': 'ar' }]
  })
  await made({ 'dcterms:relation': [{ type: 'resource', value_resource_id: item['o:id'] }] })
  const url = `/api/items/${item['o:id']}`
  const before = await read(url)
  const { 'o:media': _, 'o:primary_media': __, thumbnail_display_urls: ___, '@reverse': ____, ...copied } = said(before)
  for (const [name, type, body] of await copies(url)) {
    t.equal((await send('PUT', url, type, body)).statusCode, 200, `${name} is put`)
    t.same(said(await read(url)), said(before), `${name} changes nothing`)
    const { statusCode, headers, ...copy } = await send('POST', '/api/items', type, body)
    t.match([statusCode, headers['service-ignored']], [200, 'o:media'], `${name} is posted`)
    t.match(said(copy.json()), copied, `${name} makes the same`)
  }
})

const INLINE = {
  '@context': {
    title: { '@id': `${DCTERMS}title`, '@container': '@language' },
    creator: { '@id': `${DCTERMS}creator`, '@type': '@id' },
    dct: DCTERMS,
    kind: '@type',
    text: '@value',
    label: 'http://www.w3.org/2000/01/rdf-schema#label',
    order: { '@id': `${DCTERMS}subject`, '@container': '@list' },
    Image: 'http://purl.org/dc/dcmitype/Image'
  }
}

t.test('one thing can be said in many ways', async (t) => {
  const other = await made({ 'dcterms:title': [{ '@value': 'Other' }] })
  const link = `${API}/items/${other['o:id']}`
  const expected = {
    ...said(await made({
      'o:resource_class': { 'o:id': 26 },
      'o:is_public': false,
      'dcterms:title': [{ '@value': 'Leuchtturm', '@language': 'de' }, { '@value': 'Lighthouse', '@language': 'en' }],
      'dcterms:creator': [{ '@id': 'http://viaf.org/1', 'o:label': 'Ada' }, { type: 'resource', value_resource_id: other['o:id'] }],
      'dcterms:subject': [{ '@value': 'sea' }, { '@value': 'light' }]
    }))
  }
  const full = {
    '@type': ['http://purl.org/dc/dcmitype/Image', 'http://omeka.org/s/vocabs/o#Item'],
    'http://omeka.org/s/vocabs/o#is_public': [{ '@value': false }],
    [`${DCTERMS}title`]: [{ '@value': 'Leuchtturm', '@language': 'de' }, { '@value': 'Lighthouse', '@language': 'en' }],
    [`${DCTERMS}creator`]: [{ '@id': 'http://viaf.org/1', 'http://omeka.org/s/vocabs/o#label': 'Ada' }, { '@id': link }],
    [`${DCTERMS}subject`]: ['sea', { '@value': 'light' }]
  }
  const named = {
    '@type': ['o:Item', 'dctype:Image'],
    'o:is_public': false,
    'dcterms:title': [{ '@value': 'Leuchtturm', '@language': 'de' }, { '@value': 'Lighthouse', '@language': 'en' }],
    'dcterms:creator': [{ '@id': 'http://viaf.org/1', 'o:label': 'Ada' }, { '@id': link }],
    'dcterms:subject': { '@list': ['sea', 'light'] }
  }
  const turtle = `
    @prefix dcterms: <${DCTERMS}> . @prefix o: <http://omeka.org/s/vocabs/o#> .
    <> a <http://purl.org/dc/dcmitype/Image> ; o:is_public false ; dcterms:title "Leuchtturm"@de , "Lighthouse"@en ;
      dcterms:creator <http://viaf.org/1> , <items/${other['o:id']}> ; dcterms:subject ( "sea" "light" ) .
    <http://viaf.org/1> <http://www.w3.org/2004/02/skos/core#prefLabel> "Ada" .`
  const triples = `
    _:x <${RDF}type> <http://purl.org/dc/dcmitype/Image> .
    _:x <http://omeka.org/s/vocabs/o#is_public> "false"^^<http://www.w3.org/2001/XMLSchema#boolean> .
    _:x <${DCTERMS}title> "Leuchtturm"@de .
    _:x <${DCTERMS}title> "Lighthouse"@en .
    _:x <${DCTERMS}creator> <http://viaf.org/1> .
    _:x <${DCTERMS}creator> <${link}> .
    _:x <${DCTERMS}subject> "sea" .
    _:x <${DCTERMS}subject> "light" .
    <http://viaf.org/1> <${RDFS}label> "Ada" .`
  const ways: Record<string, [type: string, body: string | object]> = {
    'its own context, with aliases, a language map, a typed link and a list': [LD, {
      ...INLINE,
      kind: 'Image',
      'http://omeka.org/s/vocabs/o#is_public': false,
      title: { de: 'Leuchtturm', en: 'Lighthouse' },
      creator: [{ '@id': 'http://viaf.org/1', label: 'Ada' }, link],
      order: ['sea', { text: 'light' }]
    }],
    'full IRIs as keys': [LD, full],
    'expanded, in a list': [LD, [full]],
    '@graph of one': [LD, { ...INLINE, '@graph': [full] }],
    '@graph of one with the context of the service at another base': [LD, {
      '@context': 'https://elsewhere.example/collection/api-context', '@graph': [named]
    }],
    'terms of the service, with texts that are not objects': [LD, {
      '@context': `${API.slice(0, -4)}/api-context`, ...named, 'dcterms:subject': ['sea', 'light']
    }],
    '@set, and a nested node': [LD, { ...full, [`${DCTERMS}subject`]: { '@set': ['sea', 'light'] } }],
    Turtle: ['text/turtle; charset=utf-8', turtle],
    'N-Triples about a blank node': ['application/n-triples', triples],
    'RDF/XML': ['application/rdf+xml', `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:dcterms="${DCTERMS}" xmlns:o="http://omeka.org/s/vocabs/o#">
      <rdf:Description rdf:about="urn:x:1">
        <rdf:type rdf:resource="http://purl.org/dc/dcmitype/Image"/>
        <o:is_public rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">false</o:is_public>
        <dcterms:title xml:lang="de">Leuchtturm</dcterms:title><dcterms:title xml:lang="en">Lighthouse</dcterms:title>
        <dcterms:creator><rdf:Description rdf:about="http://viaf.org/1"><o:label>Ada</o:label></rdf:Description></dcterms:creator>
        <dcterms:creator rdf:resource="${link}"/>
        <dcterms:subject>sea</dcterms:subject><dcterms:subject>light</dcterms:subject>
      </rdf:Description></rdf:RDF>`]
  }
  for (const [name, [type, body]] of Object.entries(ways)) {
    const answer = await send('POST', '/api/items', type, body)
    t.same([answer.statusCode, said(answer.json())], [200, expected], name)
  }
})

t.test('members of containers and of lists within lists become values, in order; broken lists are refused', async (t) => {
  const subjects = async (type: string, body: string | object, headers = {}): Promise<[number, unknown, unknown]> => {
    const answer = await send('POST', '/api/items', type, body, headers)
    const { errors, 'dcterms:subject': values = [] } = answer.json() as Json
    return [answer.statusCode, errors ?? values.map((one: Json) => one['@value']), answer.headers['service-ignored']]
  }
  const turtle = (list: string): string => `@prefix rdf: <${RDF}> . <> <${DCTERMS}title> "A" ; <${DCTERMS}subject> ${list} .`
  t.same(await subjects('text/turtle', turtle('[ a rdf:Seq ; rdf:_10 "c" ; rdf:_2 "b" ; rdf:_1 "a" ]')), [200, ['a', 'b', 'c'], undefined])
  t.same(await subjects('text/turtle', turtle('[ a rdf:List ; rdf:first "a" ; rdf:rest () ] , [ a rdf:Bag ] , ()')), [200, ['a'], undefined])
  t.same(await subjects(LD, { [`${DCTERMS}subject`]: { '@list': ['b', 'a', 'b'] } }), [200, ['b', 'a', 'b'], undefined])
  const nested = turtle('( "a" ( "b" ) "c" )')
  t.same(await subjects('text/turtle', nested), [200, ['a', 'b', 'c'], 'dcterms:subject'])
  t.match(await subjects('text/turtle', nested, { prefer: 'handling=strict' }), [422, { 'dcterms:subject': [/Lists within a list/] }])
  for (const [list, message] of [
    ['_:a . _:a rdf:first "a" ; rdf:rest _:a', /leads back to itself/],
    ['_:a . _:a rdf:first "a"', /one rdf:first and one rdf:rest/],
    [`[ a rdf:Seq ; rdf:_1 "a" ; <${DCTERMS}title> "A" ]`, /What is said of a list/]
  ] as const) {
    t.match(await subjects('text/turtle', turtle(list)), [422, { [`${DCTERMS}subject`]: [message] }], list)
  }
})

t.test('XML is decoded as it, or Content-Type, says; all other RDF must be UTF-8', async (t) => {
  const post = async (type: string, payload: Buffer): Promise<LightMyRequestResponse> =>
    await server.send({ method: 'POST', url: '/api/items', as, payload, headers: { 'content-type': type } })
  const xml = (declaration: string): string => `${declaration}<rdf:RDF xmlns:rdf="${RDF}" xmlns:dcterms="${DCTERMS}">
    <rdf:Description rdf:about=""><dcterms:title>Théâtre</dcterms:title></rdf:Description></rdf:RDF>`
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
  const turtle = `<> <${DCTERMS}title> "Théâtre" .`
  const jsonLd = JSON.stringify({ [`${DCTERMS}title`]: 'Théâtre' })
  const decoded: Array<[type: string, body: Buffer]> = [
    ['application/rdf+xml', latin1(xml('<?xml version="1.0" encoding="ISO-8859-1"?>'))],
    ['application/rdf+xml; charset="ISO-8859-1"', latin1(xml('<?xml version="1.0" encoding="UTF-8"?>'))],
    ['application/rdf+xml', Buffer.from(`\uFEFF${xml('')}`, 'utf16le')],
    ['text/turtle; charset=UTF-8', Buffer.from(`\uFEFF${turtle}`)],
    [LD, Buffer.from(`\uFEFF${jsonLd}`)]
  ]
  for (const [type, body] of decoded) {
    const answer = await post(type, body)
    t.same([answer.statusCode, answer.json()['o:title']], [200, 'Théâtre'], type)
  }
  const refused: Array<[type: string, body: Buffer, message: RegExp]> = [
    ['text/turtle', latin1(turtle), /^The document cannot be read: line 1 is not UTF-8 \(0xE9, byte 40 of the document\)\. Save it as UTF-8\.$/],
    ['text/turtle', Buffer.from(`# ${'x'.repeat(509)}€`).subarray(0, -1), /: line 1 is not UTF-8 \(0xE2, byte 512 of the document\)/],
    ['text/turtle; charset=ISO-8859-1', latin1(turtle), /: it is sent as ISO-8859-1, and must be UTF-8\. Save it as UTF-8\.$/],
    ['application/n-triples', latin1(turtle), /: line 1 is not UTF-8/],
    ['application/rdf+xml; charset=klingon', latin1(xml('')), /: its encoding klingon is unknown/],
    ['application/rdf+xml', latin1(xml('')), /: line 2 is not UTF-8/],
    [LD, latin1(jsonLd), /Malformed UTF-8/]
  ]
  for (const [type, body, message] of refused) {
    const answer = await post(type, body)
    t.match([answer.statusCode, answer.json()], [400, { errors: { error: message } }], type)
  }
})

t.test('RDF that is unknown or cannot be stored is refused by its name, and changes nothing', async (t) => {
  const item = await made({ 'dcterms:title': [{ '@value': 'Kept' }] })
  const address = `${API}/items/${item['o:id']}`
  const n = '<http://example.org/n>'
  const cases: Array<[type: string, body: string | object, key: string, message: RegExp]> = [
    ['text/turtle', `<> <${DCTERMS}titel> "x" .`, `${DCTERMS}titel`, /no property .* Did you mean <.*\/title>/],
    ['text/turtle', '<> a <http://example.org/Thing> .', `${RDF}type`, /no class <http:\/\/example.org\/Thing>/],
    ['text/turtle', '<> a <http://omeka.org/s/vocabs/o#ItemSet> .', `${RDF}type`, /expects Item/],
    ['text/turtle', '<> <http://omeka.org/s/vocabs/o#nonsense> 1 .', 'http://omeka.org/s/vocabs/o#nonsense', /no key/],
    ['text/turtle', `<> <${DCTERMS}creator> [ <http://xmlns.com/foaf/0.1/name> "Ada" ] .`, `${DCTERMS}creator`, /foaf\/0.1\/name/],
    ['text/turtle', `<> <${DCTERMS}creator> ${n} . ${n} <http://xmlns.com/foaf/0.1/name> "Ada" .`, 'http://xmlns.com/foaf/0.1/name', /Only the label/],
    ['text/turtle', `<> <${DCTERMS}creator> ${n} . ${n} <${RDFS}label> "Ada", "Bea" .`, 'dcterms:creator', /2 labels/],
    ['text/turtle', `<> <${DCTERMS}date> "x"^^<http://example.org/type> .`, 'dcterms:date', /type <http:\/\/example.org\/type>/],
    ['text/turtle', `<> <${DCTERMS}relation> <${API}/users/1> .`, 'dcterms:relation', /only to items/],
    ['text/turtle', '<> <http://omeka.org/s/vocabs/o#owner> "me" .', 'o:owner', /users\/1/],
    ['text/turtle', '<> <http://omeka.org/s/vocabs/o#is_public> "maybe" .', 'o:is_public', /true or false/],
    ['text/turtle', `<> <${DCTERMS}title> "" .`, 'dcterms:title', /not blank/],
    ['text/turtle', `${n} <${DCTERMS}title> "a" . <urn:b> <${DCTERMS}title> "b" .`, 'error', /describes 2 resources/],
    ['text/turtle', `<${API}/items/999> <${DCTERMS}title> "a" .`, '@id', /items\/999/],
    ['text/turtle', `<> <${DCTERMS}title> "a" . <${API}/items/999> <${DCTERMS}title> "b" .`, `${DCTERMS}title`, /its own address/],
    ['text/turtle', `<> <${DCTERMS}title> _:a . _:a <${RDF}first> "x" ; <${RDF}rest> _:a .`, `${DCTERMS}title`, /leads back to itself/],
    ['text/turtle', `[] a <${RDF}Statement> ; <${RDF}subject> <> ; <${RDF}predicate> <${DCTERMS}title> ; <${RDF}object> "no" ;
      <${DCTERMS}date> "2020" . <> <${DCTERMS}title> "a" .`, `${DCTERMS}date`, /does not make/],
    [LD, { '@context': 'https://example.org/context.jsonld', title: 'x' }, '@context', /https:\/\/example.org\/context.jsonld .* nothing is fetched/],
    [LD, { '@context': { '@import': 'https://example.org/context.jsonld' } }, '@context', /nothing is fetched/],
    [LD, { '@context': { title: `${DCTERMS}title` }, title: 'x', titel: 'y' }, 'titel', /does not say which IRI/],
    [LD, { '@context': {}, [`${DCTERMS}title`]: 'x', '@annotation': {} }, '@annotation', /IRI/],
    [LD, { '@context': { a: 'b:c', b: 'a:c' }, a: 1 }, '@context', /cyclic/i],
    [LD, { '@graph': [{ [`${DCTERMS}title`]: [{ '@value': 'x', property_id: 1, is_public: false }] }] }, 'is_public', /structure/]
  ]
  for (const [type, body, key, message] of cases) {
    const { statusCode, body: text } = await send('PUT', `/api/items/${item['o:id']}`, type, body)
    t.match([statusCode, JSON.parse(text)], [422, { errors: { [key]: key === 'error' ? message : [message] } }], `${key} ${message}`)
  }
  const malformed: Array<[string, string]> = [
    ['text/turtle', '<> <'], ['application/n-triples', '<a> "b" .'], ['application/rdf+xml', '<rdf:RDF'], [LD, '{']
  ]
  for (const [type, body] of malformed) t.equal((await send('PUT', `/api/items/${item['o:id']}`, type, body)).statusCode, 400, type)
  t.same(await read(new URL(address).pathname), item)
})

const titled = (...lines: string[]): string => `@prefix dcterms: <${DCTERMS}> . @prefix o: <http://omeka.org/s/vocabs/o#> .
  @prefix rdf: <${RDF}> . ${lines.join('\n')}`

t.test('nothing becomes public, and no media is lost, because RDF does not speak of it', async (t) => {
  const item = await made({
    'o:is_public': false,
    'o:media': [{ 'o:ingester': 'html', html: '<p>Text</p>' }],
    'dcterms:title': [{ '@value': 'Title' }],
    'dcterms:description': [{ '@value': 'Secret', is_public: false }, { '@value': 'Known' }]
  })
  const url = `/api/items/${item['o:id']}`
  const refused = await send('PUT', url, 'text/turtle', titled('<> dcterms:title "New" .'))
  t.match([refused.statusCode, refused.json()], [422, { errors: { 'o:media': [/1 media/] } }])
  t.same(await read(url), item, 'nothing is changed')

  const media = `o:media <${API}/media/${item['o:media'][0]['o:id']}>`
  const put = await send('PUT', url, 'text/turtle', titled(`<> ${media} ; dcterms:description "Known", "Secret, corrected" ;
    dcterms:title "Open" ; dcterms:subject "hidden" . [] a rdf:Statement ; rdf:subject <> ; rdf:predicate dcterms:subject ;
    rdf:object "hidden" ; o:is_public false .`))
  t.match([put.statusCode, put.json()], [200, {
    'o:is_public': false,
    'o:media': [{ 'o:id': item['o:media'][0]['o:id'] }],
    'dcterms:title': [{ '@value': 'Open', is_public: true }],
    'dcterms:description': [{ '@value': 'Known', is_public: true }, { '@value': 'Secret, corrected', is_public: false }],
    'dcterms:subject': [{ '@value': 'hidden', is_public: false }]
  }])
  const emptied = (await send('PUT', url, 'text/turtle', titled('<> dcterms:title "Open" ; o:is_public true ; o:media () .'))).json()
  t.match(emptied, { 'o:is_public': true, 'o:media': [] })
  t.notOk('dcterms:description' in emptied, 'PUT replaces all values')
})

t.test('PATCH changes what the document speaks of, all values as one', async (t) => {
  const set = await made({ 'dcterms:title': [{ '@value': 'Set' }] }, 'item_sets')
  const item = await made({
    'o:item_set': [{ 'o:id': set['o:id'] }], 'o:resource_class': { 'o:id': 26 }, 'dcterms:title': [{ '@value': 'Title' }]
  })
  const url = `/api/items/${item['o:id']}`
  const hidden = (await send('PATCH', url, LD, { '@id': `${API}/items/${item['o:id']}`, 'http://omeka.org/s/vocabs/o#is_public': false })).json()
  t.same(said(hidden), { ...said(item), 'o:is_public': false })
  const other = (await send('PATCH', url, 'text/turtle', titled('<> dcterms:subject "sea" .'))).json()
  t.match(other, { 'o:is_public': false, 'o:item_set': item['o:item_set'], 'o:resource_class': { 'o:id': 26 } })
  t.match(other, { 'dcterms:subject': [{ '@value': 'sea' }], 'dcterms:title': undefined })
  const stale = await send('PATCH', url, 'text/turtle', titled('<> dcterms:subject "x" .'), { 'if-match': '"no"' })
  t.equal(stale.statusCode, 412)
})

t.test('media are described, and made where RDF can say of what', async (t) => {
  const item = (await send('POST', '/api/items', 'text/turtle', titled(`<> dcterms:title "Item" ; o:media
    [ o:ingester "html" ; <http://www.w3.org/2011/content#chars> "<p>Text</p>" ; dcterms:title "Page"@en ] .`))).json()
  const [{ 'o:id': id }] = item['o:media']
  const before = await read(`/api/media/${id}`)
  t.match(before, { 'o:ingester': 'html', 'o-cnt:chars': '<p>Text</p>', 'dcterms:title': [{ '@value': 'Page', '@language': 'en' }] })
  const turtle = (await server.send({ url: `/api/media/${id}?format=turtle`, as })).body
  t.equal((await send('PUT', `/api/media/${id}`, 'text/turtle', turtle)).statusCode, 200)
  t.same(said(await read(`/api/media/${id}`)), said(before))
  const secret = { 'dcterms:title': [{ '@value': 'Page' }, { property_id: 1, '@value': 'Secret', is_public: false }] }
  for (const kind of [
    { 'o:ingester': 'html', html: '<p>Text</p>' },
    { 'o:ingester': 'youtube', 'o:source': 'https://www.youtube.com/watch?v=a', start: '5' }
  ]) {
    const { 'o:id': own } = await made({ ...kind, ...secret, 'o:item': { 'o:id': item['o:id'] } }, 'media')
    const first = await read(`/api/media/${own}`)
    for (const [name, type, body] of [...await copies(`/api/media/${own}`), ['as read', LD, first] as const]) {
      t.equal((await send('PUT', `/api/media/${own}`, type, body)).statusCode, 200, `${kind['o:ingester']}, ${name}`)
      t.same(said(await read(`/api/media/${own}`)), said(first), `${kind['o:ingester']}, ${name}`)
    }
  }
  const answer = await send('PATCH', `/api/media/${id}`, 'text/turtle', titled('<> o:alt_text "A page" .'))
  t.match(answer.json(), { 'o:alt_text': 'A page', 'dcterms:title': before['dcterms:title'] })
  const set = (await send('POST', '/api/item_sets', LD, { '@context': 'http://elsewhere/api-context', 'o:is_open': true, 'dcterms:title': 'Set' })).json()
  t.match(set, { '@type': 'o:ItemSet', 'o:is_open': true, 'dcterms:title': [{ '@value': 'Set' }] })
})

t.test('the context of Schema.org is known, and its terms where its vocabulary is', async (t) => {
  const document = { '@context': 'https://schema.org', name: 'Lighthouse', sameAs: 'http://example.org/same' }
  const refused = await send('POST', '/api/items', LD, document)
  t.match([refused.statusCode, refused.json()], [422, { errors: { 'http://schema.org/name': [/no property/] } }])
  await made({
    'o:namespace_uri': 'https://schema.org/',
    'o:prefix': 'schema',
    'o:label': 'Schema.org',
    'o:property': ['name', 'sameAs'].map((name) => ({ 'o:local_name': name, 'o:label': name }))
  }, 'vocabularies')
  t.match((await send('POST', '/api/items', LD, document)).json(), {
    'schema:name': [{ '@value': 'Lighthouse' }], 'schema:sameAs': [{ type: 'uri', '@id': 'http://example.org/same' }]
  })
})

t.test('the data type of a text is not stored, which is reported, or refused with handling=strict', async (t) => {
  const document = { '@context': {}, [`${DCTERMS}extent`]: 3 }
  const answer = await send('POST', '/api/items', LD, document)
  t.match(answer.json(), { 'dcterms:extent': [{ type: 'literal', '@value': '3' }] })
  t.equal(answer.headers['service-ignored'], 'dcterms:extent^^xsd:integer')
  const strict = await send('POST', '/api/items', LD, document, { prefer: 'handling=strict' })
  t.match([strict.statusCode, strict.json()], [422, { errors: { 'dcterms:extent^^xsd:integer': [/without its type/] } }])
})

t.test('the documented structure is written as ever', async (t) => {
  const context = 'http://localhost/api-context'
  for (const extra of [{}, { '@context': context }]) {
    const { statusCode, headers, ...answer } = await send('POST', '/api/items', LD, {
      ...extra, '@type': 'x:Unknown', 'dcterms:titel': [{ '@value': 'x' }], 'dcterms:title': [{ '@value': 'x', '@id': 'y', foo: 1 }]
    })
    t.equal(statusCode, 200)
    t.equal(headers['service-ignored'], 'dcterms:titel (dcterms:title?), foo', 'unknown keys are ignored, not refused')
    t.match(answer.json(), { '@type': 'o:Item', 'dcterms:title': [{ '@value': 'x' }] })
  }
})

t.test('relative IRIs are resolved against the address under which the client sees the server', async (t) => {
  const { send, account } = await build(t, { trustProxy: true })
  const as = await account('editor')
  const linked = (await send({ method: 'POST', url: '/api/items', as, payload: {} })).json()['o:id'] as number
  const bodies = {
    'text/turtle': `<> <${DCTERMS}relation> <${linked}> , <../elsewhere> .`,
    'application/rdf+xml': `<rdf:RDF xmlns:rdf="${RDF}" xmlns:dcterms="${DCTERMS}"><rdf:Description rdf:about="">
      <dcterms:relation rdf:resource="${linked}"/><dcterms:relation rdf:resource="../elsewhere"/>
      </rdf:Description></rdf:RDF>`,
    [LD]: JSON.stringify({ '@id': '', [`${DCTERMS}relation`]: [{ '@id': String(linked) }, { '@id': '../elsewhere' }] })
  }
  const bases: Array<[base: string, headers: Record<string, string>]> = [
    ['http://collection.example:8080', { host: 'collection.example:8080' }],
    ['https://example.org', { host: 'inside:3000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'example.org' }]
  ]
  for (const [base, headers] of bases) {
    const relation = [
      { type: 'resource', '@id': `${base}/api/items/${linked}` }, { type: 'uri', '@id': `${base}/api/elsewhere` }
    ]
    for (const [type, payload] of Object.entries(bodies)) {
      for (const method of ['PUT', 'PATCH'] as const) {
        const { 'o:id': id } = (await send({ method: 'POST', url: '/api/items', as, payload: {} })).json() as Json
        const answer = await send({
          method, url: `/api/items/${id}`, as, payload, headers: { ...headers, 'content-type': type }
        })
        t.match(answer.json(), { '@id': `${base}/api/items/${id}`, 'dcterms:relation': relation }, `${method} ${type}`)
      }
    }
    const payload = `<${base}/api/items/${linked}> <${DCTERMS}relation> <items/${linked}> , <elsewhere> .`
    const copy = await send({ method: 'POST', url: '/api/items', as, payload, headers: { ...headers, 'content-type': 'text/turtle' } })
    t.match(copy.json(), { 'dcterms:relation': relation }, 'a copy')
    t.equal(copy.headers.location, `${base}/api/items/${(copy.json() as Json)['o:id']}`)
  }
})
