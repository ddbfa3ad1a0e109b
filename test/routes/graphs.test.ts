import type { LightMyRequestResponse } from 'fastify'
import jsonld, { type JsonLdDocument } from 'jsonld'
import { eq } from 'drizzle-orm'
import { DataFactory, Parser, type Quad } from 'n3'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { value } from '../../db/tables/index.js'
import { mixed, SECRETS } from '../api/move/export/fixtures/mixed.js'
import { build, type Key, type Server } from '../helper.js'
import { canonical, graphIn, quadsIn } from './fixtures/graphs.js'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const OMEKA = 'http://omeka.org/s/vocabs/o#'
const DCTERMS = 'http://purl.org/dc/terms/'
const profile = (name: string): string => `application/ld+json;profile="http://www.w3.org/ns/json-ld#${name}"`

/** Formats of one graph, by their queries, with the Content-Type of each. */
const FORMATS = {
  'format=ntriples': 'application/n-triples',
  'format=turtle': 'text/turtle;charset=UTF-8',
  'format=n3': 'text/n3;charset=UTF-8',
  'format=rdfxml': 'application/rdf+xml',
  'profile=expanded': profile('expanded'),
  'profile=compacted': profile('compacted'),
  'format=jsonld&profile=flattened': profile('flattened'),
  'profile=flattened%20compacted': 'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted"'
}

/** The text of an address in a format, whose Content-Type is checked, and that Accept gives the same. */
async function textOf (t: Test, { send }: Server, url: string, query: string, type: string, as?: Key): Promise<string> {
  const asker = as === undefined ? {} : { as }
  const answer = await send({ url: `${url}${url.includes('?') ? '&' : '?'}${query}`, ...asker })
  t.equal(answer.headers['content-type'], type, `${url} ${query}`)
  const accepted = await send({ url, ...asker, headers: { accept: `text/html;q=0.9, ${type};q=0.8, */*;q=0.1` } })
  t.equal(accepted.headers['content-type'], type, `${url} by Accept`)
  t.ok(accepted.payload === answer.payload, `${url} ${query} by Accept`)
  t.match(accepted.headers.vary, /\bAccept\b/)
  return answer.payload
}

/** Values that each format writes in its own way. */
const ODD = {
  'dcterms:title': [
    { '@value': 'Quote " backslash \\ <tag> & \']]>\' {}', '@language': 'en-GB' },
    { '@value': 'tab\tnewline\nreturn\rboth\r\nend ' },
    { '@value': '\u05e9\u05dc\u05d5\u05dd \u200fRTL\u200e \ud83c\udfdb\ufe0f \u0301 \u2028 \u0085', '@language': 'he' },
    { '@value': '  ', '@language': 'x' },
    { '@value': 'no language', '@language': 'not a language' },
    { '@value': '<b>HTML</b> &amp; <?xml version="1.0"?><!DOCTYPE x>' },
    { '@value': '1912-04-00' }, { '@value': '1e400' }, { '@value': 'true' }
  ],
  'dcterms:source': [
    'http://example.org/a b"c<d>e{f}|g\\h^i`j', 'http://example.org/caf\u00e9?q=\ud83c\udfdb', 'relative/address', '#part',
    '?query', '//example.org/x', '_:blank', '_:statement0', '@type', '@unknown', 'dcterms:title', 'urn:isbn:0-330-25864-8',
    'mailto:a b@example.org', 'no scheme: at all', 'http://[::', 'x', 'HTTP://EXAMPLE.org/%zz', 'http://x/\u202e',
    ' http://example.org/1', 'http://example.org/2\u00a0', '\u3000http://example.org/3 \n', 'http://example.org/4\u2003\u200b',
    'http://example.org/hard\u00a0space', '1http://example.org/', '%20http://example.org/'
  ].map((iri) => ({ '@id': iri, 'o:label': `of <${iri}>`, '@annotation': { 'dcterms:date': [{ '@value': iri }] } }))
}

t.test('every address is in every format, without blanks at its ends, also where they are stored', async (t) => {
  const server = await build(t)
  const admin = await server.account('global_admin')
  const { 'o:id': id, ...item } = (await server.send({ method: 'POST', url: '/api/items', as: admin, payload: ODD })).json()
  const shown = item['dcterms:source'].map((value: { '@id': string }) => value['@id'])
  t.same(shown.slice(-7), [1, 2, 3, 4].map((at) => `http://example.org/${at}`).concat(
    'http://example.org/hard\u00a0space', '1http://example.org/', '%20http://example.org/'
  ))
  const triples = async (): Promise<string[]> => (await server.send({ url: `/api/items/${id}?format=ntriples` })).payload
    .split('\n').filter((line) => line.includes(`items/${id}> <${DCTERMS}source>`))
  const before = await triples()
  t.equal(before.length, ODD['dcterms:source'].length)
  await server.api.store.write(async (database) => {
    await database.update(value).set({ uri: '\u00a0http://example.org/plain ' }).where(eq(value.uri, 'http://example.org/1'))
  })
  await server.api.items.update(id, { 'o:is_public': true }, { actor: OPERATOR, partial: true })
  t.same(await triples(), before.map((line) => line.replace('<http://example.org/1>', '<http://example.org/plain>')))
  const page = (await server.send({ url: `/items/${id}` })).payload
  t.match(page, 'href="http://example.org/plain"')
})

t.test('terms that RDF cannot hold are left out of it in every format, and the write of their vocabulary says so', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const post = async (url: string, payload: object): Promise<LightMyRequestResponse> => {
    const answer = await server.send({ method: 'POST', url, as, payload })
    t.equal(answer.statusCode, 200)
    return answer
  }
  const member = [{ 'o:local_name': 'hidden', 'o:label': 'Hidden' }]
  for (const [prefix, namespace, ignored] of [
    ['a b', 'http://example.org/a#', 'o:prefix=a%20b'],
    ['urn', 'http://example.org/b#', 'o:prefix=urn'],
    ['_', 'http://example.org/c#', 'o:prefix=_'],
    ['bad', 'no iri#', 'o:namespace_uri=no%20iri#'],
    ['x@y', '@id', 'o:namespace_uri=@id, o:prefix=x@y']
  ] as const) {
    const answer = await post('/api/vocabularies', {
      'o:prefix': prefix, 'o:namespace_uri': namespace, 'o:label': prefix, 'o:property': member, 'o:class': member
    })
    t.equal(answer.headers['service-ignored'], ignored)
    const { 'o:id': vocabulary } = answer.json() as { 'o:id': number }
    const [[property] = [], [resourceClass] = []] = await Promise.all(['properties', 'resource_classes'].map(async (type) =>
      (await server.send({ url: `/api/${type}?vocabulary_id=${vocabulary}` })).json() as Array<{ 'o:id': number }>))
    const { 'o:id': id, ...item } = (await post('/api/items', {
      'dcterms:title': [{ '@value': 'Shown' }],
      'dcterms:source': [{ '@id': 'urn:isbn:1' }],
      'o:resource_class': { 'o:id': resourceClass!['o:id'] },
      any: [{
        property_id: property!['o:id'],
        '@value': 'Left out',
        is_public: false,
        '@annotation': { 'dcterms:date': [{ '@value': 'Left out, too' }] }
      }]
    })).json() as { 'o:id': number, [key: string]: unknown }
    t.match(item[`${prefix}:hidden`], [{ '@value': 'Left out' }])
    t.same(item['@type'], ['o:Item', `${prefix}:hidden`])
    const expected = await graphIn('application/n-triples', (await server.send({ url: `/api/items/${id}?format=ntriples`, as })).payload)
    t.match(expected, '<urn:isbn:1>')
    for (const [query, type] of Object.entries(FORMATS)) {
      const text = await textOf(t, server, `/api/items/${id}`, query, type, as)
      t.notMatch(text, /Left out|hidden|example\.org\/[abc]#/, `${prefix} ${query}`)
      t.ok(await graphIn(type, text) === expected, `${prefix} ${query}`)
    }
  }
  const { payload: records } = await server.send({ url: '/oai?verb=ListRecords&metadataPrefix=rdf' })
  t.match(records, 'Shown')
  t.notMatch(records, 'hidden')
  const { payload: table } = await server.send({ url: '/api/items/export?format=csv', as })
  for (const prefix of ['a b', 'bad', 'x@y']) t.match(table, new RegExp(`,${prefix}:hidden\\^\\^json,`))
  t.equal(table.match(/Left out,/g)?.length, 5, 'a table leaves nothing out')
})

t.test('every format has one graph: what the client may see', async (t) => {
  const server = await build(t)
  const { admin, rich } = await mixed(server)
  const odd = await server.send({ method: 'POST', url: '/api/items', as: admin, payload: ODD })
  t.equal(odd.statusCode, 200)
  const addresses = [`/api/items/${rich}`, '/api/items?sort_by=id&per_page=50', '/api/media']
  for (const as of [admin, undefined]) {
    for (const url of as === undefined ? addresses.slice(0, 1) : addresses) {
      const expected = await graphIn('application/n-triples', await textOf(t, server, url, 'format=ntriples', FORMATS['format=ntriples'], as))
      for (const [query, type] of Object.entries(FORMATS)) {
        const text = await textOf(t, server, url, query, type, as)
        t.equal(await graphIn(type, text), expected, `${url} ${query}`)
        if (as === undefined) for (const secret of SECRETS) t.notMatch(text, secret, query)
      }
      if (as !== undefined && url !== '/api/media') t.match(expected, 'secret value')
    }
  }

  t.test('lists as TriG and N-Quads have one graph for each resource, equal to that of a read', async (t) => {
    const url = '/api/items?sort_by=id&per_page=50'
    for (const [format, type] of [['trig', 'application/trig'], ['nquads', 'application/n-quads']] as const) {
      const quads = await quadsIn(type, await textOf(t, server, url, `format=${format}`, type, admin))
      const items = (await server.send({ url, as: admin })).json() as Array<{ '@id': string }>
      t.same(new Set(quads.map(({ graph }) => graph.value)), new Set(items.map((item) => item['@id'])))
      for (const { '@id': id } of items) {
        const own = quads.filter(({ graph }) => graph.value === id)
          .map(({ subject, predicate, object }) => DataFactory.quad(subject, predicate, object))
        const { payload } = await server.send({ url: `${new URL(id).pathname}?format=ntriples`, as: admin })
        t.equal(await canonical(own), await graphIn('application/n-triples', payload), `${id} ${format}`)
      }
    }
  })

  t.test('it is what the JSON says with the complete context, and that values are private or annotated', async (t) => {
    const asked = await server.send({ url: '/api-context', headers: { accept: profile('context') } })
    t.equal(asked.headers['content-type'], profile('context'))
    const { '@context': context } = asked.json() as { '@context': Record<string, unknown> }
    const flat = (await server.send({ url: '/api-context', headers: { accept: 'application/ld+json, */*' } })).json() as typeof asked
    t.ok(Object.values((flat as unknown as Record<string, object>)['@context']!).every((namespace) => typeof namespace === 'string'))
    const types = ['item_sets', 'media', 'sites', 'resource_templates', 'vocabularies']
    for (const url of [`/api/items/${rich}`, ...types.map((type) => `/api/${type}`)]) {
      const body = (await server.send({ url, as: admin })).json() as object
      const dropped = new Set<string>()
      const nQuads = await jsonld.toRDF([body].flat().map((one) => ({ ...one, '@context': context })) as JsonLdDocument, {
        format: 'application/n-quads',
        eventHandler ({ event: { details } }: { event: { details: { property?: string } } }) {
          dropped.add(String(details.property))
        }
      } as object) as unknown as string
      for (const name of ['type', 'property_id', 'property_label', 'is_public', '@annotation', 'undefined']) dropped.delete(name)
      t.same([...dropped], [], url)
      const ours = await quadsIn('application/n-triples', (await server.send({ url: `${url}?format=ntriples`, as: admin })).payload)
      const isOurs = ({ subject }: Quad): boolean => !statements(ours).has(subject.value)
      t.equal(await canonical(ours.filter(isOurs)), await canonical(new Parser({ format: 'N-Quads' }).parse(nQuads)), url)
    }
  })

  t.test('a private value is a statement that is not public', async (t) => {
    const graph = await graphIn('application/n-triples', (await server.send({ url: `/api/items/${rich}?format=ntriples`, as: admin })).payload)
    const [, statement] = new RegExp(`(_:\\w+) <${RDF}object> "secret value" `).exec(graph) ?? []
    t.match(graph, `${statement} <${OMEKA}is_public> "false"`)
    t.match(graph, `${statement} <${RDF}predicate> <${DCTERMS}subject>`)
  })

  t.test('odd values reach every format whole', async (t) => {
    const id = (odd.json() as { 'o:id': number })['o:id']
    const graph = await graphIn('application/rdf+xml', (await server.send({ url: `/api/items/${id}?format=rdfxml` })).payload)
    for (const line of [
      'title> "tab\\tnewline\\nreturn\\rboth\\r\\nend "',
      'title> "no language" .',
      'source> <http://example.org/a%20b%22c%3Cd%3Ee%7Bf%7D%7Cg%5Ch%5Ei%60j>',
      `source> <http://localhost/api/items/${id}#part>`, `source> <http://localhost/api/items/${id}?query>`,
      'source> <http://localhost/api/items/@type>', 'source> <http://localhost/api/items/no%20scheme:%20at%20all>',
      'source> <http://example.org/x>', 'source> <urn:isbn:0-330-25864-8>', `source> <${DCTERMS}title>`
    ]) t.ok(graph.includes(line), line)
    t.equal(graph.match(new RegExp(`<http://localhost/api/items/${id}> <${DCTERMS}source> `, 'g'))?.length, ODD['dcterms:source'].length)
  })

  t.test('characters that XML cannot represent are replaced in RDF/XML, and complete in other formats', async (t) => {
    const payload = { 'dcterms:title': [{ '@value': 'bell \u0007, vertical \u000b, none \uffff' }] }
    const { 'o:id': id } = (await server.send({ method: 'POST', url: '/api/items', as: admin, payload })).json()
    const titleIn = async (format: string, type: string): Promise<string | undefined> => {
      const quads = await quadsIn(type, (await server.send({ url: `/api/items/${id}?format=${format}` })).payload)
      return quads.find(({ predicate }) => predicate.value === `${DCTERMS}title`)?.object.value
    }
    t.equal(await titleIn('rdfxml', 'application/rdf+xml'), 'bell \ufffd, vertical \ufffd, none \ufffd')
    t.equal(await titleIn('ntriples', 'application/n-triples'), payload['dcterms:title'][0]!['@value'])
    t.equal(await titleIn('turtle', 'text/turtle'), payload['dcterms:title'][0]!['@value'])
  })
})

/** The blank nodes that are statements about values, with those about annotations of annotations. */
function statements (quads: Quad[]): Set<string> {
  return new Set(quads.filter(({ object }) => object.value === `${RDF}Statement`).map(({ subject }) => subject.value))
}

t.test('with the profile of Hydra a client finds lists and follows them to the end', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  for (const at of [1, 2, 3]) {
    const payload = { 'dcterms:title': [{ '@value': `Item ${at}${at === 3 ? " d'été" : ''}`, '@annotation': { 'dcterms:date': [{ '@value': '2020' }] } }] }
    await server.send({ method: 'POST', url: '/api/items', as, payload })
  }
  const HYDRA = 'http://www.w3.org/ns/hydra/core#'
  const accept = 'application/ld+json;profile="http://www.w3.org/ns/hydra/core"'
  const documentation = 'http://localhost/api?profile=hydra'
  const objects = (quads: Quad[], name: string): string[] =>
    quads.filter(({ predicate }) => predicate.value === HYDRA + name).map(({ object }) => object.value)
  const get = async (url: string): Promise<Quad[]> => {
    const answer = await server.send({ url: url.replace('http://localhost', ''), headers: { accept } })
    t.equal(answer.headers['content-type'], accept, url)
    const links = new Map([...String(answer.headers.link).matchAll(/<([^>]*)>; rel="([^"]*)"/g)]
      .map(([, address, relation]) => [relation, address]))
    t.equal(links.get(`${HYDRA}apiDocumentation`), documentation, url)
    const quads = await quadsIn(accept, answer.payload)
    // Clients read addresses as browsers do, which encodes some characters.
    const root = new URL(links.get('canonical') ?? url, 'http://localhost').href
    t.ok(quads.some(({ subject }) => subject.value === root), `${url} describes its canonical address`)
    return quads
  }
  const entry = await get('/api')
  t.ok(objects(entry, 'collection').includes('http://localhost/api/items'))
  t.same(objects(entry, 'entrypoint'), ['http://localhost/api'])
  const described = (await get(documentation)).filter(({ subject }) => subject.value === documentation)
  t.ok(described.some(({ object }) => object.value === `${HYDRA}ApiDocumentation`), 'the documentation has its own address')
  t.same(objects(described, 'entrypoint'), ['http://localhost/api'])
  const members: string[] = []
  let next: string | undefined = '/api/items?per_page=1&sort_by=id'
  for (let pages = 0; next !== undefined && pages < 10; pages++) {
    const quads = await get(next)
    t.same(objects(quads, 'totalItems'), ['3'])
    t.match(objects(quads, 'template'), [/^http:\/\/localhost\/api\/items\{\?.*\bfulltext_search\b.*\}$/])
    const meanings = objects(quads, 'property')
    t.same(meanings, [...new Set(meanings)], 'each meaning has one variable')
    t.ok(meanings.includes(`${HYDRA}freetextQuery`) && meanings.includes(`${HYDRA}limit`))
    members.push(...objects(quads, 'member'))
    next = objects(quads, 'next')[0]
  }
  await get('/api/items/1')
  const found = await get(`/api/items?page=1&per_page=2&fulltext_search=${encodeURIComponent("d'été")}`)
  t.same(objects(found, 'member'), ['http://localhost/api/items/5'], 'a search by the template')
  t.same(objects(await get('/api/items?fulltext_search=elsewhere'), 'totalItems'), ['0'])
  t.same(members, [1, 3, 5].map((id) => `http://localhost/api/items/${id}`))
  t.notMatch((await server.send({ url: '/api/items' })).payload, 'hydra')
})
