import t from 'tap'
import { parsePrefer } from '../../../plugins/reply/prefer.js'
import { build, title } from '../../helper.js'

t.test('preferences are read as RFC 7240 writes them', async (t) => {
  t.same(parsePrefer('handling=strict, return=minimal'), { strict: true, minimal: true })
  t.same(parsePrefer('Return = "minimal"; foo=bar'), { strict: false, minimal: true })
  t.same(parsePrefer('return=representation, return=minimal'), { strict: false, minimal: false })
  t.same(parsePrefer('respond-async, wait=10, handling=lenient'), { strict: false, minimal: false })
})

t.test('return=minimal spares the body and says so', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const headers = { prefer: 'return=minimal' }
  const made = await send({ method: 'POST', url: '/api/items', as, headers, payload: title('a') })
  t.equal(made.statusCode, 204)
  t.equal(made.payload, '')
  t.equal(made.headers.location, 'http://localhost/api/items/1')
  t.equal(made.headers['preference-applied'], 'return=minimal')
  t.equal((await send({ method: 'PATCH', url: '/api/items/1', as, headers, payload: title('b') })).statusCode, 204)
  t.equal((await send({ method: 'DELETE', url: '/api/items/1', as, headers })).statusCode, 204)
})

t.test('handling=strict refuses what is ignored otherwise', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const payload = { 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': 5 }] }
  t.equal((await send({ method: 'POST', url: '/api/items', as, payload })).statusCode, 200)
  const strict = await send({ method: 'POST', url: '/api/items', as, headers: { prefer: 'handling=strict' }, payload })
  t.equal(strict.statusCode, 422)
  t.equal(strict.headers['preference-applied'], 'handling=strict')
})
