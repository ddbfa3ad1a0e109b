import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { open } from '../../app.js'
import { newDatabase, onSqlite } from '../database.js'
import { IN_FOLDER, start, vitrine } from './program.js'
import { temporaryFolder, WITHOUT_THREADS } from '../helper.js'

const ADA = ['--email', 'ada@example.org', '--name', 'Ada', '--role', 'global_admin']
const NONE = 'There is no collection in /data. Is its disk mounted, and is this the right place (--data, VITRINE_DATA)? ' +
  '"vitrine serve" begins a new collection, unless the setting mustExist (VITRINE_MUST_EXIST) forbids it.'

t.test('commands that need a collection begin none where its disk is not mounted', async (t) => {
  const folder = await temporaryFolder(t, { data: {} })
  const data = path.join(folder, 'data')
  const commands = [
    'check', 'user list', 'user edit --email ada@example.org --name A', 'key list',
    'key create --email ada@example.org --label x', 'job list', 'job reindex',
    `export ${folder}/out.ndjson`, `backup ${folder}/a.tar`, 'import --undo 1', 'serve --must-exist --port 0',
    'serve --must-exist --port 0 --workers 2', 'import http://127.0.0.1:1/api --verify'
  ]
  await Promise.all(commands.map(async (command) => {
    const { code, stdout, stderr } = await vitrine(t, [...command.split(' '), '--data', data], IN_FOLDER)
    t.same([code, stdout, stderr.replace(folder, '')], [1, '', `vitrine: ${NONE}\n`], command)
  }))
  t.same(readdirSync(folder, { recursive: true }), ['data'], 'nothing was made')
  await rm(data, { recursive: true })
  t.equal((await vitrine(t, ['serve', '--must-exist', '--data', data], IN_FOLDER)).code, 1)
  t.notOk(existsSync(data), 'not even the folder')
})

t.test('a dry run and a mistake begin none either; an import and a first account do, unless a collection must exist', async (t) => {
  const folder = await temporaryFolder(t, { 'a.ndjson': '{"@type":"o:Item","dcterms:title":[{"type":"literal","@value":"A"}]}\n' })
  const [data, file] = [path.join(folder, 'data'), path.join(folder, 'a.ndjson')]
  const run = async (args: string[], environment = {}) =>
    await vitrine(t, [...args, '--data', data], { ...IN_FOLDER, ...environment })
  t.match(await run(['import', file, '--dry-run']), { code: 0, stdout: /1 record with 1 value can be imported/ })
  const mustExist = { VITRINE_MUST_EXIST: 'true' }
  for (const args of [['import', file], ['import', file, '--dry-run'], ['user', 'create', ...ADA]]) {
    t.match(await run(args, mustExist), { code: 1, stderr: /There is no collection in/ })
  }
  for (const [mistake, message] of [
    [['--email', 'ada'], /not an e-mail address/], [['--name', ''], /name/i], [['--password', 'short'], /at least 8 characters/]
  ] as const) {
    t.match(await run(['user', 'create', ...ADA, ...mistake]), { code: 1, stderr: message })
  }
  for (const args of [
    ['import', `${file}x.ndjson`], ['import', `${file}x.ttl`], ['vocabulary', 'import', `${file}x.ttl`, '--prefix', 'x']
  ]) t.match(await run(args), { code: 1, stdout: '', stderr: /: no such file or folder\.\n$/ }, args.join(' '))
  t.notOk(existsSync(data))
  t.match(await run(['user', 'create', ...ADA]), { code: 0 })
  t.match(await run(['import', file], mustExist), { code: 0, stdout: /Imported 1 record/ })
  const server = start(t, ['serve', '--must-exist', '--data', data, '--port', '0'], IN_FOLDER)
  await server.says(/listening at (\S+)/)
})

t.test('a folder that once had a collection gets no new one', onSqlite('its database is a file'), async (t) => {
  const data = await temporaryFolder(t)
  await (await open({ data, ...WITHOUT_THREADS })).close()
  await rm(path.join(data, 'vitrine.db'))
  const { code, stderr } = await vitrine(t, ['serve', '--data', data, '--port', '0'])
  t.equal(code, 1)
  t.match(stderr.replaceAll(data, ''), 'vitrine: /vitrine.db is missing, but /tmp is not: the database of this collection is ' +
    'lost. Bring vitrine.db back from a backup. If it is in PostgreSQL, name it with --database or VITRINE_DATABASE. ' +
    'To begin a new collection, use another data folder, or move /tmp away.')
  t.notOk(existsSync(path.join(data, 'vitrine.db')))
  await rm(path.join(data, 'tmp'), { recursive: true })
  await mkdir(path.join(data, 'files'), { recursive: true })
  await (await open({ data, ...WITHOUT_THREADS })).close()
})

t.test('a database in PostgreSQL without tables is not taken for a collection', { skip: process.env.DB !== 'postgres' && 'only PostgreSQL' }, async (t) => {
  const data = await temporaryFolder(t)
  const database = await newDatabase()
  await t.rejects(open({ data, database, mustExist: true }), { message: /^There is no collection in the database test_\w+ on / })
  t.match(await vitrine(t, ['user', 'list', '--data', data], { VITRINE_DATABASE: database }), {
    code: 1, stderr: /There is no collection in the database/
  })
  await (await open({ data, database, ...WITHOUT_THREADS })).close()
  await (await open({ data, database, ...WITHOUT_THREADS, mustExist: true })).close()
})

t.test('a data folder that cannot be created is refused at once, and so are folders of archives and exports', async (t) => {
  for (const data of ['/proc/x', '/proc/x/y']) {
    await t.rejects(open({ data, ...WITHOUT_THREADS }), { code: /ENOENT|EACCES|EPERM/, path: '/proc/x' })
  }
  t.match(await vitrine(t, ['serve', '--data', '/proc/x', '--port', '0'], IN_FOLDER), {
    code: 1, stderr: 'vitrine: /proc/x: no such file or folder.\n'
  })
})
