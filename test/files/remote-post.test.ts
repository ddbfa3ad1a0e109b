import type { LookupFunction } from 'node:net'
import t from 'tap'
import { RemotePost } from '../../files/remote/remote-post.js'
import { serve } from './fixtures/servers.js'

const POST = { headers: {}, body: '{}', timeout: 5000, signal: new AbortController().signal }

/** A resolver that answers with one list of addresses after the other. */
function resolving (...answers: string[][]): LookupFunction {
  let at = 0
  return (_host, _options, done) => {
    const addresses = answers[Math.min(at++, answers.length - 1)]!
    done(null, addresses.map((address) => ({ address, family: 4 })))
  }
}

t.test('a host is refused if any of its addresses is private, also when it becomes so later', async (t) => {
  let requests = 0
  const { port } = new URL(await serve(t, (_request, response) => { requests++; response.end() }))
  const address = `http://hooks.example:${port}/`
  const mixed = new RemotePost([], resolving(['203.0.114.7', '127.0.0.1']))
  t.equal(await mixed.refusal(address), 'private')
  const rebinding = new RemotePost([], resolving(['203.0.114.7'], ['127.0.0.1']))
  t.equal(await rebinding.refusal(address), undefined)
  t.match(await rebinding.send(address, POST), { failure: 'hooks.example has a private address' })
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433']) {
    t.match(await new RemotePost([]).send(`http://${host}:${port}/`, POST), { failure: /has a private address/ }, host)
  }
  t.equal(requests, 0)
  const allowed = new RemotePost(['Hooks.example'], resolving(['127.0.0.1']))
  t.equal(await allowed.refusal(address), undefined)
  t.match(await allowed.send(address, POST), { status: 200 })
  t.equal(requests, 1)
})

t.test('an address not of the web is refused; an unknown host is not, because it may exist later', async (t) => {
  const unknown: LookupFunction = (_host, _options, done) => { done(new Error('ENOTFOUND'), []) }
  const posts = new RemotePost([], unknown)
  for (const address of ['', 'hooks.example', 'ftp://hooks.example/', 'file:///etc/passwd', 'http://me:pw@hooks.example/']) {
    t.equal(await posts.refusal(address), 'malformed', address)
    t.match(await posts.send(address, POST), { failure: /is not an address/ })
  }
  t.equal(await posts.refusal('https://hooks.example/'), undefined)
  t.match(await posts.send('https://hooks.example/', POST), { failure: 'ENOTFOUND', duration: Number })
})

t.test('a request that is aborted does not count as a failure of the receiver', async (t) => {
  const ending = new AbortController()
  const address = await serve(t, () => { ending.abort() })
  t.match(await new RemotePost(['127.0.0.1']).send(address, { ...POST, signal: ending.signal }), { failure: 'interrupted' })
})

t.test('a receiver that switches to another protocol has failed', async (t) => {
  const address = await serve(t, (_request, response) => {
    response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end()
  })
  t.match(await new RemotePost(['127.0.0.1']).send(address, POST), { failure: /another protocol/ })
})
