import { PROGRAM, vitrine } from './program.js'

/** A key for the administrator of a data folder, the same in every run so that the folder can be used again. */
export const KEY = { identity: 'benchmark'.padEnd(32, '0'), credential: 'guardsnothing'.padEnd(32, '0') }

const EMAIL = 'bench@example.org'

/** Makes a data folder with an administrator, who has the key. */
export async function createAdministrator (data: string, program = PROGRAM): Promise<void> {
  const user = ['--email', EMAIL, '--name', 'Benchmark', '--role', 'global_admin']
  await vitrine(program, 'user', 'create', ...user, '--data', data)
  const { identity, credential } = KEY
  const key = ['--label', 'bench', '--identity', identity, '--credential', credential]
  await vitrine(program, 'key', 'create', '--email', EMAIL, ...key, '--data', data)
}
