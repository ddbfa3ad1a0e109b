import t from 'tap'
import { vitrine, vitrineReading } from './program.js'
import { temporaryFolder } from '../helper.js'

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']

t.test('accounts are listed, changed, given a password and switched off', async (t) => {
  const data = await temporaryFolder(t)
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  await vitrine(t, [
    'user', 'create', '--data', data, '--email', 'emmy@example.org', '--name', 'Emmy', '--role', 'author'
  ])
  const edited = await vitrine(t, [
    'user', 'edit', '--data', data, '--email', 'EMMY@example.org', '--role', 'editor', '--name', 'Emmy N.'
  ])
  t.same(edited, { code: 0, stdout: 'User 2 changed: EMMY@example.org.\n', stderr: '' })
  t.match(await vitrine(t, ['user', 'edit', '--data', data, '--email', 'emmy@example.org']), {
    code: 1, stderr: /^vitrine: Nothing to change/
  })
  const changed = await vitrineReading(t, 'a quiet glass case\n', [
    'user', 'password', '--data', data, '--email', 'emmy@example.org'
  ])
  t.same(changed, { code: 0, stdout: 'Password changed: emmy@example.org.\n', stderr: '' })
  t.match(await vitrineReading(t, 'short\n', ['user', 'password', '--data', data, '--email', 'emmy@example.org']), {
    code: 1, stderr: /at least 8 characters/
  })
  t.match(await vitrineReading(t, '', ['user', 'password', '--data', data, '--email', 'emmy@example.org']), {
    code: 1, stderr: 'vitrine: No password was given.\n'
  })
  t.equal(
    (await vitrine(t, ['user', 'deactivate', '--data', data, '--email', 'emmy@example.org'])).stdout,
    'User 2 deactivated: emmy@example.org.\n'
  )
  t.equal(
    (await vitrine(t, ['user', 'list', '--data', data])).stdout,
    '1  Ada      ada@example.org   global_admin\n2  Emmy N.  emmy@example.org  editor        inactive\n'
  )
  t.equal(
    (await vitrine(t, ['user', 'list', 'EMMY', '--data', data])).stdout,
    '2  Emmy N.  emmy@example.org  editor  inactive\n'
  )
})

t.test('the last active administrator is neither demoted nor switched off', async (t) => {
  const data = await temporaryFolder(t)
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const last = { code: 1, stderr: /^vitrine: This is the last active global administrator/ }
  t.match(await vitrine(t, ['user', 'deactivate', '--data', data, '--email', 'ada@example.org']), last)
  t.match(await vitrine(t, ['user', 'edit', '--data', data, '--email', 'ada@example.org', '--role', 'editor']), last)
})
