import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { start, vitrine, type Run } from './program.js'
import { temporaryFolder } from '../helper.js'
import { until } from '../until.js'

/** Makes the server throw an error outside of any request on SIGUSR2. */
const BROKEN = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "process.on('SIGUSR2', () => { Promise.reject(new Error('nobody caught this')) })"
  )}`
}

interface Serving { run: Run, data: string, address: string, authorization: string, agent: http.Agent }

async function serving (t: Test, environment: Record<string, string> = {}): Promise<Serving> {
  const data = await temporaryFolder(t)
  const run = start(t, ['serve', '--data', data, '--port', '0'], environment)
  const address = await run.says(/listening at (\S+)/)
  const [identity, credential] = [await run.says(/key_identity=(\w+)/), await run.says(/key_credential=(\w+)/)]
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => { agent.destroy() })
  return { run, data, address, authorization: `Bearer ${identity}.${credential}`, agent }
}

async function get (url: string, agent: http.Agent): Promise<{
  status: number, connection: string | undefined, body: string
}> {
  const [response] = await once(http.get(url, { agent }), 'response') as [IncomingMessage]
  const body = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode!, connection: response.headers.connection, body }
}

/** Begins to send an item; `finish` sends the rest and gives the answer. */
async function beginItem (
  { address, authorization }: Serving, agent: http.Agent
): Promise<{ finish (): Promise<IncomingMessage> }> {
  const body = '{"dcterms:title":[{"@value":"Under way"}]}'
  const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length }
  const request = http.request(`${address}/api/items`, { method: 'POST', agent, headers })
  request.write(body.slice(0, 10))
  await delay(300)
  return {
    async finish () {
      request.end(body.slice(10))
      const [response] = await once(request, 'response') as [IncomingMessage]
      await response.toArray()
      return response
    }
  }
}

t.test('after SIGTERM a request on a keep-alive connection is answered with "connection: close"', async (t) => {
  const { run, address, agent } = await serving(t)
  t.equal((await get(`${address}/api/items`, agent)).connection, 'keep-alive')
  run.process.kill('SIGTERM')
  await delay(200)
  t.match(await get(`${address}/api/items`, agent), { status: 200, connection: 'close' })
  t.equal((await run.outcome()).code, 0)
})

t.test('after SIGTERM the answer to a request that was under way announces the end of its connection', async (t) => {
  const server = await serving(t)
  const item = await beginItem(server, server.agent)
  server.run.process.kill('SIGTERM')
  await delay(100)
  const response = await item.finish()
  t.equal(response.statusCode, 200)
  t.equal(response.headers.connection, 'close')
  t.equal((await server.run.outcome()).code, 0)
})

t.test('an uncaught error is logged in full, new work is refused, old work finished, the exit code is 70', async (t) => {
  const server = await serving(t, BROKEN)
  const { run, address, data, authorization } = server
  const other = new http.Agent({ keepAlive: true })
  t.teardown(() => { other.destroy() })
  await get(`${address}/api/items`, other)
  const item = await beginItem(server, server.agent)
  run.process.kill('SIGUSR2')
  await run.says(/ends because of an uncaught error/)
  const refused = await get(`${address}/api/items`, other)
  t.equal(refused.status, 503)
  t.match(JSON.parse(refused.body), { errors: { error: /stopping/ } })
  t.equal((await item.finish()).statusCode, 200)
  const { code, stderr } = await run.outcome()
  t.equal(code, 70)
  t.match(stderr, /"level":60.*nobody caught this.*"stack":"Error: nobody caught this\\n {4}at /)
  t.match(stderr, 'vitrine: The server ends because of an uncaught error: nobody caught this\n')

  t.match(await vitrine(t, ['check', '--data', data]), { code: 0 })
  const again = start(t, ['serve', '--data', data, '--port', '0'])
  const items = await fetch(`${await again.says(/listening at (\S+)/)}/api/items`, { headers: { authorization } })
  t.match(await items.json(), [{ 'o:title': 'Under way' }])
})

t.test('a program that hangs ends with the server that waits for it', async (t) => {
  const folder = await temporaryFolder(t)
  const ffmpeg = `#!/bin/sh\necho $$ > '${folder}/pid'\nexec sleep 1000\n`
  await writeFile(path.join(folder, 'ffmpeg'), ffmpeg, { mode: 0o755 })
  const { run, address, authorization } = await serving(t, { PATH: `${folder}${path.delimiter}${process.env.PATH!}` })
  const body = new FormData()
  body.set('data', JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }))
  body.set('file[0]', new Blob([`\0\0\0\x18ftypisom${'\0'.repeat(1000)}`]), 'film.mp4')
  const upload = fetch(`${address}/api/items`, { method: 'POST', headers: { authorization }, body }).catch(() => {})
  let pid = 0
  await until(async () => {
    pid = Number(await readFile(path.join(folder, 'pid'), 'utf8').catch(() => ''))
    return pid > 0
  })
  run.process.kill('SIGTERM')
  await delay(200)
  run.process.kill('SIGTERM')
  t.equal((await run.outcome()).code, 1)
  await upload
  await until(() => !isRunning(pid))
})

function isRunning (pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('a second server on a data folder is refused; commands beside the first go on working', async (t) => {
  const { run, data } = await serving(t)
  t.same(await vitrine(t, ['serve', '--data', data, '--port', '0']), {
    code: 1, stdout: '', stderr: `vitrine: Another server, or the import that fills it, is running on ${data}. Stop it first, or choose another folder with --data.\n`
  })
  t.match(
    await vitrine(t, ['key', 'create', '--data', data, '--email', 'admin@example.org', '--label', 'beside']),
    { code: 0 }
  )
  run.process.kill('SIGKILL')
  await run.outcome()
  const next = start(t, ['serve', '--data', data, '--port', '0'])
  await next.says(/listening at/)
})
