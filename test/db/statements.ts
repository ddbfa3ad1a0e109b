import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import pg from 'pg'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { IS_POSTGRES } from '../database.js'

const METHODS = ['all', 'get', 'iterate', 'run'] as const

/** The SQL of every statement that runs on any connection of this process while `work` does. */
export async function statementsOf (work: () => Promise<unknown>): Promise<string[]> {
  return await (IS_POSTGRES ? sent(work) : run(work))
}

async function sent (work: () => Promise<unknown>): Promise<string[]> {
  const prototype = pg.Client.prototype as unknown as { query (this: pg.Client, ...given: unknown[]): unknown }
  const { query } = prototype
  const statements: string[] = []
  prototype.query = function (...given) {
    const [statement] = given as [string | { text: string }]
    statements.push(typeof statement === 'string' ? statement : statement.text)
    return query.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return statements
}

async function run (work: () => Promise<unknown>): Promise<string[]> {
  const memory = openFile(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    (typeof METHODS)[number],
    (this: Sqlite.Statement, ...values: unknown[]) => unknown
  >
  memory.close()
  const originals = METHODS.map((method) => [method, prototype[method]] as const)
  const statements: string[] = []
  for (const [method, original] of originals) {
    prototype[method] = function (...values) {
      statements.push(this.source)
      return original.apply(this, values)
    }
  }
  try {
    await work()
  } finally {
    for (const [method, original] of originals) prototype[method] = original
  }
  return statements
}

/** The steps in which the database in a folder would answer a statement. */
export function planOf (folder: string, statement: string): string[] {
  const file = openFile(path.join(folder, 'vitrine.db'), { readonly: true })
  try {
    const parameters = Array.from(statement.matchAll(/\?/g), () => null)
    return (file.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...parameters) as Array<{ detail: string }>).map(
      (step) => step.detail
    )
  } finally {
    file.close()
  }
}
