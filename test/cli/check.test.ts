import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { start, vitrine } from './program.js'

// Every test starts processes.
t.setTimeout(120_000)

const STRAY = 'original/0123456789abcdef0123456789abcdef01234567.txt'

t.test('files that nothing names are listed, and removed on demand', async (t) => {
  const data = path.join(t.testdir(), 'data')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  t.same(await vitrine(t, ['check', '--data', data]), { code: 0, stdout: '0 files of 0 media and assets: 0 orphans, 0 missing, 0 altered.\n', stderr: '' })
  await mkdir(path.join(data, 'files', 'original'), { recursive: true })
  await writeFile(path.join(data, 'files', STRAY), 'x')
  t.same(await vitrine(t, ['check', '--data', data]), {
    code: 1, stdout: `orphan    ${STRAY}\n1 files of 0 media and assets: 1 orphans, 0 missing, 0 altered.\n`, stderr: 'vitrine: 1 orphans; --repair removes them.\n'
  })
  t.same(await vitrine(t, ['check', '--repair', '--data', data]), {
    code: 0, stdout: `orphan    ${STRAY}  removed\n1 files of 0 media and assets: 1 orphans, 0 missing, 0 altered.\n1 orphans removed.\n`, stderr: ''
  })
  t.equal((await vitrine(t, ['check', '--data', data])).code, 0)
})

t.test('what kill -9 leaves of an upload is gone at the next start', async (t) => {
  const data = path.join(t.testdir(), 'data')
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const port = Number(await server.says(/listening at \S+:(\d+)/))
  const [identity, credential] = [await server.says(/key_identity=(\S+)/), await server.says(/key_credential=(\S+)/)]
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST /api/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${identity}.${credential}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nhalf of a fi')
  const tmp = path.join(data, 'tmp')
  const uploads = async (): Promise<string[]> => (await readdir(tmp, { recursive: true })).filter((name) => name.includes('form-'))
  while ((await uploads()).length === 0) await delay(20)
  // Another process at work on the same folder leaves alone what the server is receiving.
  t.equal((await vitrine(t, ['check', '--repair', '--data', data])).code, 0)
  t.not((await uploads()).length, 0)
  server.process.kill('SIGKILL')
  await server.outcome()
  t.equal((await vitrine(t, ['check', '--data', data])).code, 0)
  t.same(await readdir(tmp), [])
})
