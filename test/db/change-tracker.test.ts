import { setImmediate as nextTurn } from 'node:timers/promises'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import t from 'tap'
import { BUILT_IN } from '../../api/resources/built-in.js'
import { UNCACHED } from '../../db/changes/tracking.js'
import { IS_POSTGRES, onSqlite } from '../database.js'
import { collection, html, link, titled } from '../api/collection.js'
import { writeElsewhere } from './fixtures/elsewhere.js'
import { tableNames } from './fixtures/schema.js'
import { until } from '../until.js'

/** Tables whose changes concern resources only, with the column that names them. */
const TRACKED: Readonly<Record<string, string>> = {
  resource: 'id', value: 'resource_id', item: 'id', item_set: 'id', media: 'id', item_item_set: 'item_id', item_site: 'item_id'
}

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
  for (const [table, column] of Object.entries(TRACKED)) {
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

t.test('a new row with a lower id than earlier rows makes everything stale, too', async (t) => {
  const { api: { store } } = await collection(t)
  const add = async (id: number): Promise<void> => {
    const before = store.changes.version
    const { stamp } = await store.terms()
    await store.write(async (database) => {
      await database.run(sql`INSERT INTO resource_template (id, label, label_key) VALUES (${id}, ${`T${id}`}, ${`t${id}`})`)
      await database.$native.noteAdded()
    })
    t.equal(store.changes.touchedSince(before), undefined, `template ${id}`)
    t.not((await store.terms()).stamp, stamp)
    t.equal((await store.terms()).templates.get(id)?.label, `T${id}`)
  }
  await add(77)
  await add(55)
})

t.test('rows that come and go make everything stale, and rows that nothing refers to do not', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  const item = await c.make('items', titled('Item'))
  const { store } = c.api
  const touchedBy = async (write: SQL): Promise<number[] | undefined> => {
    const before = store.changes.version
    await store.write(async (database) => { await database.run(write) })
    return store.changes.touchedSince(before)?.sort((a, b) => a - b)
  }
  const names = (key: string) => sql.raw(`'${key}', '${key}'`)
  for (const table of ['user', 'asset', 'site']) {
    const [columns, cells] = {
      user: [sql`email, email_key, name, name_key, role, is_active, created`, sql`${names('u')}, ${names('u')}, 'author', 1, 0`],
      asset: [sql`name, name_key, media_type, storage_id`, sql`${names('a')}, 'image/png', 'a'`],
      site: [
        sql`slug, slug_key, theme, title, title_key, navigation, item_pool, is_public, assign_new_items, created`,
        sql`${names('s')}, 'default', ${names('s')}, '[]', '{}', 1, 0, 0`
      ]
    }[table]!
    t.same(await touchedBy(sql`INSERT INTO ${sql.identifier(table)} (${columns!}) VALUES (${cells!})`), [], table)
  }
  const [row] = await store.read.all<{ user: number, asset: number, site: number }>(
    sql`SELECT (SELECT max(id) FROM "user") AS "user", (SELECT max(id) FROM asset) AS asset, (SELECT max(id) FROM site) AS site`
  )
  const { user, asset, site } = row!
  t.same(await touchedBy(sql`UPDATE resource SET thumbnail_id = ${asset} WHERE id = ${item}`), [item])
  t.same(await touchedBy(sql`DELETE FROM asset`), [item], 'a thumbnail that is gone')
  t.same(await touchedBy(sql`INSERT INTO item_site (item_id, site_id) VALUES (${item}, ${site})`), [item])

  const last = (table: string) => sql.raw(`(SELECT max(id) FROM ${table})`)
  for (const [table, columns, cells] of [
    ['setting', sql`id, value`, sql`'x', '1'`],
    ['vocabulary', sql`namespace_uri, namespace_uri_key, prefix, prefix_key, label, label_key`, sql`${names('v')}, ${names('v')}, ${names('v')}`],
    ['property', sql`vocabulary_id, local_name, label, label_key`, sql`${last('vocabulary')}, 'p', ${names('p')}`],
    ['resource_class', sql`vocabulary_id, local_name, label, label_key`, sql`${last('vocabulary')}, 'C', ${names('c')}`],
    ['resource_template', sql`label, label_key`, sql`${names('t')}`],
    ['resource_template_property', sql`template_id, property_id, position, data_types, is_required, is_private`,
      sql`${last('resource_template')}, ${last('property')}, 1, '[]', 0, 0`],
    ['site_item_set', sql`site_id, item_set_id, position`, sql`${site}, ${set}, 1`],
    ['site_permission', sql`site_id, user_id, role`, sql`${site}, ${user}, 'viewer'`],
    ['site_page', sql`site_id, slug, slug_key, title, title_key, is_public, created`, sql`${site}, ${names('p')}, ${names('p')}, 1, 0`],
    ['site_page_block', sql`page_id, layout, data, position`, sql`${last('site_page')}, 'html', '{}', 1`],
    ['site_block_attachment', sql`block_id, caption, position`, sql`${last('site_page_block')}, '', 1`]
  ] as const) {
    const name = sql.identifier(table)
    t.equal(await touchedBy(sql`INSERT INTO ${name} (${columns}) VALUES (${cells})`), undefined, `a row of ${table}`)
  }
  for (const table of ['site_block_attachment', 'site_page_block', 'site_page', 'site_permission', 'site_item_set',
    'resource_template_property', 'resource_template', 'resource_class', 'property', 'vocabulary']) {
    const name = sql.identifier(table)
    t.equal(await touchedBy(sql`DELETE FROM ${name} WHERE id = (SELECT max(id) FROM ${name})`), undefined, `no row of ${table}`)
  }
  t.equal(await touchedBy(sql`DELETE FROM setting WHERE id = 'x'`), undefined)
  t.same(await touchedBy(sql`DELETE FROM site`), [item], 'a site with an item')
})

t.test('one collection has at most 45 triggers that note changes', async (t) => {
  const { api: { store } } = await collection(t)
  // In the transaction: temporary ones belong to the connection that writes.
  const [row] = await store.write(async (database) => await database.values<[number]>(IS_POSTGRES
    ? sql`SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgfoid NOT IN ('give_id'::regproc, 'take_ids'::regproc)`
    : sql`SELECT (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger')
        + (SELECT count(*) FROM sqlite_temp_schema WHERE type = 'trigger')`))
  t.ok(row![0] <= 45, `${row![0]}`)
})

t.test('writes of another program are found immediately, and soon in the change feed', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', titled('Item'))
  const { last: since } = await c.api.changes.read({ limit: 100 })
  const find = async (): Promise<number[]> => await c.find('items', { fulltext_search: 'heliograph' })
  t.same(await find(), [])
  await writeElsewhere(c.data, `INSERT INTO value (resource_id, property_id, type, text, text_fold, is_public)
    VALUES (${item}, 3, 'literal', 'Heliograph', 'heliograph', 1)`)
  // Other processes are looked for once per turn of the event loop.
  await nextTurn()
  await c.api.store.catchUp()
  t.same(await find(), [item])
  const entries = async () => (await c.api.changes.read({ since })).entries
  await until(async () => (await entries()).length > 0)
  t.match(await entries(), [{ op: 'update', resource: 'items', id: item }])
  t.same(await c.find('items', { search: 'heliograph' }), [item])
})

t.test('rows deleted by REPLACE count as deleted', onSqlite('REPLACE is its statement'), async (t) => {
  const { api: { store }, make } = await collection(t)
  const item = await make('items', { ...titled('Item'), 'o:item_set': [{ 'o:id': await make('item_sets', titled('Set')) }] })
  const before = store.changes.version
  await store.write(async (database) => {
    await database.run(sql`REPLACE INTO item_item_set (item_id, item_set_id) SELECT item_id, item_set_id FROM item_item_set`)
  })
  t.ok(store.changes.touchedSince(before)?.includes(item))
})

t.test('a change of visibility makes stale what shows the value: its resource, its target, and everything if it is annotated', async (t) => {
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

t.test('a table that is not listed makes everything stale, from its first row', async (t) => {
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
