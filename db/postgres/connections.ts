import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Outcome, Run } from './run.js'

/** Milliseconds until a pool that is to be ended is looked at again. */
const WAIT = 5

const { BOOL, INT8, NUMERIC } = pg.types.builtins

/** As SQLite gives them: all numbers as numbers, truth as 1 or 0. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => text === 't' ? 1 : 0
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser
}

/** Names by which the server knows connections: of collections that are open, and of those that are copied. */
export const PROGRAM = 'vitrine'
export const COPYING = 'vitrine migrate'

export function optionsOf (address: string): pg.ClientConfig {
  return { connectionString: address, types: TYPES, application_name: PROGRAM, keepAlive: true }
}

/** Ends a pool when all have a connection that wait for one: it would forget them. */
export async function endPool (pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await pause(WAIT)
  await pool.end()
}

/** Runs statements over a client or a pool. */
export function runOver (client: pg.ClientBase | pg.Pool): Run {
  return async (text, values = [], name) => {
    const statement = { text, values: values as unknown[], rowMode: 'array' as const }
    return outcomeOf(await client.query(name === undefined ? statement : { ...statement, name }))
  }
}

function outcomeOf ({ rows, fields, rowCount }: pg.QueryArrayResult): Outcome {
  return { rows: rows as unknown[][], names: fields.map(({ name }) => name), changes: rowCount ?? 0 }
}
