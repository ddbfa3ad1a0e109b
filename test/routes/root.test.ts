import t from 'tap'
import { build } from '../helper.js'

t.test('a person finds links to every list, in a page that runs nothing', async (t) => {
  const { send, api } = await build(t)
  const { statusCode, headers, payload } = await send({ url: '/api/', headers: { host: 'example.org' } })
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/html')
  t.match(headers['content-security-policy'], "default-src 'none'")
  t.notMatch(payload, '<script')
  for (const name of api.resourceNames) t.match(payload, `href="http://example.org/api/${name}?pretty_print=1"`)
})

t.test('clients that accept JSON get the index as JSON', async (t) => {
  const { send } = await build(t)
  for (const accept of ['application/json', 'application/ld+json']) {
    const { payload } = await send({ url: '/api', headers: { accept } })
    t.equal(JSON.parse(payload).resources.items, 'http://localhost/api/items')
  }
})

t.test('the context names the vocabularies', async (t) => {
  const { send } = await build(t)
  const { headers, payload } = await send({ url: '/api-context/' })
  t.equal(headers['content-type'], 'application/ld+json')
  t.match(JSON.parse(payload), {
    '@context': { o: 'http://omeka.org/s/vocabs/o#', dcterms: 'http://purl.org/dc/terms/' }
  })
})
