import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../package.js'
import { temporaryFolder, type Ending } from './helper.js'

const run = promisify(execFile)

const PROGRAM = `
import Fastify from 'fastify'
import vitrine, { open, type Settings } from 'vitrine'
import { createClient, type Schema } from 'vitrine/client'

const settings: Partial<Settings> = { data: './data', logLevel: 'silent' }
const api = await open(settings)
const app = Fastify()
app.addHook('onClose', async () => { await api.close() })
await app.register(vitrine, { prefix: '/collections', api })
const created = await api.items.create({ 'dcterms:title': [{ '@value': 'Amphora' }] }, { actor: { id: null, role: 'global_admin' } })
const id: string | number | undefined = created.id
const response = await app.inject('/collections/api/items/' + String(id))
console.log(response.statusCode, (response.json() as Record<string, unknown>)['o:title'])
const client = createClient({ baseUrl: await app.listen({ port: 0 }) + '/collections' })
const { data } = await client.GET('/api/items/{id}', { params: { path: { id: String(id) } } })
const input: Schema<'ItemInput'> = { 'dcterms:title': [{ '@value': 'Krater' }] }
const refused = await client.POST('/api/items', { body: input })
console.log(data?.['dcterms:title']?.[0]?.type, refused.response.status, (await app.inject('/collections/api/openapi.json')).statusCode)
await app.close()
`

/** Links what npm would install beside the package, without what only its own development needs. */
async function installDependencies (modules: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(path.join(packageFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean, devOptional?: boolean }>
  }
  const ofApplication = ['typescript', '@types/node', 'undici-types', 'tsx']
  for (const [place, { dev, devOptional }] of Object.entries(packages)) {
    const name = place.slice('node_modules/'.length)
    const isInstalled = existsSync(path.join(packageFolder, place))
    if (!place.startsWith('node_modules/') || name.includes('/node_modules/') || !isInstalled) continue
    if ((dev === true || devOptional === true) && !ofApplication.includes(name)) continue
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true })
    await symlink(path.join(packageFolder, place), path.join(modules, name))
  }
}

/** Runs an example until it prints an address. */
async function example (
  t: Ending, folder: string, name: string, env: Record<string, string> = {}
): Promise<{ address: string, lines: string[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', `${path.basename(name)}.ts`], {
    cwd: path.join(folder, 'examples', path.dirname(name)), env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(async () => {
    child.kill('SIGKILL')
    // It writes into the folder as long as it lives.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('http://')) return { address: line, lines }
  }
  return { address: '', lines }
}

t.test('a packed tarball compiles, registers and answers in an empty TypeScript project', async (t) => {
  const folder = await temporaryFolder(t)
  const modules = path.join(folder, 'node_modules')
  await mkdir(path.join(modules, 'vitrine'), { recursive: true })
  // Already compiled; compiling again would remove the program while other tests run it.
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: packageFolder })
  await run('tar', ['-xzf', path.join(folder, stdout.trim().split('\n').at(-1)!), '--strip-components=1', '-C', path.join(modules, 'vitrine')])
  await installDependencies(modules)
  await cp(path.join(modules, 'vitrine/examples'), path.join(folder, 'examples'), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, preserveSymlinks: true, types: ['node'] }, include: ['main.ts', 'examples']
  }))
  await writeFile(path.join(folder, 'main.ts'), PROGRAM)

  await run(process.execPath, [path.join(modules, 'typescript/bin/tsc')], { cwd: folder })
  const { stdout: answer } = await run(process.execPath, ['main.js'], { cwd: folder })
  t.equal(answer.trim(), '200 Amphora\nliteral 403 200')

  const embedding = await example(t, folder, 'embedding/app')
  t.equal(embedding.lines[0], '1 1 /collections/api/items/1')
  t.match(await (await fetch(embedding.address)).json(), [{ 'o:title': 'Amphora' }])
  t.same(await (await fetch(new URL('/', embedding.address))).json(), ['Amphora'])

  const { address: extended } = await example(t, folder, 'extension/app')
  t.match(await (await fetch(`${extended}/api/items?number_above=5`)).json(), [{ 'dcterms:extent': [{ '@value': 12 }] }])
  t.same(await (await fetch(`${extended}/api/items?number_above=12`)).json(), [])
  t.match(await (await fetch(`${extended}/api/loans?borrower=Tate`)).json(), [{ 'ex:borrower': 'Tate' }])

  const { address: frontEnd } = await example(t, folder, 'front-end/app', { VITRINE: embedding.address.replace('/api/items', '') })
  t.match(await (await fetch(frontEnd)).text(), /1 items[^]*<li>Amphora<\/li>/)
  t.match(await (await fetch(`${frontEnd}/?search=krater`)).text(), /0 items/)
})

t.test('npm compiles no SQLite from Node 22 on', async (t) => {
  const { packages } = JSON.parse(await readFile(path.join(packageFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { gypfile?: boolean }>
  }
  // npm does not write what better-sqlite3 says of itself into the lock, and then runs node-gyp, which needs Python.
  const reason = 'add "gypfile": false to node_modules/better-sqlite3 in package-lock.json again, which npm has removed'
  t.equal(packages['node_modules/better-sqlite3']!.gypfile, false, reason)
})

t.test('the programs in docs/embed.md are examples', async (t) => {
  const page = await readFile(path.join(packageFolder, 'docs/embed.md'), 'utf8')
  const files = ['embedding/app', 'extension/integers', 'front-end/fill', 'front-end/app']
  const texts = await Promise.all(files.map(async (file) => await readFile(path.join(packageFolder, 'examples', `${file}.ts`), 'utf8')))
  const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block!)
  t.ok(blocks.length >= 3)
  for (const block of blocks) t.ok(texts.some((text) => text.includes(block)), block.slice(0, 60))
})
