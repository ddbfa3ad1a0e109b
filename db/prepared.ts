import { sql } from 'drizzle-orm'
import type { Viewer } from './search/viewer.js'
import type { Database } from './sqlite.js'

/** What a prepared statement is run with: a list of ids as JSON text, and who looks. */
export interface Bindings {
  ids: string
  viewer: number | null
}

/** In a prepared statement, stands for `Bindings.ids`; for isOneOf. */
export const IDS = sql.placeholder('ids')

/** Values for a statement made by `prepared`. */
export function bindings (ids: readonly number[], viewer: Viewer): Bindings & Record<string, unknown> {
  return { ids: JSON.stringify(ids), viewer: viewer.id }
}

/**
 * A query that is built and compiled once for each database and each kind of viewer, since building one takes longer
 * than running it.
 *
 * @param build makes the query for a viewer whose account is not known yet, and prepares it.
 */
export function prepared<Q> (build: (database: Database, viewer: Viewer) => Q): (database: Database, viewer: Viewer) => Q {
  const known = new WeakMap<Database, Map<string, Q>>()
  return (database, viewer) => {
    const kind = viewer.viewsAll ? 'all' : viewer.id === null ? 'public' : 'own'
    let queries = known.get(database)
    if (queries === undefined) known.set(database, queries = new Map())
    let query = queries.get(kind)
    if (query === undefined) queries.set(kind, query = build(database, unbound(viewer)))
    return query
  }
}

/** The account is bound when the statement is run. */
function unbound (viewer: Viewer): Viewer {
  return viewer.id === null ? viewer : { ...viewer, id: sql.placeholder('viewer') as unknown as number }
}
