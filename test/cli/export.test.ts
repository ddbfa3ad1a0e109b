import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { packageFolder } from '../../package.js'
import { databaseOf, start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

const run = promisify(execFile)
const PROGRAM = path.join(packageFolder, 'dist/cli/vitrine.js')

/** A folder with a collection of three items in `data`. */
async function filled (t: Test): Promise<{ folder: string, data: string }> {
  const folder = await temporaryFolder(t)
  const data = path.join(folder, 'data')
  const records = ['Nocturne', 'Secret', 'Harbour'].map((title) => JSON.stringify({
    '@id': `_:${title}`,
    '@type': 'o:Item',
    'o:is_public': title !== 'Secret',
    'dcterms:title': [{ type: 'literal', '@value': title }]
  }))
  writeFileSync(path.join(folder, 'records.ndjson'), `${records.join('\n')}\n`)
  await vitrine(t, ['import', path.join(folder, 'records.ndjson'), '--data', data])
  return { folder, data }
}

t.test('the name determines the format; existing files are replaced only with --force, and no others remain', async (t) => {
  const { folder, data } = await filled(t)
  const target = (name: string): string => path.join(folder, name)
  const before = readdirSync(folder)
  for (const name of ['all.ndjson', 'all.ndjson.gz', 'items.csv', 'items.tsv.gz', 'all.nq', 'all.zip', 'all.crate']) {
    const args = ['export', target(name), '--data', data]
    if (name === 'all.ndjson.gz') args.push('--no-files')
    const { code, stdout, stderr } = await vitrine(t, args)
    t.same([code, stderr.replaceAll(/^Exporting: .* of 297 records, .*\n/gm, '')], [0, ''], name)
    t.match(stdout, /^\d+ records.* exported\.\n$/)
    // One of each kind: a file, a file with a folder of files beside it, and a folder.
    if (!['items.csv', 'all.ndjson', 'all.crate'].includes(name)) continue
    const again = await vitrine(t, args)
    t.equal(again.code, 1)
    t.match(again.stderr, /already exists\. --force replaces it\.\n$/)
    t.equal((await vitrine(t, [...args, '--force'])).code, 0)
  }
  t.same(readdirSync(folder).sort(), [
    ...before, 'all.ndjson', 'all.ndjson.gz', 'all.files', 'items.csv', 'items.tsv.gz', 'all.nq', 'all.zip', 'all.crate'
  ].sort())
  t.match(gunzipSync(readFileSync(target('items.tsv.gz'))).toString(), /^o:id\to:is_public\t/)
  t.match(gunzipSync(readFileSync(target('all.ndjson.gz'))).toString(), '"files":null')
  const { code, stderr } = await vitrine(t, ['export', folder, '--format', 'crate', '--force', '--data', data])
  t.equal(code, 1, 'a folder that is no export is never replaced')
  t.match(stderr, /not an earlier export/)
  t.ok(existsSync(target('records.ndjson')))
})

t.test('searches, types and accounts decide what is exported', async (t) => {
  const { data } = await filled(t)
  const rows = async (...args: string[]): Promise<string[]> => {
    const { code, stdout } = await vitrine(t, ['export', '-', '--format', 'csv', ...args, '--data', data])
    t.equal(code, 0)
    return stdout.trimEnd().split('\r\n').slice(1)
  }
  t.equal((await rows()).length, 3)
  t.match(await rows('--query', 'search=secret'), [/^2,false,.*Secret/])
  t.match(await rows('--query', 'sort_by=title&is_public=1'), [/Harbour/, /Nocturne/])
  const slip = await vitrine(t, ['export', '-', '--query', 'serach=secret&is_public=yes', '--data', data])
  t.equal(slip.code, 1)
  t.match(slip.stderr, 'There is no parameter "serach". Did you mean "search"?')
  t.match(slip.stderr, '"yes" is not 1 or 0. Did you mean "1"?')
  const plain = await vitrine(t, ['export', '-', '--separator', ';', '--bom', '--data', data])
  t.same([plain.code, plain.stdout], [1, ''])
  t.match(plain.stderr, '"separator" is for tables: csv, tsv.; "bom" is for tables: csv, tsv.')
  await vitrine(t, [
    'user', 'create', '--email', 'ada@example.org', '--name', 'Ada', '--role', 'researcher', '--inactive', '--data', data
  ])
  const { stderr } = await vitrine(t, ['export', '-', '--email', 'ada@example.org', '--data', data])
  t.match(stderr, /no active account ada@example\.org/)
  const { stdout } = await vitrine(t, ['export', '-', '--resource', 'vocabularies', '--data', data])
  t.match(stdout, /^\{"@type":"vitrine:Collection".*"complete":false/)
  t.match(stdout, /"@type":"vitrine:End","records":4\}\n$/)
})

t.test('an export without a base address warns that its files cannot be fetched, and so does its import', async (t) => {
  const folder = await temporaryFolder(t)
  const data = path.join(folder, 'data')
  const target = (name: string): string => path.join(folder, name)
  writeFileSync(target('note.txt'), 'A note.')
  writeFileSync(target('record.ndjson'), JSON.stringify({
    '@type': 'o:Item', 'o:media': [{ 'o:ingester': 'upload', file: 'note.txt' }]
  }))
  await vitrine(t, ['import', target('record.ndjson'), '--data', data])
  const warned = /^warning: no other installation can fetch the files .* Set baseUrl \(.*VITRINE_BASE_URL=.*\), and export again\.$/m
  for (const args of [[target('items.csv')], [target('files.ndjson'), '--no-files']]) {
    t.match((await vitrine(t, ['export', ...args, '--data', data])).stderr, warned)
  }
  const base = { VITRINE_BASE_URL: 'https://museum.example' }
  const named = await vitrine(t, ['export', '-', '--format', 'csv', '--data', data], base)
  t.equal(named.stderr, '')
  t.match(named.stdout, 'https://museum.example/files/original/')

  const elsewhere = target('elsewhere')
  for (const [name, place] of [['items.csv', 'column o:media'], ['files.ndjson', 'o:filename']] as const) {
    const { code, stderr } = await vitrine(t, ['import', target(name), '--data', elsewhere])
    t.equal(code, 1)
    t.match(stderr, place)
    t.match(stderr, 'the installation that exported this does not know its address: set baseUrl (VITRINE_BASE_URL) there, and export again')
  }
})

t.test('mistakes are reported in one line', async (t) => {
  const { folder, data } = await filled(t)
  for (const [args, message] of [
    [['x.xls'], /--format.*ndjson, csv, tsv, nq, crate/],
    [['x', '--format', 'xls'], /no format xls/],
    [['-', '--format', 'crate'], /name a folder or archive/],
    [['users.csv', '--resource', 'users'], /Tables are of items/],
    [['none.ndjson', '--resource', 'none'], /"none" cannot be exported/],
    [[path.join(folder, 'none/x.ndjson')], /There is no folder \S+none\.\n$/]
  ] as const) {
    const { code, stderr, stdout } = await vitrine(t, ['export', ...args, '--data', data])
    t.same([code, stdout], [1, ''])
    t.match(stderr, message)
    t.equal(stderr.split('\n').length, 2, stderr)
  }
})

t.test('beside a running server; for a reader that has seen enough; onto a full disk', async (t) => {
  const { folder, data } = await filled(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  await server.says(/listening at (\S+)/)
  const shell = async (line: string): Promise<{ code: number, stderr: string }> => {
    const command = `set -o pipefail; '${process.execPath}' '${PROGRAM}' export - --data '${data}' ${line}`
    const env = { ...process.env, NODE_OPTIONS: '', ...databaseOf(t, data) }
    return await run('bash', ['-c', command], { cwd: folder, env })
      .then(({ stderr }) => ({ code: 0, stderr }), (error: { code: number, stderr: string }) => error)
  }
  t.match(await shell('| wc -l'), { code: 0, stderr: '' })
  t.match(await shell('| head -1 > head.txt'), { code: 0, stderr: '' })
  const full = await shell('> /dev/full')
  t.same([full.code, full.stderr], [1, 'vitrine: the disk is full.\n'])
})
