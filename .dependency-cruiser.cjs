'use strict'

const { folders, api } = require('./docs/layers.json')

/**
 * Who may import whom; `npm run lint` holds it, and docs/architecture.md draws it. Types count like everything else.
 * In docs/layers.json a folder may import those that stand below it, except where `not` says otherwise. Files right in
 * `api/` that no row names are small and used by all.
 */
function downwards (rows, prefix) {
  return rows.map(({ name, path, not = [] }, at) => ({
    name: `${prefix}${name}-imports-downwards`,
    severity: 'error',
    from: { path },
    to: { path: [...rows.slice(0, at), ...rows.filter((row) => not.includes(row.name))].map((row) => row.path) }
  })).filter(({ to }) => to.path.length > 0)
}

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    // So that nothing depends on which engine runs (db/engine.ts).
    {
      name: 'engine-is-chosen-once',
      severity: 'error',
      from: { path: '^', pathNot: '^db/(postgres/|(open-engine|open-reading|failures)\\.ts$)' },
      to: { path: '^db/postgres/' }
    },
    ...downwards(folders, ''),
    ...downwards(api, 'api-')
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(api|cli|db|files|plugins|routes|schemas|web)/|^app\\.ts$'
  }
}
