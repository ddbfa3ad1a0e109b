import { gzipSync } from 'node:zlib'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { build } from '../../../helper.js'
import { importing, text, type Importing } from './fixtures/importing.js'
import type { Json } from '../../collection.js'

const RDF = { format: 'rdf' }
const TURTLE = `
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix dctype: <http://purl.org/dc/dcmitype/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.org/> .

ex:rock a dctype:StillImage ;
  dcterms:title "The Bass Rock"@en, "Der Bassfelsen"@de ;
  dcterms:date "1824"^^xsd:gYear ;
  dcterms:extent 42 ;
  dcterms:source "https://example.org/diary"^^xsd:anyURI ;
  dcterms:subject ex:sea ;
  dcterms:relation <http://elsewhere.example/1> ;
  dcterms:creator ex:turner ;
  dcterms:contributor [ foaf:name "An engraver" ] .
ex:turner foaf:name "J. M. W. Turner" ; dcterms:relation ex:rock .
ex:sea rdfs:label "Sea" .
`

async function shown (c: Importing): Promise<Json[]> {
  return await c.all('items')
}

t.test('Turtle: subjects become items, addresses between them links', async (t) => {
  const c = await importing(t)
  const { problems, created } = await c.run(TURTLE, { ...RDF, file: 'works.ttl' })
  t.same(problems, [])
  t.equal(created, 3)
  const [rock, engraver, turner] = (await shown(c)).sort((a, b) => a['o:id'] - b['o:id'])
  t.match(rock, {
    '@type': ['o:Item', 'dctype:StillImage'],
    'o:title': 'The Bass Rock',
    'dcterms:title': [{ '@value': 'The Bass Rock', '@language': 'en' }, { '@value': 'Der Bassfelsen', '@language': 'de' }],
    'dcterms:date': [{ type: 'literal', '@value': '1824' }],
    'dcterms:extent': [{ type: 'literal', '@value': '42' }],
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/diary' }],
    'dcterms:subject': [{ type: 'uri', '@id': 'http://example.org/sea', 'o:label': 'Sea' }],
    'dcterms:relation': [{ type: 'uri', '@id': 'http://elsewhere.example/1' }],
    'dcterms:creator': [{ type: 'resource:item', value_resource_id: turner!['o:id'] }],
    'dcterms:contributor': [{ type: 'resource:item', value_resource_id: engraver!['o:id'] }]
  })
  t.match(engraver, { 'foaf:name': [{ '@value': 'An engraver' }] })
  t.match(turner, { 'dcterms:relation': [{ value_resource_id: rock!['o:id'] }] })
  t.match(await c.run(TURTLE, { ...RDF, file: 'works.ttl' }), { created: 0, present: 3 }, 'blank nodes are recognized, too')
})

t.test('every syntax says the same', async (t) => {
  const triples = [
    '<http://example.org/a> <http://purl.org/dc/terms/title> "A"@en',
    '<http://example.org/a> <http://purl.org/dc/terms/relation> <http://example.org/b>',
    '<http://example.org/b> <http://purl.org/dc/terms/title> "B"',
    '<http://example.org/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>'
  ]
  const nt = triples.map((triple) => `${triple} .\n`).join('')
  const documents: Record<string, string | Buffer> = {
    'a.nt': nt,
    'a.nq': triples.map((triple) => `${triple} <http://example.org/graph> .\n`).join('') + nt,
    'a.ttl.gz': gzipSync(nt),
    'a.trig': `<http://example.org/graph> { ${triples.join(' . ')} }`,
    'a.rdf': `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:dcterms="http://purl.org/dc/terms/" xmlns:foaf="http://xmlns.com/foaf/0.1/">
      <rdf:Description rdf:about="http://example.org/a"><dcterms:title xml:lang="en">A</dcterms:title>
      <dcterms:relation rdf:resource="http://example.org/b"/></rdf:Description>
      <foaf:Person rdf:about="http://example.org/b"><dcterms:title>B</dcterms:title></foaf:Person></rdf:RDF>`,
    'a.jsonld': JSON.stringify({
      '@context': { dcterms: 'http://purl.org/dc/terms/', foaf: 'http://xmlns.com/foaf/0.1/' },
      '@graph': [
        {
          '@id': 'http://example.org/a',
          'dcterms:title': { '@value': 'A', '@language': 'en' },
          'dcterms:relation': { '@id': 'http://example.org/b' }
        },
        { '@id': 'http://example.org/b', '@type': 'foaf:Person', 'dcterms:title': 'B' }
      ]
    }),
    nameless: nt
  }
  for (const [file, content] of Object.entries(documents)) {
    const c = await importing(t)
    t.match(await c.run(content, { ...RDF, file }), { created: 2, errors: 0, warnings: 0 }, file)
    t.match(await shown(c), [
      { 'dcterms:title': [{ '@value': 'A', '@language': 'en' }], 'dcterms:relation': [{ display_title: 'B' }] },
      { '@type': ['o:Item', 'foaf:Person'], 'dcterms:title': [{ '@value': 'B' }] }
    ], file)
  }
})

t.test('unknown properties are errors that name the nearest, or are left out; unknown classes are reported', async (t) => {
  const c = await importing(t)
  const content = `<http://example.org/a> <http://purl.org/dc/terms/titel> "A" ; a <http://example.org/Thing> ;
    <http://purl.org/dc/terms/title> "A" .`
  const { problems } = await c.run(content, { ...RDF, file: 'a.ttl' })
  t.match(problems, [
    '1: http://example.org/a: http://purl.org/dc/terms/titel: unknown term; the nearest is http://purl.org/dc/terms/title'
  ])
  const rest = await c.run(content, { ...RDF, file: 'a.ttl', skipUnknown: true })
  t.match(rest.problems, [
    /^1: http:\/\/example.org\/a: rdf:type: http:\/\/example.org\/Thing is not a known class; it is left out$/,
    /titel: unknown term.*it is left out/
  ])
  t.match(await shown(c), [{ 'o:title': 'A' }])
})

t.test('JSON-LD and Turtle of the collection itself can be imported again', async (t) => {
  const from = await importing(t)
  const set = await from.make('item_sets', { 'dcterms:title': text('Prints'), 'o:is_open': true })
  const second = await from.make('items', { 'dcterms:title': text('Second'), 'o:is_public': false })
  await from.make('items', {
    'dcterms:title': text('First', { '@annotation': { 'dcterms:date': text('1900', { property_id: 7 }) } }),
    'dcterms:relation': [{ type: 'resource:item', value_resource_id: second, property_id: 13, is_public: false }],
    'o:item_set': [{ 'o:id': set }],
    'o:resource_class': { 'o:id': 26 },
    'o:media': [{ 'o:ingester': 'html', html: 'x' }]
  })
  const documents = [...await from.all('item_sets'), ...await from.all('items')]
  const c = await importing(t)
  // Other ids than there.
  await c.make('items', { 'dcterms:title': text('Another') })
  t.match(await c.run(JSON.stringify(documents), { ...RDF, file: 'a.jsonld' }), { created: 3, errors: 0 })
  const items = new Map((await shown(c)).map((one) => [one['o:title'], one]))
  t.match(items.get('Second'), { 'o:is_public': false })
  t.match(items.get('First'), {
    '@type': ['o:Item', 'dctype:Image'],
    'dcterms:title': [{ '@annotation': { 'dcterms:date': [{ '@value': '1900' }] } }],
    'dcterms:relation': [{ display_title: 'Second', is_public: false }],
    'o:item_set': [{}]
  })
  t.match(await c.all('item_sets'), [{ 'o:title': 'Prints', 'o:is_open': true }])
  t.equal(items.get('First')!['o:item_set'].length, 1)

  const server = await build(t)
  for (const document of documents) {
    if (document['o:title'] !== 'First') continue
    await server.api.items.create({ 'dcterms:title': document['dcterms:title'] }, { actor: OPERATOR })
  }
  const turtle = (await server.send({ url: '/api/items', headers: { accept: 'text/turtle' } })).body
  const again = await importing(t)
  t.match(await again.run(turtle, { ...RDF, file: 'a.ttl' }), {
    created: 1, errors: 0, problems: [/: statements about statements are left out$/]
  })
  t.match(await again.all('items'), [{ 'o:title': 'First' }])
})

t.test('XML is decoded as it says; all other RDF must be UTF-8, and is refused with the place', async (t) => {
  const xml = (declaration: string, title: string): string => `${declaration}<rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dcterms="http://purl.org/dc/terms/">
    <rdf:Description rdf:about="http://example.org/a"><dcterms:title>${title}</dcterms:title></rdf:Description></rdf:RDF>`
  const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n`
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
  const mark = '\uFEFF'
  const turtle = (title: string): string => `# A title\n<http://example.org/a> <http://purl.org/dc/terms/title> "${title}" .\n`
  const long = `${'x'.repeat(200_001)}é${'é'.repeat(200_000)}`
  const decoded: Record<string, [content: string | Buffer, title: string]> = {
    'latin1.rdf': [Buffer.from(xml(declared('ISO-8859-1'), 'Théâtre'), 'latin1'), 'Théâtre'],
    'compressed.rdf.gz': [gzipSync(Buffer.from(xml(declared('iso-8859-1'), 'Théâtre'), 'latin1')), 'Théâtre'],
    'euro.xml': [Buffer.from(xml(declared('windows-1252'), '10 \x80'), 'latin1'), '10 €'],
    'utf16.rdf': [utf16(mark + xml(declared('UTF-16'), 'Žofie')), 'Žofie'],
    'big-endian.rdf': [utf16(mark + xml(declared('UTF-16'), 'Žofie')).swap16(), 'Žofie'],
    'unmarked.owl': [utf16(xml(declared('UTF-16'), 'Žofie')), 'Žofie'],
    'left-over.rdf': [xml(declared('utf-16'), 'Žofie'), 'Žofie'],
    'marked.ttl': [mark + turtle('Žofie'), 'Žofie'],
    'utf16.ttl': [utf16(mark + turtle('Žofie')), 'Žofie'],
    'damaged-before.nt': [turtle('\uFFFD'), '\uFFFD'],
    'long.nq.gz': [gzipSync(turtle(long)), long],
    'marked.jsonld': [mark + JSON.stringify({ '@id': 'http://example.org/a', 'http://purl.org/dc/terms/title': 'Žofie' }), 'Žofie'],
    utf16: [utf16(mark + xml(declared('UTF-16'), 'Žofie')), 'Žofie']
  }
  const c = await importing(t)
  for (const [file, [content, title]] of Object.entries(decoded)) {
    t.match(await c.run(content, { ...RDF, file }), { created: 1, errors: 0 }, file)
    t.equal((await shown(c)).at(-1)!['dcterms:title'][0]['@value'] === title, true, file)
  }
  const count = (await shown(c)).length
  const latin1 = Buffer.from(turtle('A Théâtre'), 'latin1')
  const place = 'line 2 is not UTF-8 (0xE9, byte 72 of the document). Save it as UTF-8.'
  const refused: Record<string, [content: string | Buffer, reason: string]> = {
    'a.ttl': [latin1, place],
    'a.nt.gz': [gzipSync(latin1), place],
    'a.trig': [latin1, place],
    'cut.nq': [Buffer.from(turtle('é')).subarray(0, 68), 'line 2 is not UTF-8 (0xC3, byte 68 of the document). Save it as UTF-8.'],
    'a.jsonld': [Buffer.from('{"@id":"é"}', 'latin1'), 'line 1 is not UTF-8 (0xE9, byte 9 of the document). Save it as UTF-8.'],
    'a.rdf': [Buffer.from(xml('', 'é'), 'latin1'), 'line 3 is not UTF-8 (0xE9, byte 182 of the document). Save it as UTF-8.'],
    'b.rdf': [xml(declared('klingon'), 'x'), 'its encoding klingon is unknown. Save it as UTF-8.'],
    'c.rdf': [utf16(mark + xml('', '\uD800x')), 'its bytes 1 to 456 are not utf-16le, as it says. Save it as UTF-8.'],
    'utf32.ttl': [Buffer.from([0xFF, 0xFE, 0, 0, 0x23, 0, 0, 0]), 'its encoding UTF-32 is unknown. Save it as UTF-8.']
  }
  for (const [file, [content, reason]] of Object.entries(refused)) {
    await t.rejects(c.run(content, { ...RDF, file }), { message: `${c.folder}/${file} cannot be read: ${reason}` }, file)
    const options = { ...RDF, file: await c.write(file, content) }
    await t.rejects(c.api.imports.preview(options, 10), { message: `${c.folder}/${file} cannot be read: ${reason}` }, file)
  }
  t.equal((await shown(c)).length, count)
})

t.test('members of lists and containers become values, in their order', async (t) => {
  const prefixes = `@prefix dcterms: <http://purl.org/dc/terms/> . @prefix bibo: <http://purl.org/ontology/bibo/> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix ex: <http://example.org/> .
    ex:z dcterms:title "Zoe" . ex:a dcterms:title "Ann" .\n`
  const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:bibo="http://purl.org/ontology/bibo/"
    xmlns:dcterms="http://purl.org/dc/terms/"><rdf:Description rdf:about="http://example.org/1"><bibo:authorList
    rdf:parseType="Collection"><rdf:Description rdf:about="http://example.org/z"><dcterms:title>Zoe</dcterms:title>
    </rdf:Description><rdf:Description rdf:about="http://example.org/a"><dcterms:title>Ann</dcterms:title></rdf:Description>
    </bibo:authorList><dcterms:subject><rdf:Bag><rdf:li>wind</rdf:li><rdf:li>kites</rdf:li><rdf:li>wind</rdf:li></rdf:Bag>
    </dcterms:subject></rdf:Description></rdf:RDF>`
  const numbered = Array.from({ length: 12 }, (_, at) => `rdf:_${12 - at} "${12 - at}"`).join(' ; ')
  const documents: Record<string, [content: string, subjects: string[]]> = {
    'list.ttl': [`${prefixes}ex:1 bibo:authorList ( ex:z ex:a ) ; dcterms:subject ( "wind" "kites" "wind" ) .`, ['wind', 'kites', 'wind']],
    'collection.rdf': [xml, ['wind', 'kites', 'wind']],
    'containers.ttl': [`${prefixes}ex:1 bibo:authorList [ a rdf:Alt ; rdf:_2 ex:a ; rdf:_1 ex:z ] ; dcterms:subject ex:s .
      ex:s a rdf:Seq ; ${numbered} .`, Array.from({ length: 12 }, (_, at) => String(at + 1))],
    'typed.ttl': [`${prefixes}ex:1 bibo:authorList [ a rdf:List ; rdf:first ex:z ; rdf:rest ( ex:a ) ] ;
      dcterms:subject [ a rdf:Bag ; rdf:li "a", "b" ] , ( "c" ) .`, ['a', 'b', 'c']],
    'empty.ttl': [`${prefixes}ex:1 bibo:authorList ( ex:z ex:a ) ; dcterms:subject () , [ a rdf:Seq ] .`, []],
    'nodes.jsonld': [JSON.stringify({
      '@id': 'http://example.org/1',
      'http://purl.org/ontology/bibo/authorList': { '@list': [{ '@id': 'ex:z', 'http://purl.org/dc/terms/title': 'Zoe' }, { 'http://purl.org/dc/terms/title': 'Ann' }] },
      'http://purl.org/dc/terms/subject': { '@list': ['b', 'a'] }
    }), ['b', 'a']],
    'own.jsonld': [JSON.stringify({
      '@context': { dcterms: 'http://purl.org/dc/terms/', bibo: 'http://purl.org/ontology/bibo/', o: 'http://omeka.org/s/vocabs/o#' },
      '@graph': [
        { '@id': 'ex:1', '@type': 'o:Item', 'bibo:authorList': { '@list': [{ '@id': 'ex:z' }, { '@id': 'ex:a' }] }, 'dcterms:subject': { '@list': ['b', 'a'] } },
        { '@id': 'ex:z', '@type': 'o:Item', 'dcterms:title': [{ '@value': 'Zoe' }] },
        { '@id': 'ex:a', '@type': 'o:Item', 'dcterms:title': [{ '@value': 'Ann' }] }
      ]
    }), ['b', 'a']]
  }
  for (const [file, [content, subjects]] of Object.entries(documents)) {
    const c = await importing(t)
    t.match(await c.run(content, { ...RDF, file }), { created: 3, errors: 0, warnings: 0, problems: [] }, file)
    const [listed] = (await shown(c)).filter((one) => one['bibo:authorList'] !== undefined)
    t.same(listed!['bibo:authorList'].map((one: Json) => one.display_title), ['Zoe', 'Ann'], file)
    t.same((listed!['dcterms:subject'] ?? []).map((one: Json) => one['@value']), subjects, file)
  }

  const c = await importing(t)
  const nested = `${prefixes}ex:1 dcterms:subject ( "a" ( "b" [ a rdf:Seq ; rdf:_1 "c" ] () ) "d" ) .`
  t.match(await c.run(nested, { ...RDF, file: 'nested.ttl' }), {
    created: 3, problems: [/: http:\/\/example\.org\/1: dcterms:subject: lists within a list become one list$/]
  })
  t.match((await shown(c)).at(-1), { 'dcterms:subject': ['a', 'b', 'c', 'd'].map((one) => ({ '@value': one })) })
})

t.test('a list that is broken, endless or lost is an error', async (t) => {
  const c = await importing(t)
  const broken: Record<string, [statements: string, message: RegExp]> = {
    cycle: ['ex:1 dcterms:subject _:a . _:a rdf:first "a" ; rdf:rest _:b . _:b rdf:first "b" ; rdf:rest _:a .', /leads back to itself/],
    itself: ['ex:1 dcterms:subject _:a . _:a rdf:first _:a ; rdf:rest () .', /leads back to itself/],
    bag: ['ex:1 dcterms:subject _:a . _:a a rdf:Bag ; rdf:_1 _:a .', /leads back to itself/],
    twice: ['ex:1 dcterms:subject ( _:a _:a ) . _:a rdf:first "a" ; rdf:rest () .', /holds another list twice/],
    forked: ['ex:1 dcterms:subject _:a . _:a rdf:first "a", "b" ; rdf:rest () .', /one rdf:first and one rdf:rest/],
    open: ['ex:1 dcterms:subject _:a . _:a rdf:first "a" .', /one rdf:first and one rdf:rest/],
    text: ['ex:1 dcterms:subject _:a . _:a rdf:first "a" ; rdf:rest "b" .', /one rdf:first and one rdf:rest/],
    empty: ['ex:1 dcterms:subject [ a rdf:List ] .', /one rdf:first and one rdf:rest/],
    titled: ['ex:1 dcterms:subject [ a rdf:Seq ; rdf:_1 "a" ; dcterms:title "A" ] .', /What is said of a list \(<http:\/\/purl.org\/dc\/terms\/title>\) cannot be kept/],
    lost: ['ex:1 dcterms:title "A" . [ rdf:first "a" ; rdf:rest ( "b" ) ] .', /Nothing leads to this list/]
  }
  for (const [name, [statements, message]] of Object.entries(broken)) {
    const content = `@prefix dcterms: <http://purl.org/dc/terms/> . @prefix ex: <http://example.org/> .
      @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . ${statements}`
    const { problems, created } = await c.run(content, { ...RDF, file: 'a.ttl', skipUnknown: true })
    t.match([created, problems[0]], [0, message], name)
  }
  t.same(await shown(c), [])
})

t.test('a document that is broken, needs a foreign context or is too large is refused', async (t) => {
  const c = await importing(t)
  const refused = async (content: string | Buffer, file: string, message: RegExp): Promise<void> => {
    await t.rejects(c.run(content, { ...RDF, file }), { message }, file)
  }
  await refused('<http://example.org/a> <http://purl.org/dc/terms/title> "A', 'a.ttl', /a\.ttl cannot be read: /)
  await refused(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/terms/">
    <rdf:Description rdf:about="http://example.org/a"><d:title>A</d:title></rdf:Description>`,
  'a.rdf', /a\.rdf cannot be read: .*unclosed/)
  await refused('{"@context":', 'a.jsonld', /a\.jsonld cannot be read: /)
  await refused(
    JSON.stringify({ '@context': 'https://schema.org/', '@id': 'http://example.org/a', name: 'A' }), 'b.jsonld',
    /It needs the context https:\/\/schema\.org\/, which is not fetched/
  )
  await refused(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'c.jsonld', /nests deeper/)
  await refused(gzipSync('<http://a> <http://b> <http://c> .').subarray(0, 30), 'd.nt.gz', /cannot be read/)
  await refused(Buffer.alloc(64 * 1024 * 1024 + 1, ' '), 'e.jsonld', /is larger than .* N-Quads/)
  await refused(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/terms/">
    <rdf:Description rdf:about="http://example.org/a"><d:title>&a;</d:title></rdf:Description></rdf:RDF>`,
  'f.rdf', /cannot be read/)
  t.same(await shown(c), [])
})
