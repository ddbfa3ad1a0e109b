import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { OPERATOR } from '../api/core/calls/actor.js'
import vitrine, { open, serverOptions } from '../app.js'
import type { Role } from '../schemas/administration/roles.js'
import { copyOf, freshDatabase, IS_POSTGRES, removeDatabase } from './database.js'

/*
 * `node .compiled/test/conformance.js FOLDER [OPTION…]` replays every scenario of the exchanges in FOLDER by its
 * `run.mjs`, to which options are passed, with `DB=postgres` on PostgreSQL. The accounts are made once, and copied:
 * made by commands for every scenario, as `run.mjs` does it by itself, they take most of the time.
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

const template = IS_POSTGRES ? await freshDatabase() : ''
const data = await mkdtemp(path.join(tmpdir(), 'vitrine-conformance-'))
const accounts = path.join(data, 'accounts')
try {
  await makeAccounts(template, accounts)
  const names = (await readdir(path.join(folder, 'scenarios'))).filter((name) => name.endsWith('.json')).sort()
  for (const name of names.map((name) => path.basename(name, '.json'))) {
    const folder = path.join(data, 'scenarios', name)
    const database = IS_POSTGRES ? await copyOf(template) : ''
    if (!IS_POSTGRES) await cp(accounts, folder, { recursive: true })
    if (!await replay(name, database, folder)) process.exitCode = 1
    if (IS_POSTGRES) await removeDatabase(database)
  }
} finally {
  if (IS_POSTGRES) await removeDatabase(template)
  await rm(data, { recursive: true, force: true })
}
