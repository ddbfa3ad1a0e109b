import t from 'tap'
import { build, title } from '../helper.js'

t.test('a method that an address does not know is refused, with those it knows', async (t) => {
  const { send } = await build(t)
  for (const [method, url, allow] of [
    ['PUT', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/items/', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['TRACE', '/api/items/1/', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['LINK', '/api/data_types/literal', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api-context', 'GET, HEAD, OPTIONS'],
    ['POST', '/api', 'GET, HEAD, OPTIONS']
  ] as const) {
    const withBody = ['PUT', 'PATCH', 'POST'].includes(method)
    const { statusCode, headers, payload } = await send({
      method: method as 'GET',
      url,
      ...(withBody && { payload: {} })
    })
    t.equal(statusCode, 405, `${method} ${url}`)
    t.equal(headers.allow, allow, `${method} ${url}`)
    t.ok(JSON.parse(payload).errors.error)
  }
})

t.test('who may not write gets 403 or 401 before 405', async (t) => {
  const { send, account } = await build(t)
  const as = await account('global_admin')
  t.equal((await send({ method: 'POST', url: '/api/data_types', payload: {} })).statusCode, 403)
  const refused = await send({ method: 'POST', url: '/api/data_types', as, payload: {} })
  t.equal(refused.statusCode, 405)
  t.equal(refused.headers.allow, 'GET, HEAD, OPTIONS')
})

t.test('HEAD answers like GET, without the body', async (t) => {
  const { send, account } = await build(t)
  await send({ method: 'POST', url: '/api/items', as: await account('editor'), payload: title('a') })
  for (const url of [
    '/api/items', '/api/items/1', '/api/items/1/?format=turtle', '/api/items/2', '/api-context', '/api'
  ]) {
    const get = await send({ url })
    const head = await send({ method: 'HEAD', url })
    t.equal(head.statusCode, get.statusCode, url)
    t.equal(head.payload, '')
    const { date: _, 'x-request-id': _id, ...headers } = get.headers
    t.match(head.headers, headers, url)
  }
})

t.test('OPTIONS says which methods there are', async (t) => {
  const { send } = await build(t)
  const { statusCode, headers } = await send({ method: 'OPTIONS', url: '/api/items/1' })
  t.equal(statusCode, 204)
  t.equal(headers.allow, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
})
