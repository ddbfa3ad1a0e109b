import t from 'tap'
import { vitrine } from './program.js'

// Every test starts processes.
t.setTimeout(240_000)

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']

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
