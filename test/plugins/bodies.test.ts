import t from 'tap'
import { build, title } from '../helper.js'

t.test('only JSON and forms are taken, and that is said before anything else', async (t) => {
  const { send } = await build(t)
  const post = async (type: string | undefined, payload: string, url = '/api/items'): Promise<[number, string]> => {
    const { statusCode, payload: body } = await send({ method: 'POST', url, headers: type === undefined ? {} : { 'content-type': type }, payload })
    return [statusCode, JSON.parse(body).errors.error]
  }
  const refusal = (type: string): string => `Invalid Content-Type header. Expecting "application/json", got "${type}".`
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/json+xml', '*/*', 'json', 'application/']) {
    t.same(await post(type, '{'), [415, refusal(type)])
  }
  t.same(await post('text/turtle; charset=utf-8', '{', '/api/nonsense'), [415, refusal('text/turtle')])
  t.same(await post(undefined, '{'), [415, refusal('none')])
  for (const type of ['application/json', 'APPLICATION/JSON', 'application/ld+json; charset=utf-8', 'application/vnd.api+json']) {
    t.same(await post(type, '{'), [400, 'JSON: Syntax error'], type)
    t.equal((await post(type, '{}'))[0], 403, type)
  }
})

t.test('bad JSON is told before permissions and unknown names are', async (t) => {
  const { send } = await build(t)
  const headers = { 'content-type': 'application/json' }
  for (const [method, url] of [['POST', '/api/items'], ['POST', '/api/items/9'], ['PUT', '/api/items/9'], ['PATCH', '/api/items/9/'], ['PUT', '/api/items'], ['POST', '/api/nonsense']] as const) {
    for (const payload of ['', '{', '"a"', Buffer.from([0x7b, 0xff])]) {
      t.equal((await send({ method, url, headers, payload })).statusCode, 400, `${method} ${url} ${String(payload)}`)
    }
  }
})

t.test('a body where none belongs is ignored, and so is its type', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'garbage' }, {}]) {
    for (const payload of [undefined, '{', 'x'.repeat(200_000)]) {
      t.equal((await send({ url: '/api/items', headers, payload })).statusCode, 200)
      const { payload: made } = await send({ method: 'POST', url: '/api/items', as, payload: title('a') })
      t.equal((await send({ method: 'DELETE', url: `/api/items/${JSON.parse(made)['o:id']}`, as, headers, payload })).statusCode, 200)
    }
  }
})

t.test('a body over the limit is refused', async (t) => {
  const { send } = await build(t, { bodyLimit: 2000 })
  const { statusCode, payload } = await send({ method: 'POST', url: '/api/items', payload: title('x'.repeat(3000)) })
  t.equal(statusCode, 413)
  t.ok(JSON.parse(payload).errors.error)
})

t.test('a list in place of an object makes one resource, huge numbers break nothing', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const post = async (payload: string): Promise<number> => (await send({ method: 'POST', url: '/api/items', as, headers: { 'content-type': 'application/json' }, payload })).statusCode
  t.equal(await post('[1,{"a":2}]'), 200)
  t.ok(await post('{"o:owner":{"o:id":99999999999999999999999}}') < 500)
  t.ok(await post('{"x":1e400,"y":-0}') < 500)
  t.equal(await post('{"__proto__":{"o:is_public":false}}'), 400)
})
