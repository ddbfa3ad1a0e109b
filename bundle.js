import { build } from 'esbuild'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Compiles TypeScript for Node: `node bundle.js` the program into `dist/`, `node bundle.js --tests` every test into
 * `.compiled/`. Types are the business of `tsc`.
 *
 * A bundle, because Node loads a few large files faster than some 400 small ones: measured side by side, `serve` needs
 * 0.9 s of CPU time until it answers instead of 1.4 s, `key create` 0.4 s instead of 0.8 s. What several entry points
 * need is put into files that they share, each module once.
 *
 * Without esbuild's `keepNames`, which names every closure again each time that one is created: that took a fifth of
 * the CPU time of a page of a list. In return, esbuild renames a class that mentions itself, so errors, whose names are
 * shown, say `new this(…)` in their static methods (api/core/calls/errors.ts); test/app.test.ts finds one that
 * does not.
 */
const isForTests = process.argv.includes('--tests')
const folder = isForTests ? '.compiled' : 'dist'

/**
 * Packages made of hundreds of small files, which would cost 0.2 s at each start; all others stay where npm puts them.
 */
const TAKEN_IN = ['@sinclair/typebox', 'drizzle-orm']

/** Packages that few requests and commands need: loading them at each start would take up to a quarter of it. */
const LOADED_WHEN_NEEDED = [
  'jsonld', 'n3', 'rdfxml-streaming-parser', 'csv-parse', 'csv-parse/sync', 'yauzl', 'saxes', 'cli-progress', 'sharp',
  'piscina'
]

const PROGRAM = {
  app: 'app.ts',
  'cli/vitrine': 'cli/vitrine.ts',
  'client/index': 'client/index.ts',
  sql: 'db/sql.ts',
  'checkpoint-program': 'db/sqlite/log/checkpoint-program.ts',
  'search-program': 'api/operations/search-program.ts',
  'index-program': 'api/search/full-text/index/index-program.ts',
  'export-program': 'api/move/export/streams/export-program.ts',
  'rdf-program': 'api/move/rdf/rdf-program.ts'
}

function tests () {
  const files = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return Object.fromEntries([...files, 'run-files.ts', 'conformance.ts'].map(
    (file) => [path.join('test', file.slice(0, -'.ts'.length)), path.join('test', file)]
  ))
}

/** Has test files take `tap` from test/root-test.ts, so that several can share a process. */
const rootTest = {
  name: 'root-test',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^tap$/ }, ({ importer }) =>
      importer.endsWith('.test.ts') ? { path: path.resolve('test/root-test.ts') } : { path: 'tap', external: true })
  }
}

const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })

rmSync(folder, { recursive: true, force: true })
const { metafile: { outputs } } = await build({
  entryPoints: { ...PROGRAM, ...(isForTests && tests()) },
  outdir: folder,
  bundle: true,
  splitting: true,
  external: installed.filter((name) => !TAKEN_IN.includes(name)),
  plugins: isForTests ? [rootTest] : [],
  platform: 'node',
  format: 'esm',
  target: 'node20.11',
  sourcemap: true,
  sourcesContent: isForTests,
  metafile: true,
  logLevel: 'warning'
})

if (!isForTests) for (const file of Object.keys(outputs)) if (file.endsWith('.js')) escape(file)

for (const entry of ['app', 'cli/vitrine']) {
  const early = LOADED_WHEN_NEEDED.filter((name) => loadedWith(`${folder}/${entry}.js`).has(name))
  if (early.length > 0) throw new Error(`${entry}.ts loads ${early.join(', ')} at once: use import() where it is needed.`)
}

/**
 * Escapes what esbuild leaves of characters beyond Latin-1: those in tagged templates, of which `html` reads what they
 * mean, not how they are written. With a single one, Node keeps the whole file in two bytes a character.
 */
function escape (file) {
  const text = readFileSync(file, 'utf8')
  const escaped = text.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (escaped !== text) writeFileSync(file, escaped)
}

/** The files and packages that a file imports, directly or not, before it runs. */
function loadedWith (file, found = new Set()) {
  for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(imported)) continue
    found.add(imported)
    loadedWith(imported, found)
  }
  return found
}
