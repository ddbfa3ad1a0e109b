import { existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { open } from '../../../app.js'
import { freePort, serve, serveS3 } from '../../files/fixtures/servers.js'
import { onSqlite } from '../../database.js'
import { build, form, temporaryFolder, title, WITHOUT_THREADS } from '../../helper.js'

async function bucket (t: Test) {
  const { endpoint, region, accessKeyId, secretAccessKey } = await serveS3(t, await temporaryFolder(t))
  return { s3Endpoint: endpoint, s3Region: region, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey }
}

const ONLY = onSqlite('its database is a file, which may be emptied or gone')

t.test('with files in the bucket, an empty or missing database is not taken for a new installation', ONLY, async (t) => {
  const s3 = await bucket(t)
  const { send, account, data, app } = await build(t, s3)
  const parts = await form({
    data: '{"o:media":[{"o:ingester":"upload","file_index":0}]}',
    'file[0]': [new Blob(['hello']), 'a.txt']
  })
  const as = await account('editor')
  t.equal((await send({ method: 'POST', url: '/api/items', as, ...parts })).statusCode, 200)
  await app.close()
  const file = path.join(data, 'vitrine.db')
  const settings = { data, ...s3, ...WITHOUT_THREADS }
  for (const name of [`${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
  truncateSync(file)
  await t.rejects(open(settings), {
    message: /vitrine\.db is empty, but the bucket http.* is not: .* lost\. Bring vitrine\.db back from a backup\./
  })
  t.equal(statSync(file).size, 0, 'and stays as it is')
  rmSync(file)
  for (let at = 0; at < 2; at++) await t.rejects(open(settings), { message: /vitrine\.db is missing/ })
  t.notOk(existsSync(file))
})

t.test('a new collection begins beside an empty bucket, and opens again once it has files', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const settings = { data, ...await bucket(t), ...WITHOUT_THREADS }
  const first = await open(settings)
  await first.files.store.put('original/a.txt', Buffer.from('a'))
  await first.close()
  const second = await open(settings)
  t.ok(await second.items.create(title('There'), { actor: OPERATOR }))
  await second.close()
})

t.test('a new collection is not created if the bucket cannot be read; an existing one opens', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const s3 = await bucket(t)
  const unreachable = { ...s3, s3Endpoint: `http://127.0.0.1:${await freePort()}/museum` }
  const open_ = async (settings: object) => await open({ data, ...WITHOUT_THREADS, ...settings })
  const refusing = await serve(t, (_request, response) => { response.writeHead(403).end() })
  await t.rejects(open_(unreachable), { message: /^The bucket http.* cannot be read \(.*ECONNREFUSED.*\)/ })
  await t.rejects(open_({ ...s3, s3Endpoint: `${refusing}/museum` }), { message: /cannot be read/ })
  await t.rejects(open_({ ...s3, s3Endpoint: s3.s3Endpoint.replace('museum', 'elsewhere') }), {
    message: /cannot be read/
  })
  t.notOk(existsSync(data) && readdirSync(data).includes('vitrine.db'))
  await (await open_(s3)).close()
  await (await open_(unreachable)).close()
})
