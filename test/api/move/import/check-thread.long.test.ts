import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import type { ImportCall } from '../../../../api/move/import/importer.js'
import type { Problem } from '../../../../api/move/import/records/problems.js'
import { open } from '../../../../app.js'
import { onSqlite } from '../../../database.js'
import { temporaryFolder } from '../../../helper.js'
import { contentOf } from './fixtures/content.js'
import { item, set, text } from './fixtures/importing.js'

const ONLY = onSqlite('the file of an import is read ahead where the database is a file')

const COUNT = 500
const PADDING = text('lighthouse '.repeat(500))

/** Large enough to be read in another thread. */
function padded (at: number, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return item(`_:${at}`, `Title ${at}`, {
    'dcterms:description': PADDING, 'dcterms:identifier': text(`id ${at}`), ...link(`_:${at + 3}`), ...extra
  })
}

function link (to: string | number, type = 'resource:item'): Record<string, unknown> {
  return { 'dcterms:relation': [{ type, value_resource_id: to }] }
}

/** Records that need more than a brief look, or in which something is wrong, by their number. */
const OTHERS: Readonly<Record<number, unknown>> = {
  3: padded(3, { '@type': ['o:Item', 'dctype:Imagge'] }),
  10: padded(10, link('_:nowhere')),
  11: padded(11, link('_:set')),
  12: padded(12, link('_:set', 'resource:itemset')),
  13: padded(13, link(1000)),
  20: padded(19),
  30: padded(30, { 'dcterms:relation': [{ type: 'resource:item', value_resource: { 'dcterms:identifier': 'id 31' } }] }),
  31: padded(31, { 'o:item_set': [{ 'o:title': 'Prints' }, { '@id': '_:set' }] }),
  40: padded(40, { 'dcterms:relation': [{ type: 'resource:item', value_resource: { 'dcterms:title': 'None' } }] }),
  50: padded(50, { 'dcterms:titel': text('x') }),
  60: padded(60, { 'dcterms:date': [{ type: 'no such type', '@value': '1' }] }),
  70: padded(70, { 'o:media': [{ 'o:ingester': 'upload', file: 'nowhere.jpg' }] }),
  80: [1],
  90: padded(90, { 'dcterms:relation': [{ type: 'uri', '@id': 'https://example.org/', '@annotation': link('_:far') }] }),
  [COUNT]: padded(COUNT, { '@id': '_:far' })
}

function fileOf (record: (at: number) => unknown): Buffer {
  const lines = Array.from({ length: COUNT + 1 }, (_, at) => JSON.stringify(record(at)))
  return Buffer.concat([
    Buffer.from(`\uFEFF${JSON.stringify(set('_:set', 'Prints'))}\n \n${lines.join('\n')}\n"`),
    Buffer.from([0xFF, 0x0A]),
    Buffer.from('{"@id":"_:cut')
  ])
}

t.test('a file that another thread reads is checked as by one thread', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'records.ndjson')
  const api = await open({ data: path.join(folder, 'data') })
  t.teardown(async () => { await api.close() })
  let threads = 0
  const count = (): void => { threads++ }
  process.on('worker', count)
  t.teardown(() => { process.off('worker', count) })
  const claim = (): { release: () => void } => ({ release () {} })

  const outcome = async (options: Partial<ImportCall>): Promise<{ problems: Problem[] }> => {
    const problems: Problem[] = []
    const { seconds, ...summary } = await api.import({
      file, isDryRun: true, ...options, onProblem (problem) { problems.push(problem) }
    })
    return { ...summary, problems }
  }
  const compare = async (content: Buffer, least: number, options: Partial<ImportCall> = {}): Promise<void> => {
    await writeFile(file, content)
    const alone = await outcome(options)
    t.equal(threads, 0)
    t.same(await outcome({ ...options, claim }), alone)
    t.equal(threads, 1)
    t.ok(alone.problems.length >= least, `${alone.problems.length} problems`)
    threads = 0
  }

  await compare(fileOf((at) => OTHERS[at] ?? padded(at)), 12)
  const unknown = fileOf((at) => OTHERS[at] ?? padded(at, at < 100 ? {} : { 'dcterms:titel': text('x') }))
  await compare(unknown, 300, { createItemSets: true, skipUnknown: true })
})

/** Records with all that one can have, by their number; the others have little. */
const RICH: Readonly<Record<number, unknown>> = {
  ...OTHERS,
  100: padded(100, { 'o:is_public': false, 'dcterms:date': text('1789', { is_public: false }) }),
  101: padded(101, { 'dcterms:title': [...text('Hidden', { is_public: false }), ...text('Ärmel 灯台', { '@language': 'de' })] }),
  102: padded(102, { '@type': ['o:Item', 'dctype:Image'], 'o:resource_template': { 'o:label': 'Base Resource' } }),
  103: padded(103, {
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/', 'o:label': 'Étoile', '@annotation': link('_:far') }],
    'dcterms:creator': text('', { '@annotation': { 'dcterms:date': text('1900', { '@language': 'en' }), ...link('_:2') } })
  }),
  104: padded(104, { 'o:item_set': [{ '@id': '_:set' }, { '@id': '_:later' }], 'o:owner': 'admin@example.org' }),
  105: { ...set('_:later', 'Later'), 'o:is_open': true, 'dcterms:description': PADDING },
  106: padded(106, { 'dcterms:description': [], 'dcterms:identifier': [] }),
  107: padded(107, link(2 ** 40)),
  108: padded(108, { 'dcterms:relation': [{ type: 'resource:item' }] }),
  109: { '@type': 'o:Item', 'dcterms:title': text('\u0000 \uFFFF 𝒳') }
}

t.test('what another thread has read is written as if it were read again', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'records.ndjson')
  const imported = async (name: string, options: Partial<ImportCall>): Promise<unknown> => {
    const data = path.join(folder, name)
    const api = await open({ data })
    try {
      const { seconds, ...summary } = await api.import({
        file, batchSize: 100, createItemSets: true, continueOnError: true, ...options
      })
      return { summary, content: contentOf(data) }
    } finally {
      await api.close()
    }
  }
  const claim = (): { release: () => void } => ({ release () {} })
  const html = { 'o:media': [{ 'o:ingester': 'html', html: '<p>Here', 'dcterms:title': text('Page') }] }
  const contents = [
    fileOf((at) => RICH[at] ?? padded(at)),
    fileOf((at) => RICH[at] ?? padded(at, at % 50 === 0 ? html : {}))
  ]
  for (const [at, content] of contents.entries()) {
    await writeFile(file, content)
    t.same(await imported(`ahead ${at}`, { claim }), await imported(`alone ${at}`, {}))
  }
})
