import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { open } from '../../app.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { keptIn } from '../database.js'
import { build, temporaryFolder, title, WITHOUT_THREADS } from '../helper.js'
import { collectionFile, exported } from '../api/move/collection/fixtures/collections.js'
import { vitrine } from './program.js'

t.test('an exported collection is recognized by its header, and reported type by type', async (t) => {
  const source = await build(t)
  const made = await source.api.items.create(title('Moved'), { actor: OPERATOR })
  const file = await exported(t, source)
  const data = path.join(await temporaryFolder(t), 'data')
  const dry = await vitrine(t, ['import', file, '--data', data, '--dry-run'])
  t.equal(dry.code, 0, dry.stderr)
  t.match(dry.stdout, /nothing was written:\n[^]*items: 1 created/)
  const { code, stdout, stderr } = await vitrine(t, ['import', file, '--data', data])
  t.equal(code, 0, stderr)
  t.match(stdout, /vocabularies: 4 matched\n[^]*items: 1 created/)
  const again = await vitrine(t, ['import', file, '--data', data])
  t.match(again.stdout, /items: 1 unchanged/)
  const api = await open({ ...await keptIn(data), ...WITHOUT_THREADS })
  t.teardown(async () => { await api.close() })
  t.match((await api.items.read(made.json()['o:id'], { actor: OPERATOR })).json(), { 'o:title': 'Moved' })
})

t.test('errors are printed by line, and the exit code is 1; valid records can be imported without the others', async (t) => {
  const file = await collectionFile(t, [{ '@type': 'o:Item', 'o:id': 1 }, { '@type': 'o:Item', 'o:id': 'x' }])
  const data = path.join(await temporaryFolder(t), 'data')
  const report = path.join(path.dirname(file), 'report.ndjson')
  const { code, stderr, stdout } = await vitrine(t, ['import', file, '--data', data])
  t.equal(code, 1)
  t.match(stderr, /collection\.ndjson:3: o:id: expected a whole number from 1, not "x"/)
  t.match(stderr, /1 error; nothing was imported/)
  t.equal(stdout, '')
  const lenient = await vitrine(t, ['import', file, '--data', data, '--continue-on-error', '--report', report])
  t.equal(lenient.code, 1)
  t.match(lenient.stdout, /items: 1 created/)
  const [problem] = (await readFile(report, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as object)
  t.match(problem, { severity: 'error', line: 3, message: /o:id/ })
})

t.test('a collection that was cut short is refused', async (t) => {
  const file = await collectionFile(t, [])
  const [header] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${header!}\n`)
  const { code, stderr } = await vitrine(t, ['import', file, '--data', path.join(await temporaryFolder(t), 'data')])
  t.equal(code, 1)
  t.match(stderr, /line 2: the file was cut short/)
})
