import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openFile } from '../../../../db/sqlite/connection/driver.js'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { ImportSummary } from '../../../../api/move/import/write/context.js'
import type { ImportOptions } from '../../../../api/move/import/write/context.js'
import { open, type Api } from '../../../../app.js'
import { temporaryFolder } from '../../../helper.js'
import { contentOf } from './fixtures/content.js'
import { item, lines, set, text } from './fixtures/importing.js'
import { onSqlite } from '../../../database.js'

const ONLY = onSqlite('it leaves indexes for the end of an import')

const COUNT = 600
/** Records per transaction. */
const PART = 100
const WORDS = ['lighthouse', 'Ärmel', '灯台', 'marché', 'x', 'of the sea']

/** Records with links in both directions, private and annotated values, dates, addresses and numbers. */
const content = lines(set('_:set', 'Prints'), ...Array.from({ length: COUNT }, (_, at) => item(`_:${at}`, title(at), {
  '@type': ['o:Item', 'dctype:Image'],
  'o:is_public': at % 9 > 0,
  'o:item_set': at % 2 === 0 ? [{ '@id': '_:set' }] : [],
  'dcterms:description': text(`${title(at + 1)} ${title(at * 7)}`, { is_public: at % 5 > 0 }),
  ...(at % 4 === 0 && { 'dcterms:date': text(`${1700 + at % 300}`) }),
  ...(at % 11 === 0 && { 'dcterms:source': [{ type: 'uri', '@id': `https://example.org/${at}`, 'o:label': 'A' }] }),
  ...(at % 6 === 0 && {
    'dcterms:relation': [{
      type: 'resource:item',
      value_resource_id: `_:${(at * 31 + 350) % COUNT}`,
      '@annotation': { 'dcterms:creator': text(`Somebody ${at}`) }
    }]
  })
})))

function title (at: number): string {
  return `${WORDS[at % WORDS.length]!} ${at % 50}`
}

async function imported (file: string, data: string, options: Partial<ImportOptions>): Promise<void> {
  const api = await open({ data })
  try {
    await api.import({ file, batchSize: PART, ...options })
  } finally {
    await api.close()
  }
}

t.test('an import that builds indexes at its end leaves what others leave, also after a kill', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const [file, plain, quick, killed] = ['records.ndjson', 'plain', 'quick', 'killed']
    .map((name) => path.join(folder, name)) as [string, string, string, string]
  await writeFile(file, content)
  const schemas: unknown[] = []
  await imported(file, plain, {
    claim: () => undefined,
    onProgress: ({ phase, done }) => { if (phase === 'write' && done === 300) schemas.push(contentOf(plain).schema) }
  })
  const wanted = contentOf(plain)
  const warnings: Error[] = []
  const warned = (warning: Error): void => { warnings.push(warning) }
  process.on('warning', warned)
  t.teardown(() => { process.off('warning', warned) })
  t.same(schemas, [wanted.schema], 'beside a server, indexes stay')
  let claims = 0
  const claim = (): { release: () => void } => {
    claims++
    return { release () { claims-- } }
  }
  await mkdir(killed)
  await imported(file, quick, {
    claim,
    onProgress ({ phase, done }) {
      if (phase !== 'write' || done !== 300) return
      t.equal(claims, 1)
      // By another process: to close the files here would release the locks on them.
      execFileSync('cp', [...['vitrine.db', 'vitrine.db-wal'].map((name) => path.join(quick, name)), killed])
    }
  })
  t.equal(claims, 0)
  t.same(contentOf(quick), wanted)
  t.not(JSON.stringify(contentOf(killed).schema), JSON.stringify(wanted.schema), 'killed while indexes are missing')
  await (await open({ data: killed })).close()
  t.same(contentOf(killed).schema, wanted.schema)
  await imported(file, killed, { claim })
  t.same(contentOf(killed), wanted)
  const withIndexes = JSON.stringify(wanted.schema)
  await imported(file, plain, { source: 'more', claim: () => undefined })
  await imported(file, quick, {
    source: 'more',
    claim,
    onProgress ({ phase, done }) {
      if (phase === 'write' && done === 300) t.not(JSON.stringify(contentOf(quick).schema), withIndexes)
    }
  })
  t.same(contentOf(quick), contentOf(plain), 'as much again')
  t.same(warnings, [])
})

/**
 * Imports into an empty folder; after some records, another client makes a change before the next.
 *
 * @returns what was imported, and the database.
 */
async function importedBeside (
  t: Test, act: (other: Api) => Promise<unknown>
): Promise<{ summary: ImportSummary, driver: Sqlite.Database }> {
  const folder = await temporaryFolder(t)
  const [file, data] = [path.join(folder, 'records.ndjson'), path.join(folder, 'data')]
  await writeFile(file, content)
  const api = await open({ data })
  const other = await open({ data })
  const driver = openFile(path.join(data, 'vitrine.db'), { readonly: true })
  t.teardown(async () => {
    driver.close()
    await Promise.all([api.close(), other.close()])
  })
  let hasActed = false
  const summary = await api.import({
    file,
    batchSize: 50,
    claim: () => ({ release () {} }),
    async onProgress ({ phase, done }) {
      if (phase !== 'write' || done < 100 || hasActed) return
      hasActed = true
      while ((await other.items.search({}, { actor: OPERATOR })).total === 0) await nextTurn()
      await act(other)
    }
  })
  return { summary, driver }
}

t.test('an import into an empty folder continues when another client creates a resource there meanwhile', async (t) => {
  const { summary: { created, present }, driver } = await importedBeside(t, async (other) => {
    await other.items.create({ 'dcterms:title': text('Between') }, { actor: OPERATOR })
  })
  t.same([created, present], [COUNT + 1, 0])
  t.same(
    driver.prepare("SELECT title FROM resource WHERE kind = 'item'").pluck().all().sort(),
    [...Array.from({ length: COUNT }, (_, at) => title(at)), 'Between'].sort()
  )
  t.equal(driver.prepare('SELECT count(*) FROM fulltext_docsize').pluck().get(), COUNT + 2, 'all is indexed')
})

t.test('and when another client deletes what the next records refer to', async (t) => {
  const { summary: { created, present }, driver } = await importedBeside(t, async (other) => {
    const [prints] = (await other.itemSets.search({}, { actor: OPERATOR })).json()
    await other.itemSets.delete(prints!['o:id'], { actor: OPERATOR })
  })
  t.same([created, present], [COUNT + 1, 0])
  t.same(driver.pragma('foreign_key_check'), [])
  t.equal(driver.prepare("SELECT count(*) FROM resource WHERE kind = 'item'").pluck().get(), COUNT)
  t.ok(driver.prepare('SELECT 1 FROM item_item_set').get() === undefined, 'the item set stays deleted')
})

t.test('and when another client deletes the placeholder of a record that comes later', async (t) => {
  let deleted: number | undefined
  const { summary: { created }, driver } = await importedBeside(t, async (other) => {
    const items = (await other.items.search({ sort_by: 'id', sort_order: 'desc' }, { actor: OPERATOR })).json()
    deleted = items.find((one) => one['o:title'] === null)!['o:id']
    await other.items.delete(deleted, { actor: OPERATOR })
  })
  t.equal(created, COUNT + 1)
  t.ok(deleted)
  t.same(driver.pragma('foreign_key_check'), [])
  const titles = driver.prepare("SELECT title FROM resource WHERE kind = 'item'").pluck().all()
  t.same(titles.sort(), Array.from({ length: COUNT }, (_, at) => title(at)).sort())
})

t.test('new items join the sites that take all new items, however they are written', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'records.ndjson')
  await writeFile(file, content)
  const claims: Record<string, ImportOptions['claim']> = { beside: () => undefined, alone: () => ({ release () {} }) }
  for (const [name, claim] of Object.entries(claims)) {
    const api = await open({ data: path.join(folder, name) })
    t.teardown(async () => { await api.close() })
    const made = async (slug: string, takesAll: boolean): Promise<number> => {
      const site = await api.resource('sites').create(
        { 'o:title': slug, 'o:slug': slug, 'o:theme': 'default', 'o:assign_new_items': takesAll }, { actor: OPERATOR }
      )
      return site.json()['o:id']
    }
    const [all, none] = [await made('all', true), await made('none', false)]
    await api.import({ file, batchSize: PART, ...(claim && { claim }) })
    const inSite = async (id: number): Promise<number | null> =>
      (await api.items.search({ site_id: id }, { actor: OPERATOR })).total
    t.same([await inSite(all), await inSite(none)], [COUNT, 0], name)
  }
})
