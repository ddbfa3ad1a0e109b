import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../../package.js'
import { Run } from './program.js'
import { dataFolder, temporaryFolder } from '../helper.js'

const run = promisify(execFile)
const PROGRAM = path.join(packageFolder, 'dist/cli/vitrine.js')

t.test('a command whose reader has seen enough ends without a word', async (t) => {
  const data = await dataFolder(t)
  for (const command of ['user list', 'job list', 'key list', 'settings', 'serve --help', 'check']) {
    const own = /list|check/.test(command) ? `--data '${data}'` : ''
    const line = `set -o pipefail; '${process.execPath}' '${PROGRAM}' ${command} ${own} | true`
    const { stderr } = await run('bash', ['-c', line], { env: { ...process.env, NODE_OPTIONS: '' } })
    t.equal(stderr, '', command)
  }
})

t.test('SIGTERM to npx stops the server that it has started', async (t) => {
  const folder = await temporaryFolder(t, { 'package.json': '{"name":"home"}' })
  mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/.bin/vitrine'),
    `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
  const npx = new Run(spawn('npx', ['vitrine', 'serve', '--data', path.join(folder, 'data'), '--port', '0'], {
    cwd: folder, env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'pipe']
  }))
  const address = await npx.says(/listening at (\S+)/)
  npx.process.kill('SIGTERM')
  // Until the server has ended, it holds the other end of the pipes.
  await npx.outcome()
  await t.rejects(fetch(`${address}/api`))
})

t.test('a driver that is not installed is named with the command that installs it', async (t) => {
  const folder = await temporaryFolder(t)
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(path.join(packageFolder, 'node_modules'))) {
    if (!name.includes('sqlite')) symlinkSync(path.join(packageFolder, 'node_modules', name), path.join(modules, name))
  }
  for (const name of ['dist', 'db/keys/collation/weights.txt', 'db/migrations', 'db/seed', 'package.json']) {
    cpSync(path.join(packageFolder, name), path.join(folder, name), { recursive: true })
  }
  const program = path.join(folder, 'dist/cli/vitrine.js')
  const child = new Run(spawn(process.execPath, [program, ...'user create --email a@example.org --name A --role editor --data'.split(' '), folder], {
    env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'pipe']
  }))
  const { code, stderr } = await child.outcome()
  t.equal(code, 1)
  t.match(stderr, /^vitrine: The SQLite driver for Node [\d.]+ is not installed\. Run `npm ci` again in a clone, or `npm install better-sqlite3@\S+` where Vitrine is a dependency\.\n$/)
})
