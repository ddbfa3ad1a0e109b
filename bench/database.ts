import pg from 'pg'
import { vitrine } from './processes/program.js'

/** The tables of a collection that was copied to its end. */
const IS_FILLED = "SELECT 1 WHERE to_regclass('resource') IS NOT NULL AND to_regclass('unfinished_copy') IS NULL"

/**
 * Copies a collection from a data folder into a database in PostgreSQL, unless one is there, and makes a copy of that,
 * which may be written to.
 *
 * @returns the address of the copy.
 */
export async function copyDatabase (
  address: string, data: string, program: string, say: (text: string) => void
): Promise<string> {
  const client = new pg.Client(address)
  await client.connect()
  const { rowCount } = await client.query(IS_FILLED)
  await client.end()
  if (rowCount === 0) {
    say('Copying it into PostgreSQL')
    await vitrine(program, 'migrate', '--from', data, '--to', address)
  }
  say('Copying the database')
  const name = decodeURIComponent(new URL(address).pathname.slice(1))
  const copy = `${name}_bench_${process.pid}`
  await administer(address, `CREATE DATABASE "${copy}" TEMPLATE "${name}" STRATEGY file_copy`)
  return Object.assign(new URL(address), { pathname: `/${encodeURIComponent(copy)}` }).href
}

export async function removeDatabase (address: string): Promise<void> {
  const name = decodeURIComponent(new URL(address).pathname.slice(1))
  await administer(address, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
}

/** Runs a statement over a connection to another database of the same server. */
async function administer (address: string, statement: string): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(address), { pathname: '/postgres' }).href)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
