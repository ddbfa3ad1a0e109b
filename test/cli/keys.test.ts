import t from 'tap'
import { start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']

t.test('keys are made with limits, listed and revoked', async (t) => {
  const data = await temporaryFolder(t)
  await vitrine(t, ['user', 'create', '--data', data, ...ADA])
  const identity = 'i'.repeat(32)
  const credential = 'c'.repeat(32)
  t.same(await vitrine(t, [
    'key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'harvest', '--read-only',
    '--resources', 'items,media', '--expires', '2999-12-31', '--identity', identity, '--credential', credential
  ]), {
    code: 0,
    stdout: `key_identity:   ${identity}\nkey_credential: ${credential}\n\nexport KEY=${identity}:${credential}\n`,
    stderr: ''
  })
  const { stdout } = await vitrine(t, ['key', 'list', '--data', data, '--email', 'ada@example.org'])
  t.equal(
    stdout,
    `${identity}  ada@example.org  harvest  never used  read only; items, media; expires 2999-12-31\n`
  )
  t.same(await vitrine(t, ['key', 'revoke', identity, '--data', data]), {
    code: 0, stdout: `Key ${identity} revoked.\n`, stderr: ''
  })
  t.same(await vitrine(t, ['key', 'list', '--data', data]), { code: 0, stdout: '', stderr: '' })
  t.match(await vitrine(t, [
    'key', 'create', '--data', data, '--email', 'ada@example.org', '--label', 'x', '--expires', '2999-02-31'
  ]), { code: 2, stderr: /Expected a day such as 2027-12-31/ })
  t.same(await vitrine(t, ['key', 'revoke', identity, '--data', data]), {
    code: 1, stdout: '', stderr: 'vitrine: There is no such key.\n'
  })
})

t.test('a running server immediately refuses a key that is revoked from the command line', async (t) => {
  const data = await temporaryFolder(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  const [identity, credential] = [await server.says(/key_identity=(\w+)/), await server.says(/key_credential=(\w+)/)]
  const status = async (): Promise<number> => (await fetch(
    `${address}/api/users`, { headers: { authorization: `Bearer ${identity}.${credential}` } }
  )).status
  t.equal(await status(), 200)
  t.equal((await vitrine(t, ['key', 'revoke', identity, '--data', data])).code, 0)
  t.equal(await status(), 401)
})
