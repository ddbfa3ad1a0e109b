import t from 'tap'
import { session } from '../../../db/tables/index.js'
import { build } from '../../helper.js'

t.test('an unexpected error is logged, and the client gets no details', async (t) => {
  const lines: string[] = []
  const { api, send } = await build(
    t,
    {},
    {
      logger: {
        level: 'error',
        stream: {
          write (line: string) {
            lines.push(line)
          }
        }
      }
    }
  )
  api.items.readNow = async () => { throw new Error('the secret path /etc/passwd') }
  const { statusCode, payload } = await send({ url: '/api/items/1' })
  t.equal(statusCode, 500)
  t.same(Object.keys(JSON.parse(payload)), ['errors', 'request-id'])
  t.notMatch(payload, 'secret')
  t.match(lines.join(''), 'the secret path')
})

t.test('every error has the one shape, the version headers and a JSON type', async (t) => {
  const { send } = await build(t)
  for (const [url, status] of [
    ['/api/items/1', 404], ['/api/nonsense', 404], ['/api/nonsense/1/', 404], ['/api/a/b/c', 404], ['/api/users', 403],
    [`/api/items?${'a&'.repeat(2000)}`, 400], [`/api/items?a${'[b]'.repeat(100)}=1`, 400]
  ] as const) {
    const answer = await send({ url })
    t.equal(answer.statusCode, status, url.slice(0, 40))
    t.equal(answer.headers['content-type'], 'application/ld+json')
    t.equal(answer.headers['omeka-s-version'], '4.2.0')
    t.type(JSON.parse(answer.payload).errors.error, 'string')
  }
  for (const [url, status] of [['/api/items/%E0%A4%A', 400], [`/api/items/${'a'.repeat(500)}`, 414]] as const) {
    const answer = await send({ url })
    t.equal(answer.statusCode, status)
    t.type(JSON.parse(answer.payload).errors.error, 'string')
  }
})

t.test('a write whose reference is deleted meanwhile is refused, and changes nothing', async (t) => {
  const { api, send } = await build(t)
  const before = await api.store.read.select().from(session)
  api.items.readNow = async () => await api.store.write(async (database) => {
    await database.insert(session).values({ id: 'a', userId: 4711, created: 1, lastAccessed: 1 })
    throw new Error('not reached')
  })
  const { statusCode, payload } = await send({ url: '/api/items/1' })
  t.equal(statusCode, 422)
  t.match(JSON.parse(payload).errors.error, /deleted meanwhile/)
  t.same(await api.store.read.select().from(session), before)
})
