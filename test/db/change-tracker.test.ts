import { getTableName, sql } from 'drizzle-orm'
import t from 'tap'
import { BUILT_IN } from '../../api/resources/built-in.js'
import { TRACKED, UNCACHED } from '../../db/changes/tracking.js'
import { onSqlite } from '../database.js'
import { collection, html, link, titled } from '../api/collection.js'
import { tableNames } from './fixtures/schema.js'

/** Tables whose changes invalidate the whole cache, with reasons. */
const EVERYTHING = [
  // Representations contain the names of properties, classes and templates.
  'vocabulary', 'property', 'resource_class', 'resource_template', 'resource_template_property', 'setting',
  // Thumbnails; owners' names; what sites show decides what filters find.
  'asset', 'user', 'site', 'site_page', 'site_page_block', 'site_block_attachment', 'site_permission', 'site_item_set'
]

t.test('every table is listed with what a change of its rows makes stale', async (t) => {
  const { api } = await collection(t)
  const known = [...Object.keys(TRACKED), ...Object.keys(UNCACHED), ...EVERYTHING]
  t.same((await tableNames(api.store.read)).sort(), known.sort(), 'add a new table to one of the three lists')
})

t.test('no table that a cached representation is made from counts as uncached', async (t) => {
  for (const { name, isCached, table, joins = [] } of BUILT_IN.values()) {
    if (isCached !== true) continue
    for (const used of [table, ...joins.map((join) => join.table)]) {
      t.notOk(getTableName(used) in UNCACHED, `${name}: ${getTableName(used)}`)
    }
  }
})

t.test('a change of any table, by whatever statement, makes stale what its rows show in', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  await c.make('items', {
    ...titled('Item'),
    'o:item_set': [{ 'o:id': set }],
    'o:media': [html()],
    'dcterms:relation': [link(set)]
  })
  const { store } = c.api
  for (const [table, [column]] of Object.entries(TRACKED) as Array<[string, [string]]>) {
    const before = store.changes.version
    await store.write(async (database) => {
      await database.run(sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = ${sql.identifier(column)}`)
    })
    const touched = store.changes.touchedSince(before)
    const [row] = await store.read.all<{ id: number }>(
      sql`SELECT ${sql.identifier(column)} AS id FROM ${sql.identifier(table)} LIMIT 1`
    )
    if (row !== undefined) t.ok(touched === undefined || touched.includes(row.id), `${table}: ${row.id}`)
  }
  for (const table of EVERYTHING) {
    const before = store.changes.version
    const [row] = await store.read.all<object>(sql`SELECT * FROM ${sql.identifier(table)} LIMIT 1`)
    if (row === undefined) continue
    const column = sql.identifier(Object.keys(row)[0]!)
    await store.write(async (database) => {
      await database.run(sql`UPDATE ${sql.identifier(table)} SET ${column} = ${column}`)
    })
    t.equal(store.changes.touchedSince(before), undefined, table)
  }
})

t.test('what REPLACE deletes counts as deleted', onSqlite('REPLACE is its statement'), async (t) => {
  const { api: { store }, make } = await collection(t)
  const item = await make('items', { ...titled('Item'), 'o:item_set': [{ 'o:id': await make('item_sets', titled('Set')) }] })
  const before = store.changes.version
  await store.write(async (database) => {
    await database.run(sql`REPLACE INTO item_item_set (item_id, item_set_id) SELECT item_id, item_set_id FROM item_item_set`)
  })
  t.ok(store.changes.touchedSince(before)?.includes(item))
})

t.test('who sees a value concerns those that show it: its resource and its target, or anybody if it is annotated', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Target'))
  const note = { '@annotation': titled('Note') }
  const [plain, annotated] = [
    await c.make('items', { 'dcterms:relation': [link(target)] }),
    await c.make('items', { 'dcterms:relation': [link(target, note)] })
  ]
  const { store } = c.api
  const touchedBy = async (hiding: number): Promise<number[] | undefined> => {
    const before = store.changes.version
    await store.write(async (database) => {
      await database.run(sql`UPDATE value SET is_public = 0 WHERE resource_id = ${hiding}`)
    })
    return store.changes.touchedSince(before)?.sort((a, b) => a - b)
  }
  t.same(await touchedBy(plain), [-target, plain])
  t.equal(await touchedBy(annotated), undefined)
  t.equal(await touchedBy(annotated + 1), undefined, 'a value of the annotation')
})

t.test('a table that nobody has listed makes everything stale, from its first row', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', titled('Shown'))
  await c.get('items', item, c.as.anonymous)
  const { store } = c.api
  const writes = [
    sql`CREATE TABLE app_note (id INTEGER PRIMARY KEY, text TEXT)`,
    sql`INSERT INTO app_note (id, text) VALUES (1, 'a')`,
    sql`UPDATE app_note SET text = 'b'`,
    sql`DELETE FROM app_note`,
    sql`DROP TABLE app_note`
  ]
  for (const write of writes) {
    const before = store.changes.version
    await store.write(async (database) => { await database.run(write) })
    t.equal(store.changes.touchedSince(before), undefined)
  }
  const before = store.changes.version
  await c.patch('items', item, titled('Changed'))
  t.ok(store.changes.touchedSince(before)?.includes(item), 'other writes are told apart as before')
})

t.test('a write that said nothing would show it is believed only if it is true', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', titled('Cached'))
  await c.get('items', item, c.as.anonymous)
  await c.api.store.writeUnseen(async (database) => {
    await database.run(sql`UPDATE resource SET modified = 0 WHERE id = ${item}`)
  })
  t.match((await c.get('items', item, c.as.anonymous))['o:modified'], { '@value': '1970-01-01T00:00:00+00:00' })
})
