import t from 'tap'
import { vitrine } from './program.js'
import { dataFolder, temporaryFolder } from '../helper.js'

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']

t.test('the first user has the id 1, and an e-mail address can be used once', async (t) => {
  const data = await temporaryFolder(t)
  const first = await vitrine(t, ['user', 'create', '--data', data, ...ADA, '--password', 'secret-secret'])
  t.same(first, { code: 0, stdout: 'User 1 created: ada@example.org (global_admin).\n', stderr: '' })
  const { code, stderr } = await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  t.equal(code, 1)
  t.equal(stderr, 'vitrine: The email ada@example.org is already taken.\n')
})

t.test('a key is printed once, random or as given', async (t) => {
  const data = await temporaryFolder(t)
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const create = ['key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'test']
  t.match((await vitrine(t, create)).stdout, /^key_identity: {3}(\w{32})\nkey_credential: (\w{32})\n\nexport KEY=\1:\2\n$/)
  const [identity, credential] = ['i'.repeat(32), 'c'.repeat(32)]
  const given = await vitrine(t, [...create, '--identity', identity, '--credential', credential])
  const shown = `key_identity:   ${identity}\nkey_credential: ${credential}\n\nexport KEY=${identity}:${credential}\n`
  t.same(given, { code: 0, stdout: shown, stderr: '' })
})

t.test('a key without its other half, or without an account, is refused', async (t) => {
  const data = await dataFolder(t)
  const create = ['key', 'create', '--data', data, '--email', 'nobody@example.org', '--label', 'test']
  const half = await vitrine(t, [...create, '--identity', 'i'.repeat(32)])
  t.same(half, {
    code: 1, stdout: '', stderr: 'vitrine: --identity and --credential go together: give both or neither.\n'
  })
  const nobody = await vitrine(t, create)
  t.same(nobody, {
    code: 1, stdout: '', stderr: 'vitrine: There is no user with the e-mail address nobody@example.org.\n'
  })
})

t.test('a data folder that cannot be created is reported in one line', async (t) => {
  const data = await temporaryFolder(t, { file: '' })
  const { code, stderr } = await vitrine(t, ['user', 'create', '--data', `${data}/file/inside`, ...ADA])
  t.equal(code, 1)
  t.match(stderr, /^vitrine: .+\n$/)
  t.notMatch(stderr, /\n.*\n/)
})
