import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { ANONYMOUS } from '../../api/core/calls/actor.js'
import { open } from '../../app.js'
import { picture } from '../api/move/import/fixtures/importing.js'
import { start, vitrine } from './program.js'
import { keptIn } from '../database.js'
import { temporaryFolder, type Ending } from '../helper.js'

const record = (label: number, more = {}): string => `${JSON.stringify(
  {
    '@id': `_:${label}`,
    '@type': 'o:Item',
    'dcterms:title': [{ type: 'literal', '@value': `Record ${label}` }],
    ...more
  }
)}\n`
const records = (count: number): string => Array.from({ length: count }, (_, at) => record(at)).join('')

async function prepare (t: Ending, content: string): Promise<{ data: string, file: string }> {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'records.ndjson')
  await writeFile(file, content)
  return { data: path.join(folder, 'data'), file }
}

async function countItems (data: string): Promise<number | null> {
  const api = await open(await keptIn(data))
  try {
    return (await api.items.search({}, { actor: ANONYMOUS })).total
  } finally {
    await api.close()
  }
}

t.test('an import says what it did', async (t) => {
  const { data, file } = await prepare(t, records(30))
  const first = await vitrine(t, ['import', file, '--data', data, '--batch-size', '10'])
  t.equal(first.code, 0)
  t.match(first.stdout, /^Imported 30 records with 30 values in [\d.]+ s, \d+ records a second\.\n$/)
  t.same(await vitrine(t, ['import', file, '--data', data]), {
    code: 0, stdout: 'Nothing new. 30 records already imported from records.ndjson.\n', stderr: ''
  })
})

t.test('problems name file and line, in a dry run too, and the exit code is 1', async (t) => {
  const { data, file } = await prepare(t, record(1) + record(2, { 'dcterms:titel': [] }))
  const dry = await vitrine(t, ['import', file, '--data', data, '--dry-run'])
  t.same(dry, {
    code: 1,
    stdout: '1 record with 1 value can be imported. Nothing was written.\n',
    stderr: 'records.ndjson:2: dcterms:titel: unknown term; the nearest is dcterms:title\nvitrine: 1 line with 1 error.\n'
  })
  const wet = await vitrine(t, ['import', file, '--data', data])
  t.equal(wet.code, 1)
  t.match(wet.stderr, /vitrine: 1 line with 1 error; nothing was imported\. .*--continue-on-error\.\n$/)
  t.equal(await countItems(data), 0)
  const partial = await vitrine(t, ['import', file, '--data', data, '--continue-on-error'])
  t.equal(partial.code, 1)
  t.match(partial.stdout, /^Imported 1 record/)
})

t.test('more problems than fit on a page are counted', async (t) => {
  const { data, file } = await prepare(t, '{\n'.repeat(50))
  const { stderr } = await vitrine(t, ['import', file, '--data', data])
  t.equal(stderr.match(/malformed/g)?.length, 20)
  t.match(stderr, 'records.ndjson: 30 more errors are not shown\n')
})

const COUNT = 5000

/** An import that was killed after part of its records were written. */
async function killed (t: Test): Promise<{ data: string, file: string }> {
  const prepared = await prepare(t, records(COUNT))
  const broken = start(t, ['import', prepared.file, '--data', prepared.data, '--batch-size', '50'])
  await broken.says(/1000 of/)
  broken.process.kill('SIGKILL')
  t.equal((await broken.outcome()).code, null)
  return prepared
}

t.test('after kill -9 the import continues and imports nothing twice', async (t) => {
  const { data, file } = await killed(t)
  const between = (await countItems(data))!
  t.ok(between >= 1000 && between < COUNT, `${between} records came in`)
  const { code, stdout } = await vitrine(t, ['import', file, '--data', data])
  t.equal(code, 0)
  t.match(stdout, `Imported ${COUNT - between} records`)
  t.equal(await countItems(data), COUNT)
})

t.test('after kill -9 a server continues the job of the import', async (t) => {
  const { data } = await killed(t)
  t.match(await vitrine(t, ['job', 'show', '1', '--data', data]), {
    code: 0, stdout: /^Job 1, Vitrine\\Job\\Import: in_progress, (?:[1-9]|\d\d) %\n {2}\S+ Started\.\n$/
  })

  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  const key = `key_identity=${await server.says(/key_identity=(\w+)/)}&key_credential=${await server.says(
    /key_credential=(\w+)/
  )}`
  const job = async (): Promise<{
    'o:status': string, log: string[]
  }> => await (await fetch(`${address}/api/jobs/1/log?${key}`)).json() as Awaited<ReturnType<typeof job>>
  while ((await job())['o:status'] === 'in_progress') await setTimeout(50)
  t.match(await job(), {
    'o:status': 'completed',
    progress: 100,
    log: [
      /Started/, /Taken up again after an interruption/, /\d+ records .* imported, [1-9]\d+ imported before/, /Completed/
    ]
  })
  const items = await fetch(`${address}/api/items?per_page=1&${key}`)
  t.equal(items.headers.get('service-total-results'), String(COUNT))
})

t.test('Ctrl-C stops the import, and no server continues it', async (t) => {
  const { data, file } = await prepare(t, records(5000))
  const run = start(t, ['import', file, '--data', data, '--batch-size', '50'])
  await run.says(/1000 of/)
  run.process.kill('SIGINT')
  const { code, stderr } = await run.outcome()
  t.equal(code, 1)
  t.match(stderr, /vitrine: The import was stopped\. Records that it has written stay\. Run it again to continue\.\n$/)
  t.match(await vitrine(t, ['job', 'show', '1', '--data', data]), { stdout: /^Job 1, .*: stopped, .*Stopped\.\n$/s })
})

t.test('the server may run meanwhile, and shows what came in', async (t) => {
  const { data, file } = await prepare(t, records(20))
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  await server.says(/key_credential/)
  t.same(await (await fetch(`${address}/api/items`)).json(), [])
  await vitrine(t, ['import', file, '--data', data])
  const [first] = await (await fetch(`${address}/api/items`)).json() as Array<Record<string, unknown>>
  t.match(first, { 'o:title': 'Record 0', 'o:owner': { 'o:id': 1 } })
})

t.test('an unknown owner, a missing file and an invalid batch size are each reported in one line', async (t) => {
  const { data, file } = await prepare(t, records(1))
  const nobody = await vitrine(t, ['import', file, '--data', data, '--email', 'nobody@example.org'])
  t.same(nobody, { code: 1, stdout: '', stderr: 'vitrine: There is no active account nobody@example.org.\n' })
  const missing = await vitrine(t, ['import', `${file}.gz`, '--data', data])
  t.same(missing, { code: 1, stdout: '', stderr: `vitrine: ${file}.gz: no such file or folder.\n` })
  const size = await vitrine(t, ['import', file, '--data', data, '--batch-size', '0'])
  t.equal(size.code, 2)
  t.match(size.stderr, /Expected a whole number from 1\.\n$/)
})

t.test('an import is undone by the number of its job', async (t) => {
  const { data, file } = await prepare(t, records(30))
  await vitrine(t, ['import', file, '--data', data])
  t.same(await vitrine(t, ['import', '--undo', '1', '--data', data]), {
    code: 0, stdout: '30 resources deleted, 0 restored.\n', stderr: ''
  })
  t.equal(await countItems(data), 0)
  t.same(await vitrine(t, ['import', '--undo', '9', '--data', data]), {
    code: 1, stdout: '', stderr: 'vitrine: Job 9 is not an import that has ended.\n'
  })
  t.match(await vitrine(t, ['import', '--undo', 'all', '--data', data]), { code: 2, stderr: /Expected the id of a job/ })
})

t.test('records update what has the same identifier, bring pictures along, and the summary says so', async (t) => {
  const identified = (label: number, title: string, more = {}): string =>
    record(label, { 'dcterms:identifier': [{ type: 'literal', '@value': `D${label}` }], ...text(title), ...more })
  const text = (title: string): object => ({ 'dcterms:title': [{ type: 'literal', '@value': title }] })
  const { data, file } = await prepare(t, identified(1, 'A') + identified(2, 'B'))
  const pictures = path.join(path.dirname(file), 'pictures')
  await mkdir(pictures)
  await writeFile(path.join(pictures, 'red.jpg'), await picture('red'))
  await vitrine(t, ['import', file, '--data', data])
  await writeFile(file, identified(1, 'A') + identified(2, 'Changed') + identified(3, 'C', {
    'o:media': [{ 'o:ingester': 'upload', file: 'red.jpg' }], 'o:item_set': [{ 'o:title': 'Prints' }]
  }))
  const command = ['import', file, '--data', data, '--update-by', 'dcterms:identifier', '--files', pictures]
  const missing = await vitrine(t, command)
  t.equal(missing.code, 1)
  t.match(missing.stderr, 'records.ndjson:3: no item set is identified by o:title "Prints": there is none')
  t.match(await vitrine(t, [...command, '--create-item-sets', '--dry-run']), {
    code: 0,
    stdout: '2 records with 3 values and 1 media can be imported, 1 updated. Nothing was written.\n1 record unchanged.\n'
  })
  const done = await vitrine(t, [...command, '--create-item-sets'])
  t.equal(done.code, 0)
  t.match(done.stdout, /^Imported 2 records with 3 values and 1 media, 1 updated in [\d.]+ s, \d+ records a second\.\n1 record unchanged\.\n$/)
})

t.test('a file of no known format is refused with the list of formats', async (t) => {
  const { data, file } = await prepare(t, records(1))
  const strange = path.join(path.dirname(file), 'picture.bmp')
  await writeFile(strange, 'BM\n')
  t.match(await vitrine(t, ['import', strange, '--data', data]), {
    code: 1, stderr: /picture\.bmp is of no known kind\. Say which with --format: .*ndjson/
  })
  t.match(await vitrine(t, ['import', strange, '--data', data, '--format', 'ndjsn']), {
    code: 2, stderr: /'--format <name>' argument 'ndjsn' is invalid\. Allowed choices are .*table, rdf, ndjson/
  })
  t.match(await vitrine(t, ['import', await temporaryFolder(t), '--data', data]), { code: 1, stderr: /holds nothing to import: no table/ })
  t.match(await vitrine(t, ['import', strange, '--data', data, '--format', 'ndjson']), { code: 1, stderr: /malformed JSON/ })
  t.match(await vitrine(t, ['import', '--data', data]), { code: 2, stderr: /Say what to import/ })
  t.match(await vitrine(t, ['import', `${strange}x`, '--data', data]), { code: 1, stderr: /no such file/ })
})
