import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../../package.js'
import { start } from '../cli/program.js'
import { temporaryFolder } from '../helper.js'
import { without } from '../programs.js'

const run = promisify(execFile)
const skip = without('nginx', 'openssl', 'curl')

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

t.test('nginx in front, as deploy/nginx.conf says', { skip }, async (t) => {
  const folder = await temporaryFolder(t, { data: {} })
  const server = start(t, ['serve', '--data', path.join(folder, 'data'), '--port', '0', '--trust-proxy'])
  const inside = await server.says(/listening at (\S+)/)
  const key = `${await server.says(/key_identity=(\w+)/)}:${await server.says(/key_credential=(\w+)/)}`
  const port = await freePort()
  const address = `https://127.0.0.1:${port}`
  const below = start(t, [
    'serve', '--data', path.join(folder, 'other'), '--port', '0', '--trust-proxy', '--base-url', `${address}/collection`
  ])
  const insideBelow = await below.says(/listening at (\S+)/)
  await run('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
    '-subj', '/CN=127.0.0.1', '-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem')
  ])
  const site = readFileSync(path.join(packageFolder, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/vitrine/', `${folder}/`)
    .replace('http://127.0.0.1:3000', inside)
    // As docs/behind-a-proxy.md says of a collection below a path.
    .replace('location / {', `location /collection/ { proxy_pass ${insideBelow}/; }\n    location / {`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const conf = path.join(folder, 'nginx.conf')
  writeFileSync(conf, `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; ` +
    `events {} http { access_log off; ${places.join(' ')}\n${site}\n}`)
  const nginx = spawn('nginx', ['-c', conf, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  t.teardown(() => { nginx.kill('SIGTERM') })
  const curl = async (...args: string[]): Promise<string> =>
    (await run('curl', ['-sk', '--max-time', '60', '--retry', '20', '--retry-connrefused', '--retry-delay', '1', ...args])).stdout

  const created = JSON.parse(await curl('-u', key, `${address}/api/items`,
    '-H', 'Content-Type: application/json', '-d', '{"dcterms:title":[{"@value":"Amphora"}]}')) as Record<string, unknown>
  t.equal(created['@id'], `${address}/api/items/${String(created['o:id'])}`, 'addresses are those outside')
  const forged = await curl(`${address}/api/items/1`, '-H', 'X-Forwarded-Host: evil.example.org')
  t.notMatch(forged, 'evil.example.org')

  const large = path.join(folder, 'large.txt')
  writeFileSync(large, 'x'.repeat(20 * 1024 * 1024))
  const uploaded = JSON.parse(await curl('-u', key, `${address}/api/items`, '-F', `file[0]=@${large};type=text/plain`,
    '-F', 'data={"o:media":[{"o:ingester":"upload","file_index":0}]}')) as { 'o:media'?: Array<{ 'o:id': number }> }
  t.equal(uploaded['o:media']?.length, 1, 'an upload larger than what nginx takes by default arrives')
  const media = JSON.parse(await curl(`${address}/api/media/${uploaded['o:media']![0]!['o:id']}`)) as Record<string, string>
  t.equal((await curl('-o', '/dev/null', '-w', '%{size_download}', media['o:original_url']!)).trim(), String(20 * 1024 * 1024))

  for (const count of [50, 150, 600, 1200]) {
    const ids = Array.from({ length: count }, (_, at) => 10_000 + at).join(',')
    const search = `${address}/api/properties?per_page=5&page=2&id=1,${ids}`
    const status = await curl('-o', '/dev/null', '-w', '%{http_code}', search)
    t.equal(status, '200', `headers of a search for ${count} ids arrive`)
  }

  const list = JSON.parse(await curl(`${address}/collection/api/item_sets?per_page=1`)) as unknown
  t.same(list, [], 'a collection below a path answers')
  const first = JSON.parse(await curl(`${address}/collection/api/vocabularies/1`)) as Record<string, unknown>
  t.equal(first['@id'], `${address}/collection/api/vocabularies/1`)
  t.match(await curl(`${address}/collection/login`), /(?:href|src|action)="\/collection\//, 'and its pages stay below it')

  t.equal(await curl('-o', '/dev/null', '-w', '%{http_code}', `${address}/metrics`), '404', 'metrics stay inside')
  t.equal((await fetch(`${inside}/metrics`)).status, 200)
  t.match(await curl('-i', `${address}/api/items/999`), /x-request-id: [0-9a-f]{32}/i)
  t.ok(await streams(address), 'the first bytes of a long answer come before the last')
})

/** Whether a body comes in several pieces. */
async function streams (address: string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    https.get(`${address}/api/properties?per_page=10000`, { rejectUnauthorized: false }, (response) => {
      let pieces = 0
      response.on('data', () => { pieces++ })
      response.on('end', () => { resolve(response.statusCode === 200 && pieces > 1) })
    }).on('error', reject)
  })
}
