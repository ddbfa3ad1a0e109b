import t from 'tap'
import { build } from '../../helper.js'

const ORIGIN = { origin: 'https://elsewhere.example' }

t.test('pages of other origins may read, and see what they need for paging', async (t) => {
  const { send } = await build(t)
  for (const url of ['/api/items', '/api/items/404', '/api-context', '/api']) {
    const { headers } = await send({ url, headers: ORIGIN })
    t.equal(headers['access-control-allow-origin'], '*', url)
    for (const name of ['Link', 'ETag', 'Service-Total-Results', 'Omeka-S-Total-Results', 'Service-Version']) {
      t.match(headers['access-control-expose-headers'], name)
    }
  }
  const preflight = await send({
    method: 'OPTIONS',
    url: '/api/items',
    headers: { ...ORIGIN, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
  })
  t.equal(preflight.statusCode, 204)
  t.match(preflight.headers['access-control-allow-headers'], 'Authorization')
})

t.test('they may not write', async (t) => {
  const { send } = await build(t)
  const preflight = await send({
    method: 'OPTIONS',
    url: '/api/items',
    headers: { ...ORIGIN, 'access-control-request-method': 'POST' }
  })
  t.notMatch(preflight.headers['access-control-allow-methods'], 'POST')
  t.equal(
    (await send({ method: 'POST', url: '/api/items', headers: ORIGIN, payload: {} })).headers[
      'access-control-allow-origin'
    ],
    undefined
  )
})

t.test('it can be turned off', async (t) => {
  const { send } = await build(t, { cors: false })
  t.equal((await send({ url: '/api/items', headers: ORIGIN })).headers['access-control-allow-origin'], undefined)
})
