import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { OPERATOR } from '../api/access/actor.js'
import vitrine, { open, serverOptions } from '../app.js'
import type { Role } from '../schemas/roles.js'
import { copyOf, freshDatabase, removeDatabase } from './database.js'

/**
 * `tsx test/conformance-on-postgres.ts FOLDER [OPTION…]` replays every scenario of the exchanges in FOLDER by its
 * `run.mjs`, to which options are passed, against servers on PostgreSQL. The accounts are made once, and copied: made
 * by commands for every scenario, as `run.mjs --database` does it, they would take most of the time.
 */
const [folder = '', ...options] = process.argv.slice(2)
const run = promisify(execFile)

interface Library {
  KEYS: Record<string, { identity: string, credential: string }>
  USERS: Array<{ key: string, email: string, name: string, role: Role, inactive?: boolean }>
}

async function makeAccounts (database: string, data: string): Promise<void> {
  const { KEYS, USERS } = await import(pathToFileURL(path.join(folder, 'lib.mjs')).href) as Library
  const api = await open({ data, database })
  for (const { key, inactive = false, ...user } of USERS) {
    await api.accounts.createUser({ ...user, isActive: !inactive })
    await api.keys.create(user.email, { label: 'conformance', ...KEYS[key]! }, OPERATOR)
  }
  await api.close()
}

/** @returns whether all conforms. */
async function replay (scenario: string, database: string, data: string): Promise<boolean> {
  const app = Fastify(serverOptions)
  const api = await open({ data, database })
  app.addHook('onClose', async () => { await api.close() })
  await app.register(vitrine, { api })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const parameters = [path.join(folder, 'run.mjs'), '--only', scenario, '--url', base, ...options]
  const { stdout, code } = await run(process.execPath, parameters).then(
    ({ stdout }) => ({ stdout, code: 0 }), ({ stdout, code }: { stdout: string, code: number }) => ({ stdout, code })
  )
  await app.close()
  console.log(stdout.replace(/^conformance: .*\n/m, '').trimEnd())
  return code === 0
}

const template = await freshDatabase()
const data = await mkdtemp(path.join(tmpdir(), 'vitrine-conformance-'))
try {
  await makeAccounts(template, path.join(data, 'accounts'))
  const names = (await readdir(path.join(folder, 'scenarios'))).filter((name) => name.endsWith('.json')).sort()
  for (const name of names.map((name) => path.basename(name, '.json'))) {
    const database = await copyOf(template)
    if (!await replay(name, database, path.join(data, name))) process.exitCode = 1
    await removeDatabase(database)
  }
} finally {
  await removeDatabase(template)
  await rm(data, { recursive: true, force: true })
}
