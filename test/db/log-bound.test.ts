import { statSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { LogBound } from '../../db/sqlite/connection/log-bound.js'
import { temporaryFolder } from '../helper.js'

const STEP = 100_000

t.test('a log with a constant reader is emptied as soon as nothing reads it', async (t) => {
  const file = path.join(await temporaryFolder(t), 'vitrine.db')
  const driver = openFile(file, { timeout: 5 })
  driver.pragma('journal_mode = WAL')
  driver.pragma('wal_autocheckpoint = 0')
  driver.exec('CREATE TABLE text (text)')
  const reader = openFile(file, { readonly: true })
  t.teardown(() => { for (const one of [driver, reader]) one.close() })
  const size = (): number => statSync(`${file}-wal`).size
  const write = (): void => { driver.prepare('INSERT INTO text VALUES (?)').run('x'.repeat(STEP)) }
  const log = new LogBound(driver, STEP)

  log.limit()
  t.ok(size() > 0, 'a short one stays')
  write()
  log.limit()
  t.equal(size(), 0)

  write()
  reader.exec('BEGIN')
  const read = reader.prepare('SELECT count(*) FROM text').pluck()
  t.equal(read.get(), 2)
  log.limit()
  t.equal(read.get(), 2)
  t.ok(size() > STEP, 'it cannot be emptied while it is read')
  reader.exec('COMMIT')
  log.limit()
  t.ok(size() > STEP, 'and that is not tried each time')
  write()
  write()
  log.limit()
  t.equal(size(), 0, 'but when it has grown')
  t.equal(read.get(), 4)
  t.equal(driver.pragma('busy_timeout', { simple: true }), 5, 'the connection waits for others as long as before')
})
