import { build } from 'esbuild'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
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
 * shown, say `new this(…)` in their static methods (api/errors.ts); test/app.test.ts finds one that does not.
 */
const isForTests = process.argv.includes('--tests')
const folder = isForTests ? '.compiled' : 'dist'

/**
 * Packages made of hundreds of small files, which would cost 0.2 s at each start; all others stay where npm puts them.
 * An application takes `sql` and the like from `vitrine/sql`, so that Drizzle is not installed (declarations.js); to
 * TypeBox our types refer, so it is.
 */
const TAKEN_IN = ['@sinclair/typebox', 'drizzle-orm']

const PROGRAM = {
  app: 'app.ts',
  'cli/vitrine': 'cli/vitrine.ts',
  'client/index': 'client/index.ts',
  sql: 'db/sql.ts',
  'search-program': 'api/search/worker/search-program.ts',
  'index-program': 'api/search/full-text/index-program.ts',
  'export-program': 'api/export/export-program.ts',
  'rdf-program': 'api/rdf-in/rdf-program.ts'
}

function tests () {
  const files = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return Object.fromEntries(
    files.map((file) => [path.join('test', file.slice(0, -'.ts'.length)), path.join('test', file)])
  )
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
