import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../../package.js'
import { temporaryFolder } from '../helper.js'

const run = promisify(execFile)
const MODULES = path.join(packageFolder, 'node_modules')
const PROGRAMS = ['client.ts', 'embedding.ts']
const STRICT = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }

/** Packages whose own declarations have errors, or are not installed beside Vitrine. */
const UNTYPED = new Set(['drizzle-orm', 'better-sqlite3'])
const tsc = async (cwd: string, ...args: string[]): Promise<string> =>
  await run(process.execPath, [path.join(MODULES, 'typescript/bin/tsc'), ...args], { cwd })
    .then(() => '', (error: { stdout: string }) => error.stdout)

t.test('an application sees exact types, in a strict program that also checks declarations', async (t) => {
  const folder = await temporaryFolder(t)
  const modules = path.join(folder, 'node_modules')
  const ours = path.join(modules, 'vitrine')
  await mkdir(modules)
  for (const name of await readdir(MODULES)) {
    if (!name.startsWith('.') && !UNTYPED.has(name)) await symlink(path.join(MODULES, name), path.join(modules, name))
  }
  // The declarations that were compiled together with the program.
  await cp(path.join(packageFolder, 'dist'), ours, { recursive: true, filter: (file) => !/\.js(\.map)?$/.test(file) })
  await writeFile(path.join(ours, 'package.json'), JSON.stringify({
    name: 'vitrine', type: 'module', exports: { '.': { types: './app.d.ts' }, './client': { types: './client/index.d.ts' }, './sql': { types: './db/sql.d.ts' } }
  }))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  for (const name of PROGRAMS) await copyFile(path.join(packageFolder, 'test/types', name), path.join(folder, name))
  await cp(path.join(packageFolder, 'examples'), path.join(folder, 'examples'), { recursive: true })
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { ...STRICT, target: 'ES2022', module: 'NodeNext', types: ['node'], noEmit: true },
    include: [...PROGRAMS, 'examples']
  }))

  t.equal(await tsc(folder), '')
})
