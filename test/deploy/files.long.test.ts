import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { SETTING_NAMES } from '../../api/runtime/settings/settings.js'
import { loadSettings } from '../../cli/settings/load-settings.js'
import { addressesOf } from '../../db/postgres/connection/servers.js'
import { packageFolder } from '../../package.js'
import { temporaryFolder } from '../helper.js'
import { without } from '../programs.js'

const run = promisify(execFile)
const file = (name: string): string => path.join(packageFolder, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')

t.test('the systemd unit is valid and well protected', { skip: without('systemd-analyze') }, async (t) => {
  const { stderr } = await run('systemd-analyze', ['verify', file('deploy/vitrine.service')])
  t.notMatch(stderr, 'vitrine.service')
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file('deploy/vitrine.service')])
  t.match(stdout, /exposure level for vitrine\.service: [01]\.\d OK/)
})

t.test('the Caddyfile is valid', { skip: without('caddy') }, async (t) => {
  await t.resolves(run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file('deploy/Caddyfile')]))
})

t.test('the image has what the package publishes, and runs as an unprivileged user', async (t) => {
  const docker = read('Dockerfile')
  const { files } = JSON.parse(read('package.json')) as { files: string[] }
  // It runs a newer Node than the one that has a driver of its own.
  const published = files.filter((name) => !name.endsWith('.md') && name !== 'examples' && !name.includes('node20'))
  for (const name of published) {
    t.ok(docker.includes(`/app/${name} `) || docker.includes(`/app/${path.dirname(name)} `), name)
  }
  for (const [, name] of docker.matchAll(/--from=build \/app\/([^\s/.]+\.?\w*)/g)) t.ok(existsSync(file(name!)) || name === 'dist', name!)
  t.match(docker, /USER node\n/)
  t.match(docker, /HEALTHCHECK/)
})

t.test('every setting that these files name exists', async (t) => {
  const known = new Set(SETTING_NAMES.map((name) => `VITRINE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`))
  for (const name of ['Dockerfile', 'compose.yaml', 'deploy/scale/compose.yaml', 'deploy/vitrine.service']) {
    for (const [variable] of read(name).matchAll(/VITRINE_[A-Z0-9_]+/g)) t.ok(known.has(variable), `${name}: ${variable}`)
  }
})

interface Service {
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
}

t.test('three nodes, a primary, a replica and a storage fit together', async (t) => {
  const require = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))
  const { parse } = require('yaml') as { parse (text: string, options: { merge: boolean }): unknown }
  const text = read('deploy/scale/compose.yaml').replaceAll(/\$\{(\w+):\?\}/g, 'secret')
  const { services, volumes } = parse(text, { merge: true }) as
    { services: Record<string, Service>, volumes: Record<string, null> }
  const nodes = Object.keys(services).filter((name) => services[name]!.environment?.VITRINE_DATABASE !== undefined)
  t.same(nodes, ['node-1', 'node-2', 'node-3'])
  for (const name of nodes) {
    const settings = loadSettings({ data: await temporaryFolder(t) }, services[name]!.environment!)
    const addresses = [...addressesOf(settings.database), ...settings.replica, settings.s3Endpoint]
    const hosts = addresses.map((address) => new URL(address).hostname)
    t.same(hosts, ['primary', 'replica', 'replica', 'storage'], name)
    t.ok(hosts.every((host) => host in services))
    t.match(read('deploy/scale/nginx.conf'), `server ${name}:${settings.port} `)
  }
  for (const { volumes: mounts = [], depends_on: needed = [] } of Object.values(services)) {
    for (const mount of mounts) {
      const [source] = mount.split(':') as [string]
      t.ok(source.startsWith('./') ? existsSync(file(path.join('deploy/scale', source))) : source in volumes, source)
    }
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) t.ok(name in services, name)
  }
  for (const script of ['primary.sh', 'replica.sh']) await t.resolves(run('sh', ['-n', file(`deploy/scale/${script}`)]))
})

t.test('the proxy of three nodes is valid', { skip: without('nginx') }, async (t) => {
  const folder = await temporaryFolder(t)
  const site = read('deploy/scale/nginx.conf').replaceAll(/node-\d:/g, '127.0.0.1:').replace('listen 80', 'listen 127.0.0.1:1')
  const conf = path.join(folder, 'nginx.conf')
  writeFileSync(conf, `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${site} }`)
  await t.resolves(run('nginx', ['-t', '-c', conf, '-e', `${folder}/error.log`]))
})
