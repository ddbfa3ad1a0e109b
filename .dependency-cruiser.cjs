'use strict'

const { folders, ...rooms } = require('./docs/layers.json')

/**
 * Who may import whom; `npm run lint` holds it, and docs/architecture.md draws it. Types count like everything else.
 * In docs/layers.json a folder may import those that stand below it, except where `not` says otherwise.
 */
function downwards (rows, parent = '') {
  const pathOf = ({ name }) => `^${parent}${name.endsWith('.ts') ? name.replace('.', '\\.') + '$' : name + '/'}`
  return rows.map((row, at) => ({
    name: `${parent}${row.name}-imports-downwards`,
    severity: 'error',
    from: { path: pathOf(row) },
    to: { path: [...rows.slice(0, at), ...rows.filter(({ name }) => row.not?.includes(name))].map(pathOf) }
  })).filter(({ to }) => to.path.length > 0)
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
    ...downwards(folders),
    ...Object.entries(rooms).flatMap(([parent, rows]) => downwards(rows, `${parent}/`))
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(api|cli|db|files|plugins|routes|schemas|web)/|^app\\.ts$'
  }
}
