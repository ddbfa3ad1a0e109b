import { sql } from 'drizzle-orm'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { open } from '../../../../app.js'
import { IS_POSTGRES, keptIn } from '../../../database.js'
import type { Json } from '../../collection.js'
import { unchecked, WITHOUT_THREADS } from '../../../helper.js'
import { collectionFile, imported } from '../collection/fixtures/collections.js'
import { importing, item, lines, text, type Importing } from './fixtures/importing.js'

/** Brings the maps of imports and transfers into the form that they had before one table united them. */
async function makeOlder ({ api }: Importing): Promise<void> {
  const newest = IS_POSTGRES
    ? "DELETE FROM migration WHERE name = '0023_moved-records.sql'"
    : 'DELETE FROM __drizzle_migrations WHERE created_at >= 1795871397739'
  await api.store.write(async (database) => {
    for (const statement of [
      `CREATE TABLE imported_record (source text NOT NULL, label text NOT NULL, resource_id bigint NOT NULL,
        digest bigint, PRIMARY KEY (source, label))`,
      `CREATE TABLE transferred_record (source_id bigint NOT NULL, type text NOT NULL, foreign_id bigint NOT NULL,
        local_id bigint NOT NULL, digest text, state text, is_matched bigint NOT NULL,
        PRIMARY KEY (source_id, type, foreign_id))`,
      `INSERT INTO imported_record SELECT transfer_source.name, moved_record.name, local_id, CAST(digest AS bigint)
        FROM moved_record JOIN transfer_source ON id = source_id WHERE type = 'labels'`,
      `INSERT INTO transferred_record
        SELECT source_id, type, CAST(name AS bigint), local_id, digest, state, is_matched FROM moved_record
        WHERE type <> 'labels'`,
      'DROP TABLE moved_record',
      "DELETE FROM transfer_source WHERE state = '{}'",
      // Early versions stored no digests.
      "UPDATE imported_record SET digest = NULL WHERE label = '_:early'",
      // Placeholders had digests.
      "UPDATE imported_record SET digest = 1 WHERE label = '_:target'",
      newest
    ]) await database.run(sql.raw(statement))
  })
}

t.test('imports and transfers of earlier versions are continued, updated and undone', async (t) => {
  const c = await importing(t)
  const content = lines(
    item('_:early', 'Early'),
    item('_:first', 'First', { 'dcterms:relation': [{ type: 'resource', value_resource_id: '_:target' }] }),
    item('_:target', 'Target', { 'dcterms:subject': text('Filled') })
  )
  await t.rejects(c.run(content, {
    batchSize: 2, onProgress ({ phase }) { if (phase === 'write') throw new Error('broken off') }
  }), /broken off/)
  const created = { '@value': '2020-01-01T00:00:00+00:00', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' }
  const record = (id: number, title: string): object => ({
    '@type': 'o:Item',
    'o:id': id,
    'o:created': created,
    'o:modified': created,
    'dcterms:title': [{ type: 'literal', property_id: 1, '@value': title }]
  })
  const first = [record(101, 'One'), record(102, 'Two'), record(103, 'Three')]
  await imported(c, await collectionFile(t, first))
  await makeOlder(c)
  await c.api.close()

  const api = await open({ ...await keptIn(c.data), ...WITHOUT_THREADS })
  t.teardown(async () => { await api.close() })
  const search = async (query: string): Promise<Json[]> =>
    (await api.items.search({ fulltext_search: query }, { actor: OPERATOR })).json() as Json[]
  const find = async (query: string): Promise<number[]> => (await search(query)).map((found) => found['o:id'] as number)
  const before = await find('Early')
  const summary = await api.import({ file: await c.write('records.ndjson', content) })
  t.match(summary, { created: 1, present: 2, errors: 0 })
  t.same(await find('Early'), before)
  const [target] = await find('Filled')
  const [linking] = await search('First')
  t.match(linking, { 'dcterms:relation': [{ value_resource_id: target }] }, 'the placeholder became the record')

  const changes = [record(101, 'One, again'), first[1]!, { '@type': 'vitrine:Deletion', resource: 'items', 'o:id': 103 }]
  const { counts, problems } = await imported({ api }, await collectionFile(t, changes, { complete: false }))
  t.same(problems, [])
  t.match(counts.items, { updated: 1, unchanged: 1, deleted: 1, created: 0, conflicts: 0 })

  const [last, earlier] = (await unchecked(api, 'jobs').search({ sort_by: 'id', sort_order: 'desc' }, { actor: OPERATOR })).json()
    .filter((job) => String(job['o:job_class']).endsWith('Import')).map((job) => Number(job['o:id']))
  await api.imports.undo(last!)
  await api.imports.undo(earlier!)
  t.same(await find('Early'), [])
  const again = await api.import({ file: await c.write('records.ndjson', content) })
  t.match(again, { created: 3, present: 0, errors: 0 }, 'nothing is remembered')
})
