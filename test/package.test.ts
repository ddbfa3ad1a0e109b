import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../package.js'

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

t.test('a packed tarball compiles, registers and answers in an empty TypeScript project', { timeout: 300_000 }, async (t) => {
  const folder = t.testdir()
  const modules = path.join(folder, 'node_modules')
  await mkdir(path.join(modules, 'vitrine'), { recursive: true })
  // Compiled already: to compile it anew would take the program away from other tests.
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: packageFolder })
  await run('tar', ['-xzf', path.join(folder, stdout.trim().split('\n').at(-1)!), '--strip-components=1', '-C', path.join(modules, 'vitrine')])
  // What npm would install beside it is here already.
  for (const name of await readdir(path.join(packageFolder, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(path.join(packageFolder, 'node_modules', name), path.join(modules, name))
  }
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: true, types: ['node'] }, files: ['main.ts']
  }))
  await writeFile(path.join(folder, 'main.ts'), PROGRAM)

  await run(process.execPath, [path.join(modules, 'typescript/bin/tsc')], { cwd: folder })
  const { stdout: answer } = await run(process.execPath, ['main.js'], { cwd: folder })
  t.equal(answer.trim(), '200 Amphora\nliteral 403 200')
})
