import { build } from 'esbuild'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Compiles TypeScript for Node: `node bundle.js` the program into `dist/`, `node bundle.js --tests` every test into
 * `.compiled/`. Few files load several times faster than many: whatever a process may need is put together, each
 * module once, in files that the ones named here share. Types are `tsc`'s business. A class that names itself in its
 * own body is renamed: say `new this(…)` where the name is shown.
 */
const isForTests = process.argv.includes('--tests')
const folder = isForTests ? '.compiled' : 'dist'

/** Packages made of hundreds of small files; all others stay where npm puts them. */
const TAKEN_IN = ['@sinclair/typebox', 'drizzle-orm']

const PROGRAM = { app: 'app.ts', 'cli/vitrine': 'cli/vitrine.ts', 'search-program': 'api/search/worker/search-program.ts' }

function tests () {
  const files = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return Object.fromEntries(files.map((file) => [path.join('test', file.slice(0, -'.ts'.length)), path.join('test', file)]))
}

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

rmSync(folder, { recursive: true, force: true })
await build({
  entryPoints: { ...PROGRAM, ...(isForTests && tests()) },
  outdir: folder,
  bundle: true,
  splitting: true,
  external: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !TAKEN_IN.includes(name)),
  platform: 'node',
  format: 'esm',
  target: 'node20.11',
  sourcemap: true,
  sourcesContent: isForTests,
  logLevel: 'warning'
})
