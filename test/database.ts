import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Settings } from '../api/runtime/settings/settings.js'
import { open } from '../app.js'
import { packageFolder } from '../package.js'
import { postgresServer } from './postgres-server.js'

/** Whether the tests run on PostgreSQL: `DB=postgres npm test`. */
export const IS_POSTGRES = process.env.DB === 'postgres'

/** For tests of what only a file can be or do: which it is. Each is a test of SQLite alone. */
export function onSqlite (reason: string): { skip?: string } {
  return IS_POSTGRES ? { skip: `only SQLite: ${reason}` } : {}
}

/** Sources of a new database: the template is made again when they change. */
const ORIGINS = ['db/postgres', 'db/seed', 'db/changes/tracking.ts']

/** Advisory lock of the process that makes the template. */
const MAKING = 7_202_119

/** Databases by the data folders that they belong to. */
const databases = new Map<string, { name: string, made: Promise<unknown> }>()
let template: Promise<string> | undefined

/** The settings of the database of a data folder. With `DB=postgres`, it is one as the first start leaves it. */
export async function databaseOf (data: string): Promise<Partial<Settings>> {
  if (!IS_POSTGRES) return {}
  const folder = path.resolve(data)
  let found = databases.get(folder)
  if (found === undefined) {
    const name = newName()
    found = { name, made: pristineTemplate().then(async (from) => { await create(name, from) }) }
    databases.set(folder, found)
  }
  await found.made
  return { database: await addressOf(found.name) }
}

/** The settings of a collection in a data folder, and with `DB=postgres` in the database that belongs to it. */
export async function keptIn (data: string): Promise<Partial<Settings>> {
  return { data, ...await databaseOf(data) }
}

/**
 * Gives what says, in the environment of a program that is started, which database belongs to its data folder: made at
 * once, if need be, which `onMade` learns.
 */
export async function databaseVariables (): Promise<
  (data: string | undefined, onMade: (folder: string) => void) => { VITRINE_DATABASE?: string }
> {
  if (!IS_POSTGRES) return () => ({})
  const [server, from] = await Promise.all([addressOf('postgres'), pristineTemplate()])
  return (data, onMade) => {
    if (data === undefined) return {}
    const folder = path.resolve(data)
    let { name } = databases.get(folder) ?? {}
    if (name === undefined) {
      name = newName()
      const script = 'const { default: pg } = await import("pg"); const client = new pg.Client(process.argv[1]); ' +
        'await client.connect(); await client.query(process.argv[2]); await client.end()'
      execFileSync(process.execPath, ['--input-type=module', '-e', script, server, statement(name, from)], {
        cwd: packageFolder, env: { PATH: process.env.PATH }
      })
      databases.set(folder, { name, made: Promise.resolve() })
      onMade(folder)
    }
    return { VITRINE_DATABASE: Object.assign(new URL(server), { pathname: `/${name}` }).href }
  }
}

/** Makes a data folder begin with a copy of another's database, which no process has open. */
export async function copyDatabase (from: string, to: string): Promise<void> {
  if (!IS_POSTGRES) {
    await copyFile(path.join(from, 'vitrine.db'), path.join(to, 'vitrine.db'))
    return
  }
  const origin = databases.get(path.resolve(from))
  if (origin === undefined) throw new Error(`${from} has no database.`)
  const name = newName()
  databases.set(path.resolve(to), { name, made: create(name, origin.name) })
}

/** Removes the databases of data folders in a folder. */
export async function removeDatabases (folder: string): Promise<void> {
  for (const [data, { name, made }] of databases) {
    if (data !== folder && !data.startsWith(`${folder}${path.sep}`)) continue
    databases.delete(data)
    await made
    await removeDatabase(await addressOf(name))
  }
}

/** Makes an empty database. @returns its address. */
export async function newDatabase (): Promise<string> {
  const name = newName()
  await create(name, 'template0')
  return await addressOf(name)
}

/** Makes a database as the first start leaves it. @returns its address. */
export async function freshDatabase (): Promise<string> {
  const name = newName()
  await create(name, await pristineTemplate())
  return await addressOf(name)
}

/** Copies a database without connections. @returns the address of the copy. */
export async function copyOf (address: string): Promise<string> {
  const name = newName()
  await create(name, new URL(address).pathname.slice(1))
  return await addressOf(name)
}

export async function removeDatabase (address: string): Promise<void> {
  const name = new URL(address).pathname.slice(1)
  await administer(async (client) => { await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) })
}

function newName (): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

const statement = (name: string, from: string): string => `CREATE DATABASE ${name} TEMPLATE ${from}`

async function create (name: string, from: string): Promise<void> {
  await administer(async (client) => { await client.query(statement(name, from)) })
}

async function addressOf (name: string): Promise<string> {
  return Object.assign(new URL(await postgresServer()), { pathname: `/${name}` }).href
}

async function administer<T> (work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await postgresServer())
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The name of the database that others are copied from. */
async function pristineTemplate (): Promise<string> {
  return await (template ??= makeTemplate())
}

/** Makes it once on a server, since that takes longer than most tests. */
async function makeTemplate (): Promise<string> {
  const name = `pristine_${digestOf(ORIGINS)}`
  await administer(async (client) => {
    await client.query(`SELECT pg_advisory_lock(${MAKING})`)
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return
    await client.query('DROP DATABASE IF EXISTS pristine_unfinished WITH (FORCE)')
    await client.query('CREATE DATABASE pristine_unfinished TEMPLATE template0')
    const data = await mkdtemp(path.join(tmpdir(), 'vitrine-pristine-'))
    const api = await open({ data, searchThreads: 0, database: await addressOf('pristine_unfinished') })
    await api.close()
    await rm(data, { recursive: true })
    await client.query(`ALTER DATABASE pristine_unfinished RENAME TO ${name}`)
  })
  return name
}

function digestOf (names: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (name: string): void => {
    if (statSync(name).isDirectory()) for (const member of readdirSync(name).sort()) add(path.join(name, member))
    else hash.update(readFileSync(name))
  }
  for (const name of names) add(path.join(packageFolder, name))
  return hash.digest('hex').slice(0, 16)
}
