import t from 'tap'
import { vitrine, vitrineReading } from './program.js'

// Every test starts processes.
t.setTimeout(120_000)

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']

t.test('the first user has the id 1, and an e-mail address can be used once', async (t) => {
  const data = t.testdir({})
  const first = await vitrine(t, ['user', 'create', '--data', data, ...ADA, '--password', 'secret-secret'])
  t.same(first, { code: 0, stdout: 'User 1 created: ada@example.org (global_admin).\n', stderr: '' })
  const { code, stderr } = await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  t.equal(code, 1)
  t.equal(stderr, 'vitrine: The email ada@example.org is already taken.\n')
})

t.test('a key is printed once, random or as given', async (t) => {
  const data = t.testdir({})
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const create = ['key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'test']
  t.match((await vitrine(t, create)).stdout, /^key_identity: {3}\w{32}\nkey_credential: \w{32}\n$/)
  const [identity, credential] = ['i'.repeat(32), 'c'.repeat(32)]
  const given = await vitrine(t, [...create, '--identity', identity, '--credential', credential])
  t.same(given, { code: 0, stdout: `key_identity:   ${identity}\nkey_credential: ${credential}\n`, stderr: '' })
})

t.test('a key without its other half, or for nobody, is refused', async (t) => {
  const data = t.testdir({})
  const create = ['key', 'create', '--data', data, '--email', 'nobody@example.org', '--label', 'test']
  const half = await vitrine(t, [...create, '--identity', 'i'.repeat(32)])
  t.same(half, { code: 1, stdout: '', stderr: 'vitrine: --identity and --credential go together: give both or neither.\n' })
  const nobody = await vitrine(t, create)
  t.same(nobody, { code: 1, stdout: '', stderr: 'vitrine: There is no user with the e-mail address nobody@example.org.\n' })
})

t.test('a data folder that cannot be made is told in one line', async (t) => {
  const data = t.testdir({ file: '' })
  const { code, stderr } = await vitrine(t, ['user', 'create', '--data', `${data}/file/inside`, ...ADA])
  t.equal(code, 1)
  t.match(stderr, /^vitrine: .+\n$/)
  t.notMatch(stderr, /\n.*\n/)
})

t.test('accounts are listed, changed, given a password and switched off', async (t) => {
  const data = t.testdir({})
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'emmy@example.org', '--name', 'Emmy', '--role', 'author'])
  const edited = await vitrine(t, ['user', 'edit', '--data', data, '--email', 'EMMY@example.org', '--role', 'editor', '--name', 'Emmy N.'])
  t.same(edited, { code: 0, stdout: 'User 2 changed: EMMY@example.org.\n', stderr: '' })
  t.match(await vitrine(t, ['user', 'edit', '--data', data, '--email', 'emmy@example.org']), { code: 1, stderr: /^vitrine: Nothing to change/ })
  const changed = await vitrineReading(t, 'a quiet glass case\n', ['user', 'password', '--data', data, '--email', 'emmy@example.org'])
  t.same(changed, { code: 0, stdout: 'Password changed: emmy@example.org.\n', stderr: '' })
  t.match(await vitrineReading(t, 'short\n', ['user', 'password', '--data', data, '--email', 'emmy@example.org']), { code: 1, stderr: /at least 8 characters/ })
  t.match(await vitrineReading(t, '', ['user', 'password', '--data', data, '--email', 'emmy@example.org']), { code: 1, stderr: 'vitrine: No password was given.\n' })
  t.equal((await vitrine(t, ['user', 'deactivate', '--data', data, '--email', 'emmy@example.org'])).stdout, 'User 2 deactivated: emmy@example.org.\n')
  t.equal((await vitrine(t, ['user', 'list', '--data', data])).stdout, '1  Ada      ada@example.org   global_admin\n2  Emmy N.  emmy@example.org  editor        inactive\n')
  t.equal((await vitrine(t, ['user', 'list', 'EMMY', '--data', data])).stdout, '2  Emmy N.  emmy@example.org  editor  inactive\n')
})

t.test('the last active administrator is neither demoted nor switched off', async (t) => {
  const data = t.testdir({})
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const last = { code: 1, stderr: /^vitrine: This is the last active global administrator/ }
  t.match(await vitrine(t, ['user', 'deactivate', '--data', data, '--email', 'ada@example.org']), last)
  t.match(await vitrine(t, ['user', 'edit', '--data', data, '--email', 'ada@example.org', '--role', 'editor']), last)
})

t.test('keys are made with limits, listed and revoked', async (t) => {
  const data = t.testdir({})
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const identity = 'i'.repeat(32)
  await vitrine(t, ['key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'harvest', '--read-only', '--resources', 'items,media', '--expires', '2999-12-31', '--identity', identity, '--credential', 'c'.repeat(32)])
  const { stdout } = await vitrine(t, ['key', 'list', '--data', data, '--email', 'ada@example.org'])
  t.equal(stdout, `${identity}  ada@example.org  harvest  never used  read only; items, media; expires 3000-01-01T00:00:00Z\n`)
  t.same(await vitrine(t, ['key', 'revoke', identity, '--data', data]), { code: 0, stdout: `Key ${identity} revoked.\n`, stderr: '' })
  t.same(await vitrine(t, ['key', 'list', '--data', data]), { code: 0, stdout: '', stderr: '' })
  t.same(await vitrine(t, ['key', 'revoke', identity, '--data', data]), { code: 1, stdout: '', stderr: 'vitrine: There is no such key.\n' })
})
