import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { SETTING_NAMES } from '../../api/settings/settings.js'
import { packageFolder } from '../../package.js'

const run = promisify(execFile)
const file = (name: string): string => path.join(packageFolder, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
const without = (program: string): string | false => {
  try {
    execFileSync('which', [program])
    return false
  } catch {
    return `${program} is not installed`
  }
}

t.test('the systemd unit is valid and well protected', { skip: without('systemd-analyze') }, async (t) => {
  const { stderr } = await run('systemd-analyze', ['verify', file('deploy/vitrine.service')])
  t.notMatch(stderr, 'vitrine.service')
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file('deploy/vitrine.service')])
  t.match(stdout, /exposure level for vitrine\.service: [01]\.\d OK/)
})

t.test('the Caddyfile is valid', { skip: without('caddy') }, async (t) => {
  await t.resolves(run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file('deploy/Caddyfile')]))
})

t.test('the image holds what the package publishes, and runs as nobody special', async (t) => {
  const docker = read('Dockerfile')
  const { files } = JSON.parse(read('package.json')) as { files: string[] }
  for (const name of files.filter((name) => !name.endsWith('.md') && name !== 'examples')) {
    t.ok(docker.includes(`/app/${name} `) || docker.includes(`/app/${path.dirname(name)} `), name)
  }
  for (const [, name] of docker.matchAll(/--from=build \/app\/([^\s/.]+\.?\w*)/g)) t.ok(existsSync(file(name!)) || name === 'dist', name!)
  t.match(docker, /USER node\n/)
  t.match(docker, /HEALTHCHECK/)
})

t.test('every setting that these files name exists', async (t) => {
  const known = new Set(SETTING_NAMES.map((name) => `VITRINE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`))
  for (const name of ['Dockerfile', 'compose.yaml', 'deploy/vitrine.service']) {
    for (const [variable] of read(name).matchAll(/VITRINE_[A-Z0-9_]+/g)) t.ok(known.has(variable), `${name}: ${variable}`)
  }
})
