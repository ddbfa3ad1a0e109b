import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { checkDatabase } from '../../db/sqlite/log/integrity.js'
import { onSqlite } from '../database.js'
import { start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

const ONLY = onSqlite('its file is damaged, and what its own pages say of it')

const STRAY = 'original/0123456789abcdef0123456789abcdef01234567.txt'

t.test('files that nothing names are listed, and removed on demand', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  t.same(await vitrine(t, ['check', '--data', data]), {
    code: 0, stdout: '0 files of 0 media and assets: 0 orphans, 0 missing, 0 altered.\n', stderr: ''
  })
  await mkdir(path.join(data, 'files', 'original'), { recursive: true })
  await writeFile(path.join(data, 'files', STRAY), 'x')
  t.same(await vitrine(t, ['check', '--data', data]), {
    code: 1, stdout: `orphan    ${STRAY}\n1 file of 0 media and assets: 1 orphan, 0 missing, 0 altered.\n`, stderr: 'vitrine: 1 orphan to be removed with --repair.\n'
  })
  t.same(await vitrine(t, ['check', '--repair', '--data', data]), {
    code: 0, stdout: `orphan    ${STRAY}  removed\n1 file of 0 media and assets: 1 orphan, 0 missing, 0 altered.\n1 orphan removed.\n`, stderr: ''
  })
  t.equal((await vitrine(t, ['check', '--data', data])).code, 0)
})

t.test('a database that lacks its last page, or has bytes flipped, is reported and left alone', ONLY, async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const file = path.join(data, 'vitrine.db')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const whole = await readFile(file)
  await writeFile(file, whole.subarray(0, whole.length - 4096))
  const cut = await vitrine(t, ['check', '--data', data])
  t.match(cut, { code: 1, stderr: 'vitrine: The database is damaged: vitrine.db has to come back from a backup.\n' })
  t.match(cut.stdout, `damaged   The file is cut: it has ${whole.length - 4096} of ${whole.length} bytes.\n`)
  t.equal((await stat(file)).size, whole.length - 4096)

  const flipped = Buffer.from(whole)
  for (let page = 10; page < 60; page++) flipped.fill(0xff, page * 4096, page * 4096 + 64)
  await writeFile(file, flipped)
  t.match(await vitrine(t, ['check', '--data', data]), { code: 1, stdout: /^damaged {3}/, stderr: /damaged/ })
  await writeFile(file, whole)
  t.match(await vitrine(t, ['check', '--data', data]), { code: 0 })
})

t.test('a database whose last pages are in the write-ahead log only is whole; without the log it is cut', ONLY, async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const file = path.join(data, 'vitrine.db')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const before = (await stat(file)).size
  const writer = openFile(file)
  writer.pragma('wal_autocheckpoint = 0')
  writer.exec('CREATE TABLE bulk (text)')
  const insert = writer.prepare('INSERT INTO bulk VALUES (?)')
  for (let row = 0; row < 100; row++) insert.run('x'.repeat(10_000))
  const pages = writer.pragma('page_count', { simple: true }) as number
  const log = await readFile(`${file}-wal`)
  // As after a full disk: the first page was written to the file, the last ones were not.
  const partly = await readFile(file)
  writer.close()
  const whole = await readFile(file)
  whole.copy(partly, 0, 0, 4096)
  await writeFile(file, partly)
  await writeFile(`${file}-wal`, log)
  t.ok(before < pages * 4096)
  t.equal((await stat(file)).size, before)
  t.same(await checkDatabase(data), [], 'nothing is missing')

  await writeFile(file, partly.subarray(0, 40 * 4096))
  await writeFile(`${file}-wal`, log)
  t.match((await checkDatabase(data))[0], 'The file is cut', 'pages are missing that the log does not hold')

  await writeFile(file, partly)
  await rm(`${file}-wal`, { force: true })
  await rm(`${file}-shm`, { force: true })
  t.equal((await checkDatabase(data))[0], `The file is cut: it has ${before} of ${pages * 4096} bytes.`)
})

t.test('a row that points to nothing is reported', ONLY, async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const database = openFile(path.join(data, 'vitrine.db'))
  database.pragma('foreign_keys = OFF')
  database.prepare('DELETE FROM vocabulary WHERE prefix = ?').run('foaf')
  database.close()
  t.match(await vitrine(t, ['check', '--data', data]), {
    code: 1, stdout: /damaged {3}Row \d+ of property points to a row of vocabulary that is not there\./
  })
})

t.test('contradictions in the database are listed with what to do, and repaired with --repair', ONLY, async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const database = openFile(path.join(data, 'vitrine.db'))
  database.exec("UPDATE user SET name_key = 'x'; DROP INDEX value_text")
  const files = '0 files of 0 media and assets: 0 orphans, 0 missing, 0 altered.\n'
  const lines = (advice: string): string => `schema       value_text  The index is missing. ${advice}\n` +
    `keys         user/1  Its comparison keys do not match its texts. ${advice}\n`
  t.same(await vitrine(t, ['check', '--data', data]), {
    code: 1, stdout: lines('--repair repairs it.') + files, stderr: 'vitrine: 2 faults to be repaired with --repair.\n'
  })
  t.same(await vitrine(t, ['check', '--repair', '--data', data]), {
    code: 0, stdout: `${lines('Repaired.')}2 faults repaired.\n${files}`, stderr: ''
  })
  t.same(await vitrine(t, ['check', '--data', data]), { code: 0, stdout: files, stderr: '' })

  database.exec("UPDATE setting SET value = '{' WHERE id = 'version'")
  database.exec("INSERT INTO setting VALUES ('mine', '{')")
  database.close()
  const lost = await vitrine(t, ['check', '--repair', '--data', data])
  t.equal(lost.code, 1)
  t.match(lost.stdout, /^column {7}setting\/\d+ {2}value is not JSON\. Restore it from a backup, or enter it again\.$/m)
  t.match(lost.stderr, /^vitrine: \d faults that cannot be repaired: restore a backup, or enter the data again\.\n$/)
})

t.test('a database to which a server is writing is not damaged', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  const [identity, credential] = [await server.says(/key_identity=(\S+)/), await server.says(/key_credential=(\S+)/)]
  const end = new AbortController()
  const writing = (async () => {
    while (!end.signal.aborted) {
      const body = JSON.stringify({ 'dcterms:title': [{ '@value': 'x'.repeat(10_000) }] })
      const headers = { authorization: `Bearer ${identity}.${credential}`, 'content-type': 'application/json' }
      t.equal((await fetch(`${address}/api/items`, { method: 'POST', headers, body })).status, 200)
    }
  })()
  const { code, stdout, stderr } = await vitrine(t, ['check', '--data', data])
  t.equal(code, 0, stdout + stderr)
  end.abort()
  await writing
})

t.test('files of an upload that was killed are removed at the next start', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const port = Number(await server.says(/listening at \S+:(\d+)/))
  const [identity, credential] = [await server.says(/key_identity=(\S+)/), await server.says(/key_credential=(\S+)/)]
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST /api/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${identity}.${credential}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nhalf of a fi')
  const tmp = path.join(data, 'tmp')
  const uploads = async (): Promise<string[]> => (await readdir(tmp, { recursive: true })).filter(
    (name) => name.includes('form-')
  )
  while ((await uploads()).length === 0) await delay(20)
  // A command on the folder does not remove files that the server is receiving.
  t.equal((await vitrine(t, ['check', '--repair', '--data', data])).code, 0)
  t.not((await uploads()).length, 0)
  server.process.kill('SIGKILL')
  await server.outcome()
  t.equal((await vitrine(t, ['check', '--data', data])).code, 0)
  t.same(await readdir(tmp), [])
})
