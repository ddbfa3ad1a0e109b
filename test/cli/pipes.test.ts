import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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

t.test('a part that was compiled for another version of Node is told with the command that mends it', async (t) => {
  const folder = await temporaryFolder(t)
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(path.join(packageFolder, 'node_modules'))) {
    if (name !== 'better-sqlite3') symlinkSync(path.join(packageFolder, 'node_modules', name), path.join(modules, name))
  }
  const part = 'better-sqlite3/build/Release/better_sqlite3.node'
  const real = path.join(packageFolder, 'node_modules/better-sqlite3')
  for (const name of ['lib', 'package.json']) cpSync(path.join(real, name), path.join(modules, 'better-sqlite3', name), { recursive: true })
  mkdirSync(path.dirname(path.join(modules, part)), { recursive: true })
  writeFileSync(path.join(modules, part), forOtherNode(readFileSync(path.join(packageFolder, 'node_modules', part))))
  cpSync(path.join(packageFolder, 'dist'), path.join(folder, 'dist'), { recursive: true })
  cpSync(path.join(packageFolder, 'db/migrations'), path.join(folder, 'db/migrations'), { recursive: true })
  cpSync(path.join(packageFolder, 'db/seed'), path.join(folder, 'db/seed'), { recursive: true })
  copyFileSync(path.join(packageFolder, 'package.json'), path.join(folder, 'package.json'))

  const args = ['user', 'create', '--email', 'a@example.org', '--name', 'A', '--role', 'author', '--data', path.join(folder, 'data')]
  const child = spawn(process.execPath, [path.join(folder, 'dist/cli/vitrine.js'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '' }
  })
  let said = ''
  child.stderr.on('data', (chunk) => { said += String(chunk) })
  const [code] = await once(child, 'close') as [number]
  t.equal(code, 1)
  t.match(said, `vitrine: better-sqlite3 was installed for another version of Node: its compiled part is made for interface 1, and this is Node ${process.version} with interface ${process.versions.modules}.`)
  t.match(said, 'npm rebuild better-sqlite3 --prefix ')
  t.equal(said.trim().split('\n').length, 1)
})

/** The same compiled part with another number of Node's interface in its `node_module` structure. */
function forOtherNode (library: Buffer): Buffer {
  const structure = Buffer.alloc(16)
  structure.writeInt32LE(Number(process.versions.modules), 0)
  const changed = Buffer.from(library)
  for (let at = changed.indexOf(structure); at !== -1; at = changed.indexOf(structure, at + 1)) {
    if (at % 8 === 0) changed.writeInt32LE(1, at)
  }
  // Node asks for the entry point of its own version first.
  const entry = changed.indexOf(`node_register_module_v${process.versions.modules}`)
  if (entry !== -1) changed.write('x', entry)
  return changed
}
