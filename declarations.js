import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Completes the declarations that tsc has written: `node declarations.js [folder]`, `dist` by default.
 *
 * They speak of Drizzle, whose own compile only beside the drivers of every database that it knows, and have errors
 * even then; and of better-sqlite3, whose types are a package that only Vitrine itself installs. The compiler of an
 * application that checks declarations too (without `skipLibCheck`) would refuse both. So they are copied, as far as
 * ours refer to them, each with `@ts-nocheck`: the types stay the same, and nothing else has to be installed. The
 * program of Drizzle is in the bundle already (bundle.js).
 */
const folder = path.resolve(process.argv[2] ?? 'dist')
const modules = path.join(import.meta.dirname, 'node_modules')

/** An address of a module, in `from '…'`, `import '…'` or `import('…')`. */
const ADDRESS = /(\b(?:from|import)\s*\(?\s*)(["'])([^"'\n]+)\2/g

const copied = new Set()

/** The declaration, relative to `node_modules`, that the name of a module stands for; undefined: not to be copied. */
function declarationOf (name) {
  if (name === 'better-sqlite3') return '@types/better-sqlite3/index.d.ts'
  const index = path.join(name, 'index.d.ts')
  // Examples in comments name modules that do not exist.
  return /^drizzle-orm(?:\/|$)/.test(name) && existsSync(path.join(modules, index)) ? index : undefined
}

/** Where the copy of a declaration is. That of better-sqlite3 describes a CommonJS module, so it must end so. */
function targetOf (declaration) {
  return path.join(
    folder, declaration.startsWith('@types/') ? declaration.slice('@types/'.length).replace(/ts$/, 'cts') : declaration
  )
}

/** Replaces the names of copied modules by their addresses relative to a file, and copies what is not yet copied. */
function addressed (text, file) {
  return text.replace(ADDRESS, (whole, before, quote, name) => {
    const declaration = declarationOf(name)
    if (declaration === undefined) return whole
    copy(declaration)
    const to = path.relative(path.dirname(file), targetOf(declaration)).replace(/\.d\.(c?)ts$/, '.$1js')
    return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`
  })
}

/** Copies a declaration and all that it imports. */
function copy (declaration) {
  if (copied.has(declaration)) return
  copied.add(declaration)
  const text = readFileSync(path.join(modules, declaration), 'utf8')
  for (const [,,, name] of text.matchAll(ADDRESS)) {
    if (name.startsWith('.')) copy(path.join(path.dirname(declaration), name.replace(/\.js$/, '.d.ts')))
  }
  const target = targetOf(declaration)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `// @ts-nocheck\n${addressed(text, target)}`)
}

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.d.ts') || name.startsWith('drizzle-orm')) continue
  const file = path.join(folder, name)
  const text = readFileSync(file, 'utf8')
  const complete = addressed(text, file)
  if (complete !== text) writeFileSync(file, complete)
}
