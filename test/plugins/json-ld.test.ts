import { Parser } from 'n3'
import t from 'tap'
import { documentOf } from '../../plugins/rdf/document.js'
import { rdfText } from '../../plugins/rdf/text.js'
import { build } from '../helper.js'

const CONTEXT = { '@context': { o: 'http://omeka.org/s/vocabs/o#', dcterms: 'http://purl.org/dc/terms/' } }
const TITLE = { type: 'literal', property_id: 1 }
const PAYLOAD = {
  'dcterms:title': [{ ...TITLE, '@value': 'A <title> & "more"' }],
  'dcterms:creator': [
    { type: 'uri', property_id: 2, '@id': 'http://example.org/a', 'o:label': 'A' },
    { type: 'literal', property_id: 2, '@value': 'B', '@language': 'en', '@annotation': { 'dcterms:date': [{ type: 'literal', property_id: 7, '@value': '2020' }] } }
  ]
}

/** The triples of Turtle or N-Triples, comparable whatever the order. */
function triples (text: string): string[] {
  return new Parser().parse(text)
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(({ termType, value }) => termType === 'BlankNode' ? '_' : value).join(' ')).sort()
}

t.test('the same triples come in every format, under the media type that was asked for', async (t) => {
  const { send, account } = await build(t)
  await send({ method: 'POST', url: '/api/items', as: await account('editor'), payload: PAYLOAD })
  const get = async (format: string) => await send({ url: `/api/items/1?format=${format}` })
  const nTriples = await get('ntriples')
  t.equal(nTriples.headers['content-type'], 'application/n-triples')
  t.match(nTriples.payload, '<http://localhost/api/items/1> <http://purl.org/dc/terms/title> "A <title> & \\"more\\""^^<http://www.w3.org/2001/XMLSchema#string> .\n')
  t.match(nTriples.payload, '<http://localhost/api/items/1> <http://purl.org/dc/terms/creator> "B"@en .\n')
  t.match(nTriples.payload, '<http://localhost/api/items/1> <http://omeka.org/s/vocabs/o#id> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n')
  for (const [format, type] of [['turtle', 'text/turtle;charset=UTF-8'], ['n3', 'text/n3;charset=UTF-8']] as const) {
    const { headers, payload } = await get(format)
    t.equal(headers['content-type'], type)
    t.same(triples(payload), triples(nTriples.payload))
  }
  const xml = await get('rdfxml')
  t.equal(xml.headers['content-type'], 'application/rdf+xml')
  t.match(xml.payload, '<dcterms:title rdf:datatype="http://www.w3.org/2001/XMLSchema#string">A &lt;title&gt; &amp; &quot;more&quot;</dcterms:title>')
  t.match(xml.payload, '<dcterms:creator xml:lang="en">B</dcterms:creator>')
})

t.test('annotations are statements about statements', async (t) => {
  const text = await rdfText('ntriples', { '@id': 'http://h/1', ...PAYLOAD }, CONTEXT)
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
  for (const line of [`<${rdf}subject> <http://h/1>`, `<${rdf}predicate> <http://purl.org/dc/terms/creator>`, `<${rdf}object> "B"@en`, '<http://purl.org/dc/terms/date> "2020"']) t.match(text, line)
})

t.test('no value can break the syntax, fetch anything or stop an answer', async (t) => {
  const hostile = {
    '@context': 'http://h/api-context',
    '@id': 'http://h/1',
    'dcterms:source': [{ '@id': 'http://x/ >\n<http://evil> <http://evil' }, { '@id': 'not an iri' }],
    'dcterms:title': [{ '@value': 'a"\\\n\t\u0000\ufffe', '@language': 'no language' }, { '@value': '</rdf:RDF>' }],
    'o:data': { '@context': 'http://127.0.0.1:1/', '@value': {}, '@id': 5 }
  }
  for (const format of ['ntriples', 'turtle', 'n3', 'rdfxml'] as const) {
    const text = await rdfText(format, [hostile, hostile], CONTEXT)
    t.notMatch(text, '<http://evil>')
    if (format !== 'rdfxml') t.equal(triples(text).filter((triple) => triple.includes('title')).length, 2)
  }
  t.notMatch(JSON.stringify(documentOf(hostile, {})), 'h/api-context')
})

t.test('an empty list is an empty graph, an error and a scalar are JSON', async (t) => {
  const { send } = await build(t)
  const headers = { accept: 'text/turtle' }
  const empty = await send({ url: '/api/items', headers })
  t.equal(empty.headers['content-type'], 'text/turtle;charset=UTF-8')
  t.same(triples(empty.payload), [])
  for (const url of ['/api/items/1', '/api/items?return_scalar=title', '/api-context']) {
    const answer = await send({ url, headers })
    t.equal(answer.headers['content-type'], 'application/ld+json', url)
    t.doesNotThrow(() => JSON.parse(answer.payload) as unknown, url)
  }
})

t.test('JSON is sent without a charset, indented or wrapped on request, errors too', async (t) => {
  const { send } = await build(t)
  t.equal((await send({ url: '/api/items' })).headers['content-type'], 'application/ld+json')
  t.equal((await send({ url: '/api/items/1?pretty_print' })).payload.split('\n')[1], '    "errors": {')
  t.equal((await send({ url: '/api/items?callback=my.callback' })).payload, 'my.callback([]);')
  t.match((await send({ url: '/api/items/1?callback=f' })).payload, /^f\(\{"errors":.*\}\);$/)
  t.equal((await send({ url: '/api/items?callback=' })).payload, '[]')
  for (const callback of ['alert(1)//', '1a', 'a..b', 'a b', '<script>']) {
    const refused = await send({ url: `/api/items?callback=${encodeURIComponent(callback)}` })
    t.equal(refused.statusCode, 400)
    t.match(refused.payload, /^\{"errors"/)
  }
})
