import http from 'node:http'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import { start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

const ADDRESS = /listening at (\S+)/

t.test('the first start shows an administrator and a key that works, the second shows none', async (t) => {
  const data = await temporaryFolder(t)
  const first = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await first.says(ADDRESS)
  const key = await first.says(/^ +export KEY=(\S+)\n/m)
  const [identity, credential] = key.split(':') as [string, string]
  t.match(first.stdout, `key_identity=${identity}\n            key_credential=${credential}\n`)
  t.match(first.stdout, 'admin@example.org')
  t.match(first.stdout, 'The output is not a terminal: all who can read its log can read this, too.\n' +
    '  Choose another password, and revoke the key when you do not need it:\n\n' +
    `  vitrine user password --email admin@example.org\n  vitrine key revoke ${identity}\n`)
  const created = await fetch(`${address}/api/items`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(key)}`, 'content-type': 'application/json' },
    body: '{"dcterms:title":[{"@value":"Hello"}]}'
  })
  t.equal(created.status, 200)
  t.match(await created.json(), { 'o:title': 'Hello' })
  first.process.kill('SIGTERM')
  t.equal((await first.outcome()).code, 0)
  t.notMatch(first.stderr, credential)

  const second = start(t, ['serve', '--data', data, '--port', '0'])
  await second.says(ADDRESS)
  second.process.kill('SIGINT')
  const { code, stdout } = await second.outcome()
  t.equal(code, 0)
  t.match(stdout, /^Vitrine is listening at \S+\n$/)
})

t.test('a server with flags of V8 exports in a thread', async (t) => {
  const data = await temporaryFolder(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'], {}, 'ignore', ['--max-old-space-size=400'])
  const exported = await fetch(`${await server.says(ADDRESS)}/api/items/export?format=ndjson`)
  t.equal(exported.status, 200)
  t.match(await exported.text(), '"vitrine:End","records":0')
  server.process.kill('SIGTERM')
  t.equal((await server.outcome()).code, 0)
})

t.test('a folder with a user gets no further administrator', async (t) => {
  const data = await temporaryFolder(t)
  await vitrine(t, [
    'user', 'create', '--data', data, '--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin'
  ])
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  await server.says(ADDRESS)
  server.process.kill('SIGTERM')
  t.match((await server.outcome()).stdout, /^Vitrine is listening at \S+\n$/)
})

t.test('the first administrator may be chosen by settings', async (t) => {
  const data = await temporaryFolder(t)
  const server = start(t, ['serve', '--data', data, '--port', '0', '--admin-email', 'ada@example.org'], {
    VITRINE_ADMIN_PASSWORD: 'chosen-secret'
  })
  await server.says(/key_credential=(\w+)/)
  t.match(server.stdout, 'ada@example.org')
  t.notMatch(server.stdout, 'chosen-secret')
})

t.test('accounts and keys made beside a running server are known to it', async (t) => {
  const data = await temporaryFolder(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(ADDRESS)
  await vitrine(t, [
    'user', 'create', '--data', data, '--email', 'ada@example.org', '--name', 'Ada', '--role', 'editor'
  ])
  const { stdout } = await vitrine(t, [
    'key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'test'
  ])
  const [, identity, credential] = /identity: +(\w+)\n.*credential: (\w+)/s.exec(stdout)!
  const created = await fetch(`${address}/api/items?key_identity=${identity}&key_credential=${credential}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}'
  })
  t.equal(created.status, 200)
})

t.test('SIGTERM lets a request in flight finish, also on a keep-alive connection', async (t) => {
  const server = start(t, ['serve', '--data', await temporaryFolder(t), '--port', '0'])
  const address = await server.says(ADDRESS)
  const identity = await server.says(/key_identity=(\w+)/)
  const credential = await server.says(/key_credential=(\w+)/)
  const agent = new http.Agent({ keepAlive: true })
  t.teardown(() => { agent.destroy() })
  const body = '{"dcterms:title":[{"@value":"In flight"}]}'
  const request = http.request(`${address}/api/items?key_identity=${identity}&key_credential=${credential}`, {
    method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': body.length }
  })
  request.write(body.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 200))
  server.process.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  request.end(body.slice(10))
  const [response] = await once(request, 'response') as [http.IncomingMessage]
  t.equal(response.statusCode, 200)
  t.match(JSON.parse(Buffer.concat(await response.toArray()).toString('utf8')), { 'o:title': 'In flight' })
  const stopped = Date.now()
  t.equal((await server.outcome()).code, 0)
  t.ok(Date.now() - stopped < 5000, 'the idle connection does not hold it up')
})

t.test('an address in use is reported in one line', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const data = await temporaryFolder(t)
  const { code, stdout, stderr } = await vitrine(t, ['serve', '--data', data, '--port', String(port)])
  t.equal(code, 1)
  t.equal(stdout, '')
  t.equal(
    stderr,
    `vitrine: Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or choose another with --port.\n`
  )
})

t.test('an address of another computer is reported in one line', async (t) => {
  const data = await temporaryFolder(t)
  const { code, stderr } = await vitrine(t, ['serve', '--data', data, '--host', '192.0.2.1', '--port', '0'])
  t.equal(code, 1)
  t.equal(stderr, 'vitrine: 192.0.2.1 is not an address of this computer. Choose another with --host.\n')
})
