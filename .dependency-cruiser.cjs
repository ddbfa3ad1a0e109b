'use strict'

const { readFileSync } = require('node:fs')
const path = require('node:path')

const PAGE = path.join(__dirname, 'docs', 'architecture.md')

/** The names in the tables of the page, from top to bottom, by the folder that holds them; '' for the first table. */
const folders = new Map()
for (const [table] of readFileSync(PAGE, 'utf8').matchAll(/(?:^\|.*\n)+/gm)) {
  const [, parent = ''] = /^\| in `(\w+\/)`/.exec(table) ?? []
  folders.set(parent, [...table.matchAll(/^\| `([\w./]+)`/gm)].map(([, name]) => name))
}

/**
 * Who may import whom: in each table of docs/architecture.md a folder imports only those below it. Types count like
 * everything else.
 */
function downwards (parent, names) {
  const pathOf = (name) => `^${parent}${name.replace(/\.ts$/, '\\.ts$')}`
  return names.slice(1).map((name, at) => ({
    name: `${parent}${name}-imports-downwards`,
    severity: 'error',
    from: { path: pathOf(name) },
    to: { path: names.slice(0, at + 1).map(pathOf) }
  }))
}

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    // So that nothing depends on which engine runs (db/engine/engine.ts).
    {
      name: 'engine-is-chosen-once',
      severity: 'error',
      from: { path: '^', pathNot: '^db/(postgres|open)/' },
      to: { path: '^db/postgres/' }
    },
    // So that the client can publish the schemas.
    { name: 'schemas-stand-alone', severity: 'error', from: { path: '^schemas/' }, to: { path: '^(files|db)/' } },
    ...[...folders].flatMap(([parent, names]) => downwards(parent, names))
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(api|cli|db|files|plugins|routes|schemas|web)/|^app\\.ts$'
  }
}
