import type { Writable } from 'node:stream'
import pg from 'pg'
import { withCode } from './connection-error.js'
import type { Outcome, Run } from './run.js'

const { BOOL, INT8, NUMERIC } = pg.types.builtins

/** As SQLite gives them: all numbers as numbers, truth as 1 or 0. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => text === 't' ? 1 : 0
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser
}

/** Names by which the server knows connections: of collections that are open, that which listens, and of copies. */
export const PROGRAM = 'vitrine'
export const LISTENING = 'vitrine listening'
export const COPYING = 'vitrine migrate'

/**
 * The server notices within seconds that a computer is gone, ends what it asked for and releases its locks. It compiles
 * no statement to machine code: that would take longer than nearly all of them run. All values of a property are sorted
 * in memory.
 */
const SESSION = [
  'tcp_keepalives_idle=5', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3', 'client_connection_check_interval=5s',
  'jit=off', 'work_mem=32MB'
].map((setting) => `-c ${setting}`).join(' ')

/** Milliseconds that a connection may take to be made, unless a setting says otherwise. */
const CONNECTING = 5000

export function optionsOf (address: string, connectionTimeoutMillis = CONNECTING): pg.ClientConfig {
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
 * Runs statements over a client, one after the other in the order of the calls: the driver is to be asked nothing while
 * it waits for an answer.
 *
 * @param timeout milliseconds after which an answer is waited for no longer; absent: the server or the system says.
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
 * The same over a client with the option `pipeline`: statements do not wait for answers. Those of one turn of the event
 * loop are sent together, since each time that something is sent takes longer than nearly all statements run.
 */
export function pipelineOver (client: pg.ClientBase, timeout?: number): Run {
  const run = sendingOver(client, timeout)
  // The driver's types do not know it; encryption replaces the stream.
  const { connection } = client as unknown as { connection: { stream: Writable } }
  let isHeld = false
  return async (...statement) => {
    if (!isHeld) {
      const { stream } = connection
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
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

/** A character that no text has, in place of U+0000, which PostgreSQL does not take. */
const NOWHERE = '\u{10FFFF}'

/** For reads: a question with U+0000 finds nothing. What is written with it is an error. */
export function asking (run: Run): Run {
  return async (text, values, name) => await run(text, values?.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', NOWHERE) : value), name)
}

function outcomeOf ({ rows, fields, rowCount }: pg.QueryArrayResult): Outcome {
  return { rows: rows as unknown[][], names: fields.map(({ name }) => name), changes: rowCount ?? 0 }
}
