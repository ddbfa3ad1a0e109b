import { Parser } from 'n3'
import t from 'tap'
import { property, vocabulary } from '../../../db/tables/index.js'
import type { Prefixes } from '../../../api/core/rdf/context.js'
import { nodesOf } from '../../../api/core/rdf/document.js'
import type { RdfFormat } from '../../../plugins/http/negotiation.js'
import { rdfText } from '../../../plugins/rdf/body.js'
import { build } from '../../helper.js'

const PREFIXES = { o: 'http://omeka.org/s/vocabs/o#', dcterms: 'http://purl.org/dc/terms/' }
const TITLE = { type: 'literal', property_id: 1 }
const PAYLOAD = {
  'dcterms:title': [{ ...TITLE, '@value': 'A <title> & "more"' }],
  'dcterms:creator': [
    { type: 'uri', property_id: 2, '@id': 'http://example.org/a', 'o:label': 'A' },
    {
      type: 'literal',
      property_id: 2,
      '@value': 'B',
      '@language': 'en',
      '@annotation': { 'dcterms:date': [{ type: 'literal', property_id: 7, '@value': '2020' }] }
    }
  ]
}

/** Representations in a format, as one text. */
async function textOf (format: RdfFormat, resources: unknown[], prefixes: Prefixes = PREFIXES): Promise<string> {
  let whole = ''
  for await (const piece of rdfText(format, resources, prefixes)) whole += piece
  return whole
}

/** The triples of Turtle or N-Triples, comparable whatever the order. */
function triples (text: string): string[] {
  return new Parser()
    .parse(text)
    .map(({ subject, predicate, object }) =>
      [subject, predicate, object].map(({ termType, value }) => (termType === 'BlankNode' ? '_' : value)).join(' ')
    )
    .sort()
}

t.test('every format has equal triples, under the requested media type', async (t) => {
  const { send, account } = await build(t)
  await send({ method: 'POST', url: '/api/items', as: await account('editor'), payload: PAYLOAD })
  const get = async (format: string) => await send({ url: `/api/items/1?format=${format}` })
  const nTriples = await get('ntriples')
  t.equal(nTriples.headers['content-type'], 'application/n-triples')
  t.match(
    nTriples.payload,
    '<http://localhost/api/items/1> <http://purl.org/dc/terms/title> ' +
    '"A <title> & \\"more\\""^^<http://www.w3.org/2001/XMLSchema#string> .\n'
  )
  t.match(nTriples.payload, '<http://localhost/api/items/1> <http://purl.org/dc/terms/creator> "B"@en .\n')
  t.match(
    nTriples.payload,
    '<http://localhost/api/items/1> <http://omeka.org/s/vocabs/o#id> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
  )
  for (const [format, type] of [['turtle', 'text/turtle;charset=UTF-8'], ['n3', 'text/n3;charset=UTF-8']] as const) {
    const { headers, payload } = await get(format)
    t.equal(headers['content-type'], type)
    t.same(triples(payload), triples(nTriples.payload))
  }
  const xml = await get('rdfxml')
  t.equal(xml.headers['content-type'], 'application/rdf+xml')
  t.match(
    xml.payload,
    '<dcterms:title rdf:datatype="http://www.w3.org/2001/XMLSchema#string">' +
    'A &lt;title&gt; &amp; &quot;more&quot;</dcterms:title>'
  )
  t.match(xml.payload, '<dcterms:creator xml:lang="en">B</dcterms:creator>')
})

t.test('a vocabulary that no context can hold, from an older version, spoils no answer', async (t) => {
  const { api, send, account } = await build(t)
  const bad = [
    ['hasOwnProperty', 'http://a/'],
    ['x', 'no IRI'],
    ['@context', 'http://127.0.0.1:1/'],
    ['a/b', 'http://c/'],
    ['rdf', 'http://d/']
  ]
  const ids = await api.store.write(async (database) => {
    const ids: number[] = []
    for (const [prefix = '', namespaceUri = ''] of bad) {
      const keys = { prefixKey: prefix, namespaceUriKey: namespaceUri, labelKey: 'x' }
      const [{ id: vocabularyId }] = (await database
        .insert(vocabulary)
        .values({ prefix, namespaceUri, label: 'x', ...keys })
        .returning({ id: vocabulary.id })) as [{ id: number }]
      const member = { vocabularyId, localName: 'a b<', label: 'x', labelKey: 'x' }
      const [{ id }] = (await database.insert(property).values(member).returning({ id: property.id })) as [
        { id: number }
      ]
      ids.push(id)
    }
    return ids
  })
  const values = ids.map((id) => ({
    type: 'literal',
    property_id: id,
    '@value': 'x',
    '@annotation': { y: [{ type: 'literal', property_id: id, '@value': 'z' }] }
  }))
  const { statusCode } = await send({
    method: 'POST',
    url: '/api/items',
    as: await account('editor'),
    payload: { ...PAYLOAD, any: values }
  })
  t.equal(statusCode, 200)
  for (const format of ['turtle', 'n3', 'ntriples', 'rdfxml']) {
    const { statusCode, payload } = await send({ url: `/api/items?format=${format}` })
    t.equal(statusCode, 200, format)
    t.match(payload, 'A ', format)
    if (format === 'rdfxml') t.equal(payload.match(/xmlns:rdf=/g)?.length, 1)
    else t.ok(triples(payload).some((triple) => triple.includes('http://d/a%20b%3C')), format)
  }
  const { '@context': context } = (await send({ url: '/api-context' })).json() as { '@context': object }
  t.same(Object.keys(context), ['o', 'dcterms', 'dctype', 'bibo', 'foaf', 'rdf', 'o-cnt', 'o-time'])
})

t.test('a prefix is one whatever its namespace ends with', async (t) => {
  const prefixes = { ...PREFIXES, ex: 'http://example.org/ns' }
  const text = await textOf('ntriples', [{ '@id': 'http://h/1', 'ex:p': [{ '@value': 'x' }] }], prefixes)
  t.match(text, '<http://h/1> <http://example.org/nsp> "x"')
})

t.test('annotations are statements about statements', async (t) => {
  const text = await textOf('ntriples', [{ '@id': 'http://h/1', ...PAYLOAD }])
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
  for (const line of [
    `<${rdf}subject> <http://h/1>`,
    `<${rdf}predicate> <http://purl.org/dc/terms/creator>`,
    `<${rdf}object> "B"@en`,
    '<http://purl.org/dc/terms/date> "2020"'
  ]) { t.match(text, line) }
})

t.test('resources with thousands of values, and many of them, give every triple once', async (t) => {
  const values = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({
      ...TITLE,
      '@value': `value ${at}`,
      ...(at % 10 === 0 && { '@annotation': { 'dcterms:date': [{ type: 'literal', '@value': `${at}` }] } })
    }))
  const body = [
    ...Array.from({ length: 60 }, (_, at) => ({ '@id': `http://h/${at}`, 'dcterms:title': values(20) })),
    { '@id': 'http://h/60', 'o:data': Array.from({ length: 600 }, (_, at) => at), 'dcterms:title': values(1800) }
  ]
  const quads = new Parser().parse(await textOf('ntriples', body))
  const terms = (predicate: string): string[] =>
    quads.filter((quad) => quad.predicate.value.endsWith(predicate)).map(({ subject }) => subject.value)
  t.equal(terms('/title').length, 60 * 20 + 1800)
  t.equal(terms('/date').length, 60 * 2 + 180)
  t.equal(new Set(terms('/date')).size, 60 * 2 + 180, 'each statement is a blank node of its own')
  t.same(terms('#data'), ['http://h/60'], 'free JSON stays whole')
  for (const format of ['turtle', 'rdfxml'] as const) {
    t.equal((await textOf(format, body)).match(/value 1799/g)?.length, 1, format)
  }
})

t.test('more RDF than a page may hold is refused, JSON is not', async (t) => {
  const { send } = await build(t)
  for (const query of ['per_page=1001', 'per_page=100000', 'page=', 'page=&limit=5000', 'cursor=&per_page=5000']) {
    for (const format of ['turtle', 'n3', 'ntriples', 'rdfxml']) {
      const refused = await send({ url: `/api/items?${query}&format=${format}` })
      t.equal(refused.statusCode, 400, `${query} ${format}`)
      t.match(refused.json(), { errors: { per_page: [/1000/] } })
    }
    t.equal((await send({ url: `/api/items?${query}`, headers: { accept: 'text/turtle' } })).statusCode, 400, query)
    t.equal((await send({ url: `/api/items?${query}` })).statusCode, 200, query)
    t.equal((await send({ url: `/api/items?${query}&format=turtle&return_scalar=title` })).statusCode, 200, query)
  }
  for (const query of ['per_page=1000', 'page=&limit=1000', 'page=abc&per_page=5&limit=3']) {
    t.equal((await send({ url: `/api/items?${query}&format=turtle` })).statusCode, 200, query)
  }
})

t.test('a long list is indented and wrapped like a short one', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const subjects = Array.from({ length: 5000 }, (_, at) => ({ '@value': `é ${at} "quoted" {[,:` }))
  await send({ method: 'POST', url: '/api/items', as, payload: { 'dcterms:subject': subjects } })
  const plain = (await send({ url: '/api/items' })).payload
  t.ok(plain.length > 500_000)
  t.ok((await send({ url: '/api/items?callback=f' })).payload === `f(${plain});`)
  t.ok((await send({ url: '/api/items?pretty_print' })).payload === JSON.stringify(JSON.parse(plain), null, 4))
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
    const text = await textOf(format, [hostile, hostile])
    t.notMatch(text, '<http://evil>')
    if (format === 'rdfxml') continue
    t.equal(new Set(triples(text).filter((triple) => triple.includes('title'))).size, 2)
  }
  t.notMatch(JSON.stringify([...nodesOf([hostile], {})]), 'h/api-context')
})

t.test('an empty list, an error and a scalar stay JSON', async (t) => {
  const { send } = await build(t)
  const headers = { accept: 'text/turtle' }
  const error = await send({ url: '/api/items/1', headers })
  t.match(error.json(), { errors: { error: String } })
  t.equal((await send({ url: '/api/items/1' })).headers['content-type'], 'application/ld+json')
  // Under the type that was asked for, as in the reference.
  for (const url of ['/api/items/1', '/api/items', '/api/items?return_scalar=title', '/api-context']) {
    const answer = await send({ url, headers })
    t.match(answer.headers['content-type'], /^text\/turtle/, url)
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

t.test('an invalid callback is refused before anything is searched or written', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const url = '/api/items?callback=alert(1)'
  t.equal((await send({ method: 'POST', url, as, payload: {} })).statusCode, 400)
  const item = (await send({ method: 'POST', url: '/api/items', as, payload: {} })).json() as { 'o:id': number }
  const removal = await send({ method: 'DELETE', url: `/api/items/${item['o:id']}?callback=alert(1)`, as })
  t.equal(removal.statusCode, 400)
  const list = await send({ url: '/api/items?fields=o:id' })
  t.same(list.json().map((each: { 'o:id': number }) => each['o:id']), [item['o:id']])
  const { headers } = await send({ url })
  t.same(Object.keys(headers).filter((name) => /^(?:link|etag)$|results$/.test(name)), [])
  t.equal((await send({ url: '/api?callback=alert(1)' })).statusCode, 200, 'a page has no callback')
})

t.test('JSON that is sent as another format is neither indented nor wrapped', async (t) => {
  const { send } = await build(t)
  for (const url of ['/api/items?', '/api/items/1?', '/api/items?return_scalar=title&', '/api-context?']) {
    const plain = await send({ url: `${url}format=turtle` })
    for (const style of ['pretty_print', 'callback=f', 'callback=alert(1)', 'callback[]=f']) {
      const answer = await send({ url: `${url}format=turtle&${style}` })
      t.equal(answer.statusCode, plain.statusCode, url + style)
      t.equal(answer.payload, plain.payload, url + style)
    }
  }
  t.equal((await send({ url: '/api/items?profile=expanded&callback=f' })).payload, 'f([]);')
})

t.test('an answer that is too large for a format names no pages and no entity tag', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const payload = { 'dcterms:title': [{ '@value': 'a'.repeat(3 * 1024 * 1024) }] }
  for (let made = 0; made < 3; made++) await send({ method: 'POST', url: '/api/items', as, payload })
  const { statusCode, headers } = await send({ url: '/api/items?format=ntriples' })
  t.equal(statusCode, 400)
  t.same(Object.keys(headers).filter((name) => /^(?:link|etag)$|results$/.test(name)), [])
})
