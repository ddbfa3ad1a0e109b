import { sql, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Viewer } from './viewer.js'
import type { Database } from './database.js'
import { inDialect } from './dialect.js'

/** Parameters of a prepared statement: a list of ids as JSON text, and the viewer's account. */
interface Bindings {
  ids: string
  viewer: number | null
}

/** The placeholder for `Bindings.ids`, to be passed to `isOneOf`. */
export const IDS = sql.placeholder('ids')

/** Parameters for a statement made by `prepared`. */
export function bindings (ids: readonly number[], viewer: Viewer): Bindings & Record<string, unknown> {
  return { ids: JSON.stringify(ids), viewer: viewer.id }
}

/** A query that is built once for each database and each kind of viewer. */
type Statement<Q> = (database: Database, viewer: Viewer) => Q

/** All functions that `prepared` has made. */
const statements: Array<Statement<unknown>> = []

/** Builds all prepared statements for a viewer in advance, so that no request waits for it. */
export function prepareStatements (database: Database, viewer: Viewer): void {
  for (const statement of statements) statement(database, viewer)
}

/**
 * Builds and compiles a query once for each database and each kind of viewer, because building it takes longer than
 * running it. To be called when a module is loaded.
 *
 * @param build builds and prepares the query. The account of its viewer is a placeholder.
 */
export function prepared<Q> (build: Statement<Q>): Statement<Q> {
  const statement = preparedAtFirstUse(build)
  statements.push(statement)
  return statement
}

/** Like `prepared`, for statements made while the application runs: `prepareStatements` does not keep or build them. */
export function preparedAtFirstUse<Q> (build: Statement<Q>): Statement<Q> {
  const known = new WeakMap<Database, Map<number, Q>>()
  return (database, viewer) => {
    const kind = kindOf(viewer)
    let queries = known.get(database)
    if (queries === undefined) known.set(database, queries = new Map())
    let query = queries.get(kind)
    if (query === undefined) queries.set(kind, query = build(database, unbound(viewer)))
    return query
  }
}

/** The rows that a statement made by `prepared` selects for some ids; without ids, it is not run. */
export async function rowsFor<Row> (
  statement: (database: Database, viewer: Viewer) => { all (values: Record<string, unknown>): Row[] | Promise<Row[]> },
  { database, viewer }: { readonly database: Database, readonly viewer: Viewer },
  ids: readonly number[]
): Promise<Row[]> {
  return ids.length === 0 ? [] : await statement(database, viewer).all(bindings(ids, viewer))
}

/** A number for each kind of viewer. Computed without strings, because each read calls it some twenty times. */
function kindOf ({ viewsAll, id, isAdmin, disclosesPrivate }: Viewer): number {
  const sees = viewsAll ? 0 : id === null ? 1 : 2
  return sees + (isAdmin ? 4 : 0) + (disclosesPrivate === true ? 8 : 0)
}

/**
 * Like `prepared`, for queries of many rows: SQLite returns them as one JSON text, which is several times as fast as
 * fetching them row by row. A row is the list of its columns as stored: booleans are 1 or 0.
 *
 * @param columns the columns of a row. @param build makes the query, given the columns to select.
 */
export function preparedRows<Row extends readonly unknown[]> (
  columns: (viewer: Viewer) => ReadonlyArray<AnyColumn | SQL>,
  build: (columns: Record<string, SQL.Aliased>, viewer: Viewer) => SQLWrapper
): (database: Database, viewer: Viewer, values: Record<string, unknown>) => Promise<Row[]> {
  const statement = prepared((database, viewer) => {
    const selected = Object.fromEntries(columns(viewer).map((column, at) => [`c${at}`, sql`${column}`.as(`c${at}`)]))
    const row = Object.keys(selected).map((name) => sql.raw(name))
    const rows = inDialect<string>((dialect) => dialect.listOfRows(row))
    return database.select({ rows }).from(sql`(${build(selected, viewer)}) AS found`).prepare()
  })
  return async (database, viewer, values) => JSON.parse((await statement(database, viewer).get(values))!.rows) as Row[]
}

/** A viewer of the same kind whose account is a placeholder. */
function unbound (viewer: Viewer): Viewer {
  return viewer.id === null ? viewer : { ...viewer, id: sql.placeholder('viewer') as unknown as number }
}
