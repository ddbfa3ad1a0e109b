import { sql } from 'drizzle-orm'
import t from 'tap'
import { PermissionError } from '../../../../api/core/calls/errors.js'
import { importing, item, lines, picture, set, text, type Importing } from './fixtures/importing.js'

const BY = { updateBy: 'dcterms:identifier' }

async function lastJob (c: Importing): Promise<number> {
  return (await c.find('jobs', { sort_by: 'id', sort_order: 'desc', limit: '1' }))[0]!
}

/** Everything but the dates of changes, which undoing sets to the present. */
async function content (c: Importing): Promise<string> {
  const all = [await c.all('items'), await c.all('item_sets'), await c.all('media')]
  return JSON.stringify(all, (key, value) => key === 'o:modified' ? undefined : value as unknown)
    .replaceAll(/"o:annotation_id":\d+/g, '')
}

async function countFiles (c: Importing): Promise<number> {
  return (await c.api.checkFiles()).files
}

t.test('an import is undone: what it made is deleted, what it updated is as it was', async (t) => {
  const c = await importing(t)
  await c.write('red.jpg', await picture('red'))
  const made = await c.make('item_sets', { 'dcterms:title': text('Set') })
  await c.make('items', {
    'o:is_public': false,
    'o:resource_class': { 'o:id': 26 },
    'o:item_set': [{ 'o:id': made }],
    'dcterms:identifier': text('D1'),
    'dcterms:title': text('Old'),
    'dcterms:creator': [
      ...text('A', { is_public: false, '@language': 'de', '@annotation': { 'dcterms:date': text('1900', { property_id: 7 }) } }),
      { type: 'uri', '@id': 'http://example.org/b', 'o:label': 'B' }
    ],
    'o:media': [{ 'o:ingester': 'html', html: '<p>One</p>' }]
  })
  const before = await content(c)
  const summary = await c.run(lines(
    set('_:set', 'New set'),
    item('_:a', 'New', {
      'dcterms:identifier': text('D1'),
      'o:is_public': true,
      'o:resource_class': 'dctype:StillImage',
      'o:item_set': [{ '@id': '_:set' }],
      'dcterms:creator': [{ type: 'resource:item', value_resource_id: '_:b' }, ...text('A', { '@language': 'de' })],
      'o:media': [{ 'o:ingester': 'upload', file: 'red.jpg' }]
    }),
    item('_:b', 'B', {
      'o:media': [{ 'o:ingester': 'upload', file: 'red.jpg' }],
      'dcterms:date': text('1', { '@annotation': { 'dcterms:source': text('x', { property_id: 11 }) } }),
      'o:item_set': [{ 'o:title': 'Made' }]
    })
  ), { ...BY, createItemSets: true })
  t.match(summary, { created: 3, updated: 1, media: 2, errors: 0 })
  t.equal(await countFiles(c), 8)
  const job = await lastJob(c)
  t.match(await c.api.imports.undoable(job), { created: 4, updated: 1, filename: 'records.ndjson' })
  const progress: number[] = []
  const undone = await c.api.undoImport(job, { onProgress: (done) => { progress.push(done) } })
  t.match(undone, { deleted: 4, restored: 1, leftTotal: 0, left: [] })
  t.same(progress, [5])
  t.equal(await content(c), before)
  t.equal(await countFiles(c), 0)
  t.match(await c.api.checkFiles(), { missing: 0, orphans: 0 })
  t.equal((await c.api.store.read.all(sql`SELECT * FROM resource WHERE kind = 'value_annotation'`)).length, 1)
  t.same(await c.find('items', { fulltext_search: 'New' }), [])
  t.same((await c.find('items', { fulltext_search: 'Old' })).length, 1)
  t.match(await c.api.imports.undoable(job), { created: 0, updated: 0, filename: 'records.ndjson' })
  t.match(await c.api.jobs.report(await lastJob(c), c.as.global_admin.actor), {
    name: 'Vitrine\\Job\\UndoImport', status: 'completed', log: { 1: /4 resources deleted, 1 restored, 0 left/ }
  })
  t.match(await c.run(lines(item('_:b', 'B'))), { created: 1, present: 0 }, 'it may come in again')
})

t.test('records that were edited or deleted since are left, and reported', async (t) => {
  const c = await importing(t)
  const ids: number[] = []
  for (const name of ['D1', 'D2', 'D3']) {
    ids.push(await c.make('items', { 'dcterms:identifier': text(name), 'dcterms:title': text('Old') }))
  }
  await c.run(lines(...['D1', 'D2', 'D3'].map((name) => item(undefined, 'New', { 'dcterms:identifier': text(name) }))), BY)
  await c.patch('items', ids[0]!, { 'dcterms:title': text('Edited', { property_id: 1 }) })
  await c.api.items.delete(ids[1]!, c.as.global_admin)
  t.match(await c.api.undoImport(await lastJob(c)), { restored: 1, leftTotal: 2, left: [ids[1]!, ids[0]!] })
  t.same((await c.all('items')).map((one) => one['o:title']), ['Edited', 'Old'])
})

t.test('two imports of the same things are undone one after the other', async (t) => {
  const c = await importing(t)
  const content = (title: string): string => lines(item('_:a', title, { 'dcterms:identifier': text('D1') }))
  await c.run(content('One'), BY)
  await c.run(content('Two'), BY)
  await c.run(content('Three'), BY)
  await c.api.undoImport(3)
  t.match(await c.all('items'), [{ 'o:title': 'Two' }])
  await c.api.undoImport(2)
  t.match(await c.all('items'), [{ 'o:title': 'One' }])
  await c.api.undoImport(1)
  t.same(await c.all('items'), [])
})

t.test('placeholders of records that never came are removed, too', async (t) => {
  const c = await importing(t)
  const link = [{ type: 'resource:item', value_resource_id: '_:b' }]
  const stopping = c.run(lines(item('_:a', 'A', { 'dcterms:relation': link }), item('_:b', 'B')), {
    batchSize: 1,
    async onProgress ({ phase }) { if (phase === 'write') await c.api.jobs.stop(1, c.as.site_admin.actor) }
  })
  await t.rejects(stopping)
  t.equal((await c.all('items')).length, 2)
  await c.api.undoImport(1)
  t.same(await c.all('items'), [])
})

t.test('only administrators undo, and only imports that have ended', async (t) => {
  const c = await importing(t)
  await c.run(lines(item('_:a', 'A')))
  for (const role of ['editor', 'author', 'researcher', 'reviewer', 'anonymous'] as const) {
    await t.rejects(c.api.undoImport(1, { actor: c.as[role].actor }), PermissionError, role)
    await t.rejects(c.api.imports.startUndo(1, c.as[role].actor), PermissionError, role)
    await t.rejects(c.api.imports.undoable(1, c.as[role].actor), PermissionError, role)
    await t.rejects(c.api.imports.start({ file: 'x' }, c.as[role].actor), PermissionError, role)
  }
  await t.rejects(c.api.undoImport(77), { message: 'Job 77 is not an import that has ended.' })
  const id = await c.api.imports.startUndo(1, c.as.site_admin.actor)
  await c.api.jobs.idle()
  t.match(await c.get('jobs', id), { 'o:status': 'completed', 'o:owner': { 'o:id': c.id('site_admin') } })
  t.same(await c.all('items'), [])
  await t.rejects(c.api.undoImport(id), { message: `Job ${id} is not an import that has ended.` })
})

t.test('an undoing that was stopped goes on when it is run again', async (t) => {
  const c = await importing(t)
  await c.run(lines(...Array.from({ length: 250 }, (_, at) => item(`_:${at}`, `Item ${at}`))))
  const stopping = new AbortController()
  const first = c.api.undoImport(1, { signal: stopping.signal, onProgress: () => { stopping.abort() } })
  await t.rejects(first, { message: /was stopped/ })
  t.equal((await c.all('items')).length, 150)
  t.match(await c.api.undoImport(1), { deleted: 150 })
})

t.test('imports that a server runs are queued, with the actor as owner', async (t) => {
  const c = await importing(t)
  const file = await c.write('records.ndjson', lines(item('_:a', 'A'), item('_:b', 'B', { 'dcterms:titel': [] })))
  const id = await c.api.imports.start({ file, files: null, continueOnError: true }, c.as.site_admin.actor)
  await c.api.jobs.idle()
  t.match(await c.get('jobs', id), { 'o:status': 'completed' })
  t.match(await c.all('items'), [{ 'o:title': 'A', 'o:owner': { 'o:id': c.id('site_admin') } }])
})

t.test('a preview shows the first records with their problems', async (t) => {
  const c = await importing(t)
  const there = await c.make('items', { 'dcterms:identifier': text('D1') })
  const file = await c.write('records.ndjson', lines(
    item('_:a', 'A', { 'dcterms:identifier': text('D1') }),
    item('_:b', 'B', { 'dcterms:titel': [] }),
    item('_:c', 'C', { 'o:media': [{ 'o:ingester': 'upload', file: 'missing.jpg' }] }),
    item('_:d', 'D', { 'dcterms:date': text(' ') }),
    item('_:e', 'E')
  ) + '{')
  const shown = await c.api.imports.preview({ file, ...BY }, 4)
  t.match(shown, [
    { number: 1, title: 'A', outcome: 'updated', updates: there, problems: [], record: { '@id': '_:a' } },
    { number: 2, title: null, outcome: 'error', problems: [{ unit: 'line', line: 2, message: /unknown term/ }] },
    { number: 3, outcome: 'error', problems: [{ message: /missing.jpg does not exist/ }] },
    { number: 4, outcome: 'created', problems: [{ severity: 'warning', message: /is left out/ }] }
  ])
  t.equal(shown.length, 4)
  t.same((await c.all('items')).length, 1)
})
