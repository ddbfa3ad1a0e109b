import t from 'tap'
import { build, title } from '../helper.js'

t.test('an unsupported method is refused with the list of supported ones', async (t) => {
  const { send } = await build(t)
  for (const [method, url, allow] of [
    ['PUT', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/items/', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['TRACE', '/api/items/1/', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['LINK', '/api/data_types/literal', 'GET, HEAD, OPTIONS'],
    ['POST', '/api', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api-local/items', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/api-local/items/1', 'GET, HEAD, OPTIONS']
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

t.test('the context answers every method and reads no body', async (t) => {
  const { send } = await build(t)
  const { payload: context } = await send({ url: '/api-context' })
  const headers = { 'content-type': 'application/json' }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const url of ['/api-context', '/api-context/']) {
      const { statusCode, payload } = await send({ method, url, headers, payload: '{"broken' })
      t.equal(statusCode, 200, `${method} ${url}`)
      t.equal(payload, context)
    }
  }
  t.equal((await send({ method: 'POST', url: '/api-context', headers: { 'content-type': 'text/plain' } })).statusCode, 415)
  for (const method of ['PROPFIND', 'TRACE', 'PURGE', 'LINK']) {
    for (const url of ['/api-context', '/api-context/', '/api-context?format=turtle']) {
      const { statusCode, payload, headers } = await send({ method: method as 'GET', url })
      t.same([statusCode, payload], [200, context], `${method} ${url}`)
      t.equal(headers['content-type'], (await send({ url })).headers['content-type'])
    }
  }
})

t.test('a refusal says that no key was sent, and suggests the intended resource type', async (t) => {
  const { send } = await build(t)
  const { payload } = await send({ method: 'POST', url: '/api/items', payload: {} })
  t.same(JSON.parse(payload), {
    errors: { error: 'Permission denied for the current user to create items. No API key was sent with the request.' }
  })
  for (const [method, name, nearest] of [['POST', 'item', 'items'], ['GET', 'itemsets', 'item_sets']] as const) {
    const { statusCode, payload } = await send({ method, url: `/api/${name}`, ...(method === 'POST' && { payload: {} }) })
    t.equal(statusCode, 404)
    t.same(JSON.parse(payload), {
      errors: { error: `The API does not support the "${name}" resource. Did you mean "${nearest}"?` }
    })
  }
})

t.test('a client without the right to write gets 403 or 401 before 405', async (t) => {
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
