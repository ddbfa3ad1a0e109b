import t from 'tap'
import type { LightMyRequestResponse } from 'fastify'
import { build, type Key } from '../helper.js'

const server = await build(t, { rdfTimeout: 30_000, valueLimit: 5000 })
const admin = await server.account('global_admin')
const TITLE = 'http://purl.org/dc/terms/title'
const LD = 'application/ld+json'

async function post (type: string, body: string | object, as: Key | undefined = admin, url = '/api/items'): Promise<LightMyRequestResponse> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return await server.send({ method: 'POST', url, ...(as !== undefined && { as }), payload, headers: { 'content-type': type } })
}

/** A text repeated so many times. */
const times = <T> (count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

t.test('a document that takes too long is refused, and other requests are answered meanwhile', async (t) => {
  // Each use of a term with its own context processes that context again.
  const terms = Object.fromEntries(times(2000, (at) => [`t${at}`, `http://example.org/${at}`]))
  const slow = {
    '@context': { a: { '@id': 'http://example.org/a', '@context': { '@propagate': false, ...terms } } },
    a: times(5000, (at) => ({ '@context': { [`x${at}`]: 'http://example.org/x' }, a: { t1: 'x' } }))
  }
  const hurried = await build(t, { rdfTimeout: 1000 })
  const as = await hurried.account('editor')
  const make = async (type: string, payload: string) =>
    await hurried.send({ method: 'POST', url: '/api/items', as, payload, headers: { 'content-type': type } })
  const order: string[] = []
  const hostile = make(LD, JSON.stringify(slow)).then((answer) => { order.push('hostile'); return answer })
  const reader = hurried.send({ url: '/api/items' }).then((answer) => { order.push('reader'); return answer })
  t.equal((await reader).statusCode, 200)
  t.equal((await hostile).statusCode, 413)
  t.same(order, ['reader', 'hostile'])
  t.equal((await make('text/turtle', `<> <${TITLE}> "After" .`)).statusCode, 200, 'a new thread reads the next')
})

t.test('documents that are made to harm are refused', async (t) => {
  const nested = (depth: number, make: (inner: object) => object): object =>
    times(depth, () => make).reduce((inner, wrap) => wrap(inner), { '@value': 'x' } as object)
  const many = times(5001, (at) => `<> <${TITLE}> "${at}" .`).join('\n')
  const documents: Record<string, [type: string, body: string | object, status: number]> = {
    'entities of entities': ['application/rdf+xml', `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="&b;"/></rdf:RDF>`, 422],
    'an entity of a file': ['application/rdf+xml', '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>', 422],
    'another encoding': ['application/rdf+xml', '<?xml version="1.0" encoding="UTF-16"?><r/>', 400],
    'more values than a resource may have': ['text/turtle', many, 422],
    'deep nodes': ['text/turtle', `<> <http://omeka.org/s/vocabs/o#media> ${'[ <http://omeka.org/s/vocabs/o#media> '.repeat(300)} 1 ${']'.repeat(300)} .`, 422],
    'annotations without end': ['text/turtle', `@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
      <> <${TITLE}> "a" . _:s a rdf:Statement ; rdf:subject _:s ; rdf:predicate rdf:object ; rdf:object "a" .`, 422],
    'deep JSON': [LD, nested(150, (inner) => ({ [TITLE]: { '@list': [inner] } })), 422],
    'JSON deeper than any': [LD, `{"@graph":${'['.repeat(600)}${']'.repeat(600)}}`, 400],
    'a context that names itself': [LD, { '@context': { '@vocab': 'http://example.org/', a: { '@id': 'a', '@context': 'http://localhost/api-context/' } }, a: {} }, 422],
    'contexts in contexts': [LD, { '@context': nested(200, (inner) => ({ a: { '@id': 'http://example.org/a', '@context': inner } })), a: 1 }, 422],
    'protected terms': [LD, { '@context': [{ '@protected': true, a: TITLE }, { a: 'http://example.org/a' }], a: 'x' }, 422],
    'many terms': [LD, { '@context': Object.fromEntries(times(10_000, (at) => [`t${at}`, `http://example.org/${at}`])), t1: 'x' }, 422],
    'the context of another server': [LD, { '@context': 'http://127.0.0.1:9/context', a: 1 }, 422],
    'keys that reach a prototype': [LD, '{"@context": {}, "__proto__": {"a": 1}}', 400],
    'a context that is a number': [LD, { '@context': 7 }, 422],
    'nothing at all': ['text/turtle', '', 422]
  }
  for (const [name, [type, body, status]] of Object.entries(documents)) {
    const { statusCode, body: text } = await post(type, body)
    t.equal(statusCode, status, name)
    t.ok('errors' in JSON.parse(text), name)
  }
})

t.test('access is decided before anything is read', async (t) => {
  const reviewer = await server.account('researcher')
  for (const [type, body] of [['text/turtle', '<> <'], [LD, { '@context': 'http://example.org/c' }]] as const) {
    const anonymous = await server.send({ method: 'POST', url: '/api/items', payload: body as string, headers: { 'content-type': type } })
    t.equal(anonymous.statusCode, 403, 'anonymous')
    t.equal((await post(type, body, reviewer)).statusCode, 403, 'who may only read')
    const absent = await server.send({ method: 'PUT', url: '/api/items/4711', as: admin, payload: body as string, headers: { 'content-type': type } })
    t.equal(absent.statusCode, 404, 'what is not there')
  }
  t.equal((await post('text/turtle', ' {}')).statusCode, 415, 'JSON under another name')
  for (const url of ['/api/vocabularies', '/api/users', '/api/bulk', '/api/nonsense']) {
    t.equal((await post('text/turtle', '<> <', admin, url)).statusCode, 415, url)
  }
})

t.test('a client that sends many documents delays only its own requests', async (t) => {
  // Keeps the thread busy, so that the others have to wait.
  const long = post('text/turtle', times(20_000, (at) => `_:a${at} <${TITLE}> "${at}" .`).join('\n'))
  const answers = await Promise.all(times(20, (at) => post('text/turtle', `<> <${TITLE}> "${at}" .`)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  t.ok(statuses.includes(200))
  t.ok(statuses.includes(503), 'no queue is endless')
  t.same(new Set(statuses), new Set([200, 503]))
  t.ok([422, 503].includes((await long).statusCode))
})
