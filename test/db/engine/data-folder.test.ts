import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Store } from '../../../db/open/store.js'
import { onSqlite } from '../../database.js'
import { build, dataFolder, form, temporaryFolder } from '../../helper.js'

const ONLY = onSqlite('its database is a file, with permissions of its own')

const modeOf = (...parts: string[]): number => statSync(path.join(...parts)).mode & 0o777

t.test('other users of the computer cannot read the data folder or any file in it', ONLY, async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const store = await Store.open(data)
  t.teardown(async () => { await store.close() })
  await store.write(async () => {})
  t.equal(modeOf(data), 0o700)
  t.same(readdirSync(data).filter((name) => modeOf(data, name) !== 0o600), [])
  t.ok(existsSync(path.join(data, 'vitrine.db-wal')))
})

t.test('all files that a server writes are readable by its owner only', async (t) => {
  const { api, data, send, account } = await build(t)
  const as = await account('editor')
  const parts = await form({
    data: '{"o:media":[{"o:ingester":"upload","file_index":0}]}',
    'file[0]': [new Blob(['hello']), 'a.txt']
  })
  t.equal((await send({ method: 'POST', url: '/api/items', as, ...parts })).statusCode, 200)
  await api.rebuildFullText()
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const isOpen = (modeOf(data, name) & 0o077) !== 0
    const isSheltered = name.startsWith('tmp')
    t.notOk(isOpen && !isSheltered, name)
  }
  t.equal(modeOf(data, 'tmp') & 0o077, 0)
})

t.test('folders that an older version left readable by all users are closed; rights of a group stay', ONLY, async (t) => {
  const data = await dataFolder(t)
  chmodSync(data, 0o755)
  chmodSync(path.join(data, 'vitrine.db'), 0o644)
  await (await Store.open(data)).close()
  t.same([modeOf(data), modeOf(data, 'vitrine.db')], [0o700, 0o600])
  chmodSync(data, 0o750)
  chmodSync(path.join(data, 'vitrine.db'), 0o640)
  await (await Store.open(data)).close()
  t.same([modeOf(data), modeOf(data, 'vitrine.db')], [0o750, 0o640])
})

t.test('with stored files, an empty or missing database is not taken for a new installation', ONLY, async (t) => {
  const data = await dataFolder(t)
  const file = path.join(data, 'vitrine.db')
  mkdirSync(path.join(data, 'files', 'original'), { recursive: true })
  writeFileSync(path.join(data, 'files', 'original', 'a.jpg'), 'x')
  truncateSync(file)
  await t.rejects(Store.open(data), {
    message: /vitrine\.db is empty, but .*original is not: .* lost\. Bring vitrine\.db back from a backup\./
  })
  t.equal(statSync(file).size, 0, 'and stays as it is')
  rmSync(file)
  await t.rejects(Store.open(data), { message: /vitrine\.db is missing/ })
  t.notOk(existsSync(file))
  rmSync(path.join(data, 'files', 'original', 'a.jpg'))
  writeFileSync(`${file}-wal`, 'what was written last')
  await t.rejects(Store.open(data), { message: /vitrine\.db-wal is not/ })
  rmSync(`${file}-wal`)
  await (await Store.open(data)).close()
})

t.test('two processes may open a fresh folder at once', ONLY, async (t) => {
  const data = await temporaryFolder(t)
  const stores = await Promise.all([Store.open(data), Store.open(data)])
  for (const store of stores) await store.close()
})
