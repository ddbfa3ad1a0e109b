import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Completes the declarations that tsc has written: `node declarations.js [folder]`, `dist` by default.
 *
 * The declarations of Drizzle compile only beside the drivers of every database that it knows, and have errors even
 * then: the compiler of an application that checks declarations too (without `skipLibCheck`) would refuse them. So ours
 * refer to the types of db/sql.ts, which have the names of Drizzle's. Declarations that no entry of the package refers
 * to are removed.
 */
const folder = path.resolve(process.argv[2] ?? 'dist')
const types = path.join(folder, 'db', 'sql.d.ts')

/** An address of a module, in `from '…'`, `import '…'` or `import('…')`. */
const ADDRESS = /(\b(?:from|import)\s*\(?\s*)(["'])([^"'\n]+)\2/g

const { exports: entries } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'))
const waiting = Object.values(entries).filter((entry) => entry.types !== undefined)
  .map((entry) => path.resolve(folder, path.relative('dist', entry.types)))
const needed = new Set(waiting)

for (const file of waiting) {
  const text = readFileSync(file, 'utf8')
  const complete = text.replace(ADDRESS, (whole, before, quote, name) => {
    if (/^drizzle-orm(?:\/|$)/.test(name)) return `${before}${quote}${relative(file, types)}${quote}`
    if (name === 'better-sqlite3') throw new Error(`${file} refers to ${name}, whose types are not installed.`)
    const next = path.resolve(path.dirname(file), name.replace(/\.js$/, '.d.ts'))
    if (name.startsWith('.') && existsSync(next) && !needed.has(next)) {
      needed.add(next)
      waiting.push(next)
    }
    return whole
  })
  if (complete !== text) writeFileSync(file, complete)
}

for (const name of readdirSync(folder, { recursive: true })) {
  const file = path.join(folder, name)
  if (name.endsWith('.d.ts') && !needed.has(file)) rmSync(file)
}

function relative (from, to) {
  const address = path.relative(path.dirname(from), to).replace(/\.d\.ts$/, '.js')
  return address.startsWith('.') ? address : `./${address}`
}
