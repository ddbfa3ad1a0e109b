import { readdir } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { SQLITE_PACKAGE } from '../../db/sqlite/connection/driver.js'
import { open } from '../../app.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { packageFolder } from '../../package.js'
import { keptIn } from '../database.js'
import { uploadMedia } from '../files/fixtures/uploads.js'
import { mixed } from '../api/move/export/fixtures/mixed.js'
import { everything } from '../api/move/collection/fixtures/collections.js'
import { picture } from '../api/move/import/fixtures/importing.js'
import { build, dataFolder, title, WITHOUT_THREADS, type Key, type Server } from '../helper.js'
import { start, vitrine } from './program.js'

const COLOURS = ['red', 'green', 'blue', 'white', 'black']

/** Numbers of requests at which the import is killed: while it connects, lists, reads records and fetches files. */
const REQUESTS = [1, 7, 16, 22, 28, 30]

/**
 * Numbers of writes to the database and of moves of files at which it is killed: between transactions and within them.
 * Those of a transaction that was committed do not come again: the last ones are low, for the items are there by then.
 */
const WRITES = [4, 20, 30, 90, 450, 260, 60, 25, 75, 8]

/** Statements by which changes are taken up and texts indexed, now and then: they do not count. */
const INDEXING = /change_queue|_due|fulltext|trigram|posting|docsize/

/** Makes a process kill itself right before a write. */
function killing (write: number): Record<string, string> {
  const program = path.join(packageFolder, 'dist/cli/vitrine.js')
  const code = `
    import files from 'node:fs/promises'
    import { createRequire, syncBuiltinESMExports } from 'node:module'
    const require = createRequire(${JSON.stringify(program)})
    const [Sqlite, { Client }] = [require('${SQLITE_PACKAGE}'), require('pg')]
    let count = 0
    const step = (statement = '') => {
      if (!${INDEXING}.test(statement) && ++count === ${write}) process.kill(process.pid, 'SIGKILL')
    }
    const statements = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'))
    const { run } = statements
    let last
    statements.run = function (...values) {
      // Rows that are inserted one after the other count once, as on PostgreSQL, where one statement inserts them.
      if (this.database.name.endsWith('vitrine.db') && this.source !== last) step(this.source)
      last = this.source
      return run.apply(this, values)
    }
    const { query } = Client.prototype
    Client.prototype.query = function (...given) {
      const { text = given[0] } = given[0]
      if (/^\\W*(?:insert|update|delete|commit)/i.test(text)) step(text)
      return query.apply(this, given)
    }
    for (const name of ['rename', 'link', 'copyFile', 'unlink']) {
      const work = files[name]
      files[name] = async (...paths) => { step(); return await work(...paths) }
    }
    syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

/** A collection with accounts, private records, a site and files, that listens. */
async function source (t: Test): Promise<{ server: Server, address: string, key: Key }> {
  const server = await build(t)
  const { admin } = await mixed(server)
  for (let at = 0; at < 120; at++) await server.api.items.create(title(`Item ${at}`), { actor: OPERATOR })
  for (const colour of COLOURS) await uploadMedia(server, admin, await picture(colour), `${colour}.jpg`)
  return { server, address: `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`, key: admin }
}

t.test('a mirror that is killed sixteen times ends with everything, and nothing twice', async (t) => {
  const { server, address, key } = await source(t)
  const data = await dataFolder(t)
  const command = ['import', address, '--data', data, '--concurrency', '1']
  const keys = { VITRINE_IMPORT_KEY_IDENTITY: key.identity, VITRINE_IMPORT_KEY_CREDENTIAL: key.credential }
  let requests = 0
  let onRequest = (): void => {}
  server.app.server.prependListener('request', () => {
    requests++
    onRequest()
  })
  for (const last of REQUESTS) {
    requests = 0
    const run = start(t, command, keys)
    onRequest = () => { if (requests === last) run.process.kill('SIGKILL') }
    t.equal((await run.outcome()).code, null, `killed at request ${last}`)
  }
  onRequest = () => {}
  for (const write of WRITES) {
    const { code } = await vitrine(t, command, { ...keys, ...killing(write) })
    t.equal(code, null, `killed at write ${write}`)
  }
  t.match(await vitrine(t, command, keys), { code: 0, stdout: /items: 129 unchanged/ })
  t.match(await vitrine(t, command, keys), { code: 0, stdout: /Nothing has changed/ })

  const own = await open({ ...await keptIn(data), ...WITHOUT_THREADS })
  t.teardown(async () => { await own.close() })
  t.same(await everything(own), await everything(server.api))
  t.match(await own.checkFiles(), { missing: 0, orphans: 0, altered: 0 })
  const [mirror = ''] = await readdir(path.join(data, 'mirror'))
  const kept = await readdir(path.join(data, 'mirror', mirror))
  t.same(kept.filter((name) => !name.startsWith('report-')), ['state.db'])
})
