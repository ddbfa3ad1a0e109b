import path from 'node:path'
import t from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { noteRestore } from '../../db/sqlite/log/restored-log.js'
import { onSqlite } from '../database.js'
import { dataFolder, temporaryFolder } from '../helper.js'

const ONLY = onSqlite('a backup is restored into a file')

t.test('webhooks of a restored collection continue where they were', ONLY, async (t) => {
  const folder = await dataFolder(t)
  const driver = openFile(path.join(folder, 'vitrine.db'))
  t.teardown(() => driver.close())
  const former = driver.prepare('SELECT epoch FROM change_log').pluck().get()
  const add = driver.prepare(`INSERT INTO webhook (label, label_key, address, secret, resources, operations, includes_private,
    is_active, base, epoch, position, created) VALUES ('a', 'a', 'https://example.org', '', '[]', '[]', 0, 1, '', ?, 3, 0)`)
  for (const epoch of [former, 'another']) add.run(epoch)
  noteRestore(folder)
  const log = driver.prepare('SELECT epoch, position, typeof(position) AS type, gaps FROM change_log').get() as Record<string, unknown>
  t.not(log.epoch, former)
  t.equal(log.type, 'integer')
  t.same(JSON.parse(log.gaps as string), [{ after: 0, before: log.position }])
  t.same(driver.prepare('SELECT epoch, position FROM webhook ORDER BY id').all(), [
    { epoch: log.epoch, position: 3 }, { epoch: 'another', position: 3 }
  ])
  noteRestore(folder)
  const [gap, next] = JSON.parse(driver.prepare('SELECT gaps FROM change_log').pluck().get() as string) as Array<Record<string, number>>
  t.equal(next!.after, log.position)
  t.ok(next!.before! > next!.after! && gap!.after === 0, 'a collection may be restored more than once')
})

t.test('a database of a version without a change log is not changed', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const driver = openFile(path.join(folder, 'vitrine.db'))
  t.teardown(() => driver.close())
  driver.exec('CREATE TABLE resource (id INTEGER PRIMARY KEY)')
  noteRestore(folder)
  t.same(driver.prepare('SELECT name FROM sqlite_master').pluck().all(), ['resource'])
})
