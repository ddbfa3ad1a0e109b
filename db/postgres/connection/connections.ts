import type { Writable } from 'node:stream'
import pg from 'pg'
import { withCode } from './connection-error.js'

/** Result of a statement: its rows as arrays, the names of the columns, and the number of changed rows. */
export interface Outcome {
  readonly rows: unknown[][]
  readonly names: readonly string[]
  readonly changes: number
}

/** Runs a statement. @param name under which the server stores it prepared; absent: it is run once. */
export type Run = (text: string, parameters?: readonly unknown[], name?: string) => Promise<Outcome>

const { BOOL, INT8, NUMERIC } = pg.types.builtins

/** Converts values as SQLite returns them: all numbers as numbers, booleans as 1 or 0. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => text === 't' ? 1 : 0
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser
}

/** Application names of connections: of open collections, of the connection that listens, and of copies. */
export const PROGRAM = 'vitrine'
export const LISTENING = 'vitrine listening'
export const COPYING = 'vitrine migrate'

/**
 * Settings of each session. The server notices within seconds that the client's computer is gone, cancels its
 * statements and releases its locks. Statements are not compiled to machine code (JIT), which would take longer than
 * nearly all of them run. `work_mem` is large enough to sort all values of a property in memory.
 */
const SESSION = [
  'tcp_keepalives_idle=5', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3', 'client_connection_check_interval=5s',
  'jit=off', 'work_mem=32MB'
].map((setting) => `-c ${setting}`).join(' ')

/** Default timeout in milliseconds for opening a connection. */
const CONNECT_TIMEOUT_MS = 5000

export function optionsOf (address: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS): pg.ClientConfig {
  return {
    connectionString: address,
    types: TYPES,
    application_name: PROGRAM,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis,
    options: SESSION
  }
}

/**
 * Runs statements over a client one after the other, in the order of the calls, because the driver must not be called
 * while it waits for a response.
 *
 * @param timeout milliseconds after which a statement fails; absent: the server or the system decides.
 */
export function runOver (client: pg.ClientBase, timeout?: number): Run {
  const run = sendingOver(client, timeout)
  let last: Promise<unknown> = Promise.resolve()
  return async (...statement) => {
    const answer = last.then(async () => await run(...statement))
    last = answer.catch(() => {})
    return await answer
  }
}

/**
 * As `runOver`, for a client with the option `pipeline`: statements do not wait for earlier responses. All statements
 * of one turn of the event loop are sent in one packet, because sending takes longer than nearly all statements run.
 */
export function pipelineOver (client: pg.ClientBase, timeout?: number): Run {
  const run = sendingOver(client, timeout)
  // `connection` is missing in the driver's types. Its stream is replaced when encryption begins, so it is read each
  // time.
  const { connection } = client as unknown as { connection: { stream: Writable } }
  let isCorked = false
  return async (...statement) => {
    if (!isCorked) {
      const { stream } = connection
      isCorked = true
      stream.cork()
      process.nextTick(() => {
        isCorked = false
        stream.uncork()
      })
    }
    return await run(...statement)
  }
}

function sendingOver (client: pg.ClientBase, timeout?: number): Run {
  return async (text, values = [], name) => {
    const statement = {
      text,
      values: values as unknown[],
      rowMode: 'array' as const,
      ...(name !== undefined && { name }),
      ...(timeout !== undefined && { query_timeout: timeout })
    }
    try {
      return outcomeOf(await client.query(statement))
    } catch (error) {
      throw withCode(error)
    }
  }
}

/** A character that occurs in no text, in place of U+0000, which PostgreSQL rejects. */
const NUL_REPLACEMENT = '\u{10FFFF}'

/** For reads: a parameter with U+0000 matches nothing instead of being an error, as it is for writes. */
export function forReads (run: Run): Run {
  return async (text, values, name) => await run(text, values?.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', NUL_REPLACEMENT) : value), name)
}

function outcomeOf ({ rows, fields, rowCount }: pg.QueryArrayResult): Outcome {
  return { rows: rows as unknown[][], names: fields.map(({ name }) => name), changes: rowCount ?? 0 }
}

/** Maximum number of prepared statements; others are planned each time. */
const MAX_PREPARED = 500

/** Names by statement text; equal on all connections. */
const names = new Map<string, string>()

/** The name under which a repeated statement is prepared; undefined: it is not prepared. */
export function nameOf (text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_PREPARED) names.set(text, name = `s${names.size}`)
  return name
}
