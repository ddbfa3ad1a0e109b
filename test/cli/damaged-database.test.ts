import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { onSqlite } from '../database.js'
import { start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

const ONLY = onSqlite('pages of its file are overwritten')

/** A data folder in which every page of some tables and their indexes is overwritten. */
async function damaged (t: Test, ...tables: readonly string[]): Promise<string> {
  const data = path.join(await temporaryFolder(t), 'data')
  const file = path.join(data, 'vitrine.db')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const database = openFile(file)
  const pages = database.prepare(`
    SELECT pageno FROM dbstat WHERE name IN
    (SELECT name FROM sqlite_master WHERE tbl_name IN (SELECT value FROM json_each(?)))
  `).pluck().all(JSON.stringify(tables)) as number[]
  database.close()
  const content = await readFile(file)
  for (const page of pages) content.fill(0xa5, (page - 1) * 4096, page * 4096)
  await writeFile(file, content)
  return data
}

t.test('a server whose accounts cannot be read refuses to start, before it listens', ONLY, async (t) => {
  const data = await damaged(t, 'user')
  t.same(await vitrine(t, ['serve', '--data', data, '--port', '0']), {
    code: 1, stdout: '', stderr: 'vitrine: the database file is damaged.\n'
  })
})

t.test('reads of damaged pages get 500 and are logged, all other requests are answered', ONLY, async (t) => {
  const data = await damaged(t, 'resource', 'asset')
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  for (const question of ['items', 'assets', 'items/1']) {
    const answer = await fetch(`${address}/api/${question}`)
    t.equal(answer.status, 500, question)
    t.match(await answer.json(), { errors: { error: 'Something went wrong on the server.' }, 'request-id': /^[\w-]+$/ })
  }
  await server.says(/SQLITE_CORRUPT/)
  t.equal((await fetch(`${address}/api/properties`)).status, 200)
  t.equal((await fetch(`${address}/api/vocabularies`)).status, 200)
  server.process.kill('SIGTERM')
  t.equal((await server.outcome()).code, 0)
})
