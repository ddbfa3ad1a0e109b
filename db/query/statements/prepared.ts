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

/**
 * Like `preparedRows`, for the column `id` of a query, in its order.
 *
 * @param prepare `prepared` or `preparedAtFirstUse`.
 */
export function preparedIds (
  build: (viewer: Viewer) => SQL, prepare = prepared
): (database: Database, viewer: Viewer, values: Record<string, unknown>) => Promise<Int32Array> {
  const statement = prepare((database, viewer) => database
    .select({ ids: listOf(sql`id`) }).from(sql`(${build(viewer)}) AS listed`).prepare())
  return async (database, viewer, values) => numbersIn((await statement(database, viewer).get(values))!.ids)
}

/** A viewer of the same kind whose account is a placeholder. */
function unbound (viewer: Viewer): Viewer {
  return viewer.id === null ? viewer : { ...viewer, id: sql.placeholder('viewer') as unknown as number }
}

/** The numbers in a column of a query as one JSON array, to be read by `numbersIn`. */
export const listOf = (column: SQL): SQL<string> => inDialect<string>((dialect) => dialect.listOf(column))

export const numbersIn = (list: string): Int32Array => new Int32Array(JSON.parse(list) as number[])

/**
 * Reads the column `id` of a query that is not prepared, because it differs each time, in its order: as one JSON text,
 * like `preparedIds`.
 */
export async function numbersOf (database: Database, rows: SQL, before = sql``): Promise<Int32Array> {
  const [row] = await database.values<[string]>(sql`${before} SELECT ${listOf(sql`id`)} FROM (${rows}) AS listed`)
  return numbersIn(row![0])
}

/** Reads the first column of a query, whatever its name, in any order. */
export async function idsOf (database: Database, rows: SQL): Promise<Int32Array> {
  return await numbersOf(database, sql`SELECT id FROM found`, sql`WITH found(id) AS (${rows})`)
}

/** Reads an id and a number from each row of a query, in any order. */
export async function keysOf (database: Database, rows: SQL): Promise<{ ids: number[], keys: number[] }> {
  // SQLite writes fractions to JSON with too few digits, so only whole numbers are read that way, within the range
  // that a BIGINT cast represents exactly.
  const whole = sql`CAST(CASE WHEN key > -1000000000000000 AND key < 1000000000000000 THEN key END AS BIGINT)`
  const found = sql`WITH found(id, key) AS (${rows})`
  const [row] = await database.values<[string, string]>(sql`${found}
    SELECT ${listOf(sql`id`)}, ${listOf(whole)} FROM found WHERE key = ${whole}`)
  const [ids, keys] = row!.map((numbers) => JSON.parse(numbers) as number[]) as [number[], number[]]
  for (const [id, key] of await database.values<[number, number]>(
    sql`${found} SELECT id, key FROM found WHERE key IS NOT NULL AND key IS DISTINCT FROM ${whole}`
  )) {
    ids.push(id)
    keys.push(key)
  }
  return { ids, keys }
}
