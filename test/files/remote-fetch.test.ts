import { readdir, readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import type { LookupFunction } from 'node:net'
import t from 'tap'
import { isPublicAddress, publicLookup } from '../../files/remote/public-address.js'
import { RemoteError } from '../../files/remote/remote-error.js'
import { RemoteFetch, type RemoteSettings } from '../../files/remote/remote-fetch.js'
import { freePort, serve } from './fixtures/servers.js'
import { temporaryFolder } from '../helper.js'

const folder = await temporaryFolder(t)
const strict: RemoteSettings = {
  allowPrivateAddresses: false,
  remoteTimeout: 5000,
  remoteLimit: 1_000_000,
  temporaryFolder: folder
}
const lenient = new RemoteFetch({ ...strict, allowPrivateAddresses: true })

const site: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const hops = Number(searchParams.get('hops'))
  if (pathname === '/hop' && hops > 0) response.writeHead(302, { location: `/hop?hops=${hops - 1}` }).end()
  else if (pathname === '/to') response.writeHead(302, { location: searchParams.get('url') ?? '' }).end()
  else if (pathname === '/missing') response.writeHead(404, 'Not Here').end('no')
  else if (pathname === '/endless') {
    const more = setInterval(() => response.write(Buffer.alloc(100_000)), 1)
    response.on('close', () => { clearInterval(more) })
  } else if (pathname === '/slow') response.write('slowly')
  else if (pathname === '/breaks') {
    response.writeHead(200, { 'content-length': 1000 })
    response.write('only this', () => response.destroy())
  } else if (pathname === '/other-protocol') response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end()
  else if (pathname === '/interim') {
    const more = setInterval(() => { response.writeEarlyHints({ link: '</x>; rel=preload' }) }, 1)
    response.on('close', () => { clearInterval(more) })
  } else if (pathname === '/bytewise') {
    response.writeHead(200).flushHeaders()
    const more = setInterval(() => response.socket!.write('1\r\nx\r\n'.repeat(10_000)), 1)
    response.on('close', () => { clearInterval(more) })
  } else if (pathname === '/many') response.end(`[${'{},'.repeat(100_000)}0]`)
  else if (pathname === '/deep') response.end('['.repeat(100_000) + ']'.repeat(100_000))
  else if (pathname === '/large') response.end(`"${'x'.repeat(9_000_000)}"`)
  else if (pathname === '/text') response.end('not JSON')
  else if (pathname === '/latin1') response.end(Buffer.from('{"text":"é"}', 'latin1'))
  else response.end('{"text": "žluťoučký"}')
}

const fails = (failure: string, message = /./): { name: string, failure: string, message: RegExp } => ({
  name: 'RemoteError',
  failure,
  message
})

t.test('a remote file comes to disk, and goes again', async (t) => {
  const file = await lenient.download(`${await serve(t, site)}/file.json`)
  t.equal(await readFile(file.path, 'utf8'), '{"text": "žluťoučký"}')
  t.equal(file.size, (await readFile(file.path)).length)
  await file.remove()
  await t.rejects(readFile(file.path), { code: 'ENOENT' })
})

t.test('a remote document is read', async (t) => {
  const base = await serve(t, site)
  t.same(await lenient.json(`${base}/x`), { text: 'žluťoučký' })
  await t.rejects(lenient.json(`${base}/text`), fails('json'))
  await t.rejects(lenient.json(`${base}/latin1`), fails('json', /not JSON in UTF-8/))
})

t.test('a remote document has bounds, in bytes, members and depth', async (t) => {
  const base = await serve(t, site)
  const roomy = new RemoteFetch({ ...strict, allowPrivateAddresses: true, remoteLimit: 100_000_000 })
  await t.rejects(roomy.json(`${base}/large`), fails('size', /larger than 8388608 bytes/))
  await t.rejects(roomy.json(`${base}/many`), fails('size', /more than 100000 members/))
  await t.rejects(roomy.json(`${base}/deep`), fails('size', /deeper than 512 levels/))
})

t.test('five redirects are followed, not six', async (t) => {
  const base = await serve(t, site)
  t.same(await lenient.json(`${base}/hop?hops=5`), { text: 'žluťoučký' })
  await t.rejects(lenient.json(`${base}/hop?hops=6`), fails('redirects'))
})

t.test('a redirect leads to http and https only', async (t) => {
  const base = await serve(t, site)
  for (const target of ['file:///etc/passwd', 'ftp://example.org/x', 'data:text/plain,x']) {
    await t.rejects(lenient.download(`${base}/to?url=${encodeURIComponent(target)}`), fails('scheme'), target)
  }
})

t.test('another status than 200 is reported, with its reason', async (t) => {
  await t.rejects(lenient.download(`${await serve(t, site)}/missing`), {
    failure: 'status',
    status: 404,
    reason: 'Not Here',
    message: '404 Not Here'
  })
})

t.test('a file that never ends is cut off at the limit', async (t) => {
  const base = await serve(t, site)
  await t.rejects(lenient.download(`${base}/endless`), fails('size', /1000000 bytes/))
  await t.rejects(lenient.download(`${base}/x`, { maxBytes: 5 }), fails('size'))
  await t.rejects(lenient.json(`${base}/endless`), fails('size'))
})

t.test('a server that never finishes is left', async (t) => {
  const base = await serve(t, site)
  await t.rejects(lenient.download(`${base}/slow`, { timeoutMs: 100 }), fails('time'))
  await t.rejects(lenient.json(`${base}/slow`, { timeoutMs: 100 }), fails('time'))
})

t.test('a server that breaks off is an error', async (t) => {
  const base = await serve(t, site)
  await t.rejects(lenient.download(`${base}/breaks`), fails('connection'))
  await t.rejects(lenient.json(`${base}/breaks`), fails('connection'))
})

t.test('a server that switches to another protocol is an error', async (t) => {
  const base = await serve(t, site)
  await t.rejects(lenient.download(`${base}/other-protocol`), fails('connection', /another protocol/))
  await t.rejects(lenient.json(`${base}/other-protocol`), fails('connection', /another protocol/))
})

t.test('a server that never comes to the final response, or cuts its body into single bytes, is left', async (t) => {
  const base = await serve(t, site)
  for (const fetch of [lenient.download.bind(lenient), lenient.json.bind(lenient)]) {
    await t.rejects(fetch(`${base}/interim`), fails('connection', /no final response/))
    await t.rejects(fetch(`${base}/bytewise`), fails('size', /too small chunks/))
  }
})

t.test('a connection is tried three times', async (t) => {
  let attempts = 0
  const base = await serve(t, (request, response) => {
    if (++attempts < 3) request.socket.destroy()
    else response.end('[]')
  })
  t.same(await lenient.json(base), [])
  t.equal(attempts, 3)
  await t.rejects(lenient.download(`http://127.0.0.1:${await freePort()}/`), fails('connection', /ECONNREFUSED/))
})

t.test('a text that is no address of the web is refused', async (t) => {
  await t.rejects(lenient.download('not an address'), fails('address'))
  await t.rejects(lenient.download('ftp://example.org/x'), fails('scheme', /"ftp"/))
})

t.test('private addresses are refused, however they are written', async (t) => {
  const fetch = new RemoteFetch(strict)
  const port = new URL(await serve(t, () => { t.fail('the server was reached') })).port
  for (const host of [
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', 'localhost', '[::1]', '[::]',
    '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '10.0.0.1', '172.16.0.1', '192.168.1.1',
    '169.254.169.254', '100.64.0.1', '[fe80::1]', '[fd00::1]', '[64:ff9b::7f00:1]'
  ]) {
    await t.rejects(fetch.download(`http://${host}:${port}/`), fails('refused', /private address/), host)
  }
})

t.test('addresses of the public internet are public, others are not', async (t) => {
  for (const address of ['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8']) {
    t.ok(isPublicAddress(address), address)
  }
  for (const address of [
    '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1', 'ff02::1', '::808:808', '1234::1',
    '2002:7f00:1::', '2001:db8::1', 'example.org', ''
  ]) {
    t.notOk(isPublicAddress(address), address)
  }
})

t.test('a name that stands for a private address is refused', async (t) => {
  const port = new URL(await serve(t, () => { t.fail('the server was reached') })).port
  const both: LookupFunction = (_host, _options, done) => {
    done(null, [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 }
    ])
  }
  const single: LookupFunction = (_host, _options, done) => { done(null, '127.0.0.1', 4) }
  for (const resolve of [both, single]) {
    await t.rejects(new RemoteFetch(strict, resolve).download(`http://museum.example:${port}/`), fails('refused'))
  }
})

t.test('a name is resolved once for each connection, so that it cannot change after it was checked', async (t) => {
  let resolved = 0
  const base = new URL(await serve(t, site))
  const resolve: LookupFunction = (_host, _options, done) => {
    resolved++
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const fetch = new RemoteFetch({ ...strict, allowPrivateAddresses: true }, resolve)
  await fetch.json(`http://museum.example:${base.port}/`)
  t.equal(resolved, 1)
})

t.test('a redirect is checked as the first address was', async (t) => {
  const inner = new URL(await serve(t, () => { t.fail('the inner server was reached') }))
  const outer = new URL(
    await serve(t, (_request, response) =>
      response.writeHead(302, { location: `http://inner.example:${inner.port}/` }).end()
    )
  )
  // The outer server is on loopback too; for this test it counts as public, as if the check had passed it.
  const guarded = publicLookup((_host, _options, done) => { done(null, [{ address: '127.0.0.1', family: 4 }]) })
  const resolve: LookupFunction = (host, options, done) => {
    if (host === 'outer.example') done(null, [{ address: '127.0.0.1', family: 4 }])
    else guarded(host, options, done)
  }
  await t.rejects(
    new RemoteFetch({ ...strict, allowPrivateAddresses: true }, resolve).download(
      `http://outer.example:${outer.port}/`
    ),
    fails('refused')
  )
})

t.test('an unknown host name is an error of the connection', async (t) => {
  const resolve: LookupFunction = (host, _options, done) => {
    done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), [])
  }
  const fetch = new RemoteFetch(strict, resolve)
  await t.rejects(fetch.download('http://museum.example/'), fails('connection', /ENOTFOUND museum.example/))
  await t.rejects(fetch.download('http://museum.example/'), RemoteError)
})

t.test('nothing is left in the temporary folder', async (t) => {
  t.same(await readdir(folder), [])
})
