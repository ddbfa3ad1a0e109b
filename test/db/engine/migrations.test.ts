import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { openFile } from '../../../db/sqlite/connection/driver.js'
import { ANONYMOUS, OPERATOR, type Actor } from '../../../api/core/calls/actor.js'
import { equalityKey } from '../../../db/keys/collation/index.js'
import { connect } from '../../../db/sqlite/connection/connection.js'
import { Store } from '../../../db/open/store.js'
import { open } from '../../../app.js'
import { onSqlite } from '../../database.js'
import { migrationNames, openOlderDatabase } from '../fixtures/older-database.js'
import { temporaryFolder, unchecked } from '../../helper.js'

const ONLY = onSqlite('its file is opened, copied and damaged by hand')

/** Everything that makes up the schema but the notes of the migrator, and how many rows each table has. */
function contentOf (folder: string): unknown {
  const file = openFile(path.join(folder, 'vitrine.db'), { readonly: true })
  try {
    const schema = file
      .prepare('SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE ? ORDER BY type, name')
      .all('%drizzle%') as Array<{ type: string, name: string, sql: string | null }>
    const tables = schema
      .filter((row) => row.type === 'table' && !/VIRTUAL/.test(row.sql ?? ''))
      .map((row) => row.name)
    return { schema, rows: tables.map((name) => [name, file.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()]) }
  } finally {
    file.close()
  }
}

t.test('an empty folder becomes an installation with its vocabularies, each time an equal one', ONLY, async (t) => {
  const folders = await temporaryFolder(t, { one: {}, two: {} })
  for (const name of ['one', 'two']) {
    await (await Store.open(path.join(folders, name, 'made', 'on', 'the', 'way'))).close()
  }
  const [one, two] = ['one', 'two'].map((name) => contentOf(path.join(folders, name, 'made', 'on', 'the', 'way')))
  t.same(one, two)
  t.match(one, { rows: [] })
})

t.test('a fresh installation knows the four built-in vocabularies and one template', ONLY, async (t) => {
  const store = await Store.open(await temporaryFolder(t))
  t.teardown(async () => { await store.close() })
  const terms = await store.terms()
  t.same([...terms.namespaces.keys()], ['dcterms', 'dctype', 'bibo', 'foaf'])
  t.match(terms.properties.byTerm('dcterms:title'), { id: 1, label: 'Title', uri: 'http://purl.org/dc/terms/title' })
  t.equal(terms.templates.get(1)?.properties.length, 20)
})

t.test('opening again changes nothing', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  await (await Store.open(folder)).close()
  const before = contentOf(folder)
  await (await Store.open(folder)).close()
  t.same(contentOf(folder), before)
})

t.test('indexes of texts that an older version merged with every write are merged seldom from now on', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const settled = async (): Promise<unknown> => {
    await (await Store.open(folder)).close()
    const file = openFile(path.join(folder, 'vitrine.db'))
    const found = file.prepare("SELECT v FROM value_trigram_config WHERE k LIKE '%merge' ORDER BY k").pluck().all()
    file.exec("INSERT INTO value_trigram (value_trigram, rank) VALUES ('automerge', 4)")
    file.close()
    return found
  }
  t.same([await settled(), await settled()], [[0, 32, 16], [0, 32, 16]])
})

t.test('where the planner knows how many rows indexes have, it knows that of new ones, too', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  olderDatabase(folder, 20)
  const { driver: older } = connect(path.join(folder, 'vitrine.db'))
  older.exec('ANALYZE')
  older.close()
  await (await Store.open(folder)).close()
  const { driver } = connect(path.join(folder, 'vitrine.db'))
  const known = driver.prepare("SELECT idx FROM sqlite_stat1 WHERE idx LIKE 'resource%title' ORDER BY idx")
  t.same(known.pluck().all(), ['resource_public_title', 'resource_title'])
  driver.close()
})

t.test('a database of a newer version is refused with a sentence, and not changed', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  await (await Store.open(folder)).close()
  const file = openFile(path.join(folder, 'vitrine.db'))
  file.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)")
  file.close()
  const before = contentOf(folder)
  await t.rejects(Store.open(folder), { message: /written by a newer version of Vitrine/ })
  t.same(contentOf(folder), before)
})

t.test('a migration that fails leaves the file as it was', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const file = openFile(path.join(folder, 'vitrine.db'))
  file.exec('CREATE TABLE value (mine TEXT); INSERT INTO value VALUES (1)')
  file.close()
  const before = contentOf(folder)
  await t.rejects(Store.open(folder))
  t.same(contentOf(folder), before)
})

t.test('a file that is no database is refused and not changed', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'vitrine.db')
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100))
  await t.rejects(Store.open(folder), { message: /not a database/ })
  t.match(readFileSync(file, 'utf8'), /^This is a letter/)
})

/** A database after the first migrations. */
function olderDatabase (folder: string, migrations: number): void {
  const connection = openOlderDatabase(folder, migrations)
  // The vocabularies are added when it is opened.
  connection.driver.exec(
    "INSERT INTO resource (id, kind, is_public, created) VALUES (1, 'item', 1, 0), (2, 'item', 1, 0)"
  )
  const insert = connection.driver.prepare(
    "INSERT INTO value (resource_id, property_id, type, text, uri, is_public) VALUES (?, 7, 'literal', ?, ?, 1)"
  )
  for (const [id, text, uri] of [
    [1, '1890', null],
    [1, 'about 1880', null],
    [2, '1890-05', null],
    [2, '1700', 'urn:x'],
    [2, null, null]
  ]) { insert.run(id, text, uri) }
  connection.driver.close()
}

t.test('values of an older version can be compared, and paged by cursors', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  olderDatabase(folder, 4)
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const find = async (type: string, text: string) =>
    (await unchecked(api, 'items').search({ property: [{ property: 7, type, text }], return_scalar: 'id' }, { actor: ANONYMOUS }))
      .template
  t.equal(await find('lte', '1890'), '{"1":1,"2":2}')
  t.equal(await find('lt', '1890.5'), '{"1":1}')
  t.equal(await find('gt', '1890-04'), '{"2":2}')
  t.equal(await find('lt', '1890'), '[]')
  const { next } = await api.items.search({ cursor: '', per_page: '1', return_scalar: 'id' }, { actor: ANONYMOUS })
  t.equal((await api.items.search({ cursor: next!, return_scalar: 'id' }, { actor: ANONYMOUS })).template, '{"2":2}')
})

t.test('a title that an older version made from private values is replaced for users who do not see them', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  olderDatabase(folder, 8)
  const { driver } = connect(path.join(folder, 'vitrine.db'))
  driver.pragma('foreign_keys = OFF')
  driver.exec("INSERT INTO resource_template (id, label, label_key, title_property_id) VALUES (7, 'a', 'a', 7)")
  driver.exec(
    "UPDATE resource SET template_id = 7, title = 'Secret', title_sort = 'x', title_key = 'x', title_fold = 'x'"
  )
  driver.exec(
    "INSERT INTO resource (id, kind, is_public, created, title, title_sort) VALUES (3, 'item', 1, 0, 'Open', 'y')"
  )
  driver.exec("UPDATE value SET is_public = 0 WHERE text = '1890' OR resource_id = 2")
  driver.close()
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const titles = async (actor: Actor) =>
    (await api.items.search({ return_scalar: 'title', sort_by: 'title' }, { actor })).template
  t.equal(await titles(ANONYMOUS), '{"2":null,"1":"about 1880","3":"Open"}')
  t.equal(await titles(OPERATOR), '{"1":"Secret","2":"Secret","3":"Open"}')
})

t.test('texts that an older version indexed are found, before and after they are indexed again', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  olderDatabase(folder, 7)
  const { driver } = connect(path.join(folder, 'vitrine.db'))
  driver.pragma('foreign_keys = OFF')
  driver.exec(
    "UPDATE value SET text_fold = text; UPDATE resource SET title = 'Harbour', title_fold = 'harbour' WHERE id = 1"
  )
  driver.exec(
    "INSERT INTO value (resource_id, property_id, type, linked_id, is_public) VALUES (2, 7, 'resource', 1, 1)"
  )
  driver.close()
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const find = async (type: string, text: string) => {
    const query = { property: [{ property: 7, type, text }], return_scalar: 'id' }
    return (await unchecked(api, 'items').search(query, { actor: ANONYMOUS })).template
  }
  for (const state of ['not yet', 'indexed']) {
    t.equal(await find('in', '890'), '{"1":1,"2":2}', state)
    t.equal(await find('sw', 'abo'), '{"1":1}', state)
    t.equal(await find('in', 'arbou'), '{"2":2}', state)
    // Full text search indexes everything that is due.
    await api.items.search({ fulltext_search: 'harbour' }, { actor: ANONYMOUS })
    await api.installation.set('nonce', state)
  }
})

t.test('texts that an older version split into other words, or compared with their blanks, are found as by this one', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const { driver } = openOlderDatabase(folder, migrationNames().indexOf('0024_other-words'))
  driver.exec(`INSERT INTO resource (id, kind, is_public, created, title, public_title)
      VALUES (1, 'item', 1, 0, 'Qurʾān', 'Qurʾān'), (2, 'item', 1, 0, 'Quran', 'Quran');
    INSERT INTO item (id) VALUES (1), (2);
    INSERT INTO value (resource_id, property_id, type, text, is_public)
      VALUES (1, 1, 'literal', 'Qurʾān', 1), (2, 1, 'literal', 'Quran', 1);
    INSERT INTO value (resource_id, property_id, type, text, text_key, is_public)
      VALUES (1, 3, 'literal', char(160) || ' Paper', '${equalityKey('\u00A0 Paper')}', 1),
        (2, 3, 'literal', 'Paper', '${equalityKey('Paper')}', 1);
    INSERT INTO fulltext (rowid, title, text, hidden) VALUES (1, 'qurʾān', 'qurʾān', ''), (2, 'quran', 'quran', '');
    INSERT INTO site
      (id, slug, slug_key, theme, title, title_key, navigation, item_pool, is_public, assign_new_items, created)
      VALUES (1, 'coast', 'coast', 'default', 'Coast', 'coast', '[]', '{}', 1, 0, 0);
    INSERT INTO site_page (id, site_id, slug, slug_key, title, title_key, is_public, created)
      VALUES (1, 1, 'lodz', 'lodz', 'Łódź', 'x', 1, 0);
    INSERT INTO site_page_fulltext (rowid, title, text, hidden) VALUES (1, 'łodz', '', '');
    DELETE FROM fulltext_due; DELETE FROM site_page_fulltext_due`)
  driver.close()
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const find = async (type: string, text: string): Promise<string> => {
    const query = { fulltext_search: text, return_scalar: 'id' }
    return (await api.resource(type).search(query, { actor: OPERATOR })).template
  }
  t.equal(await find('items', 'Quran'), '{"1":1,"2":2}')
  t.equal(await find('items', 'Qurʾān'), '{"1":1,"2":2}')
  t.equal(await find('site_pages', 'lodz'), '{"1":1}')
  const property = [{ property: 3, type: 'eq', text: 'Paper' }] as const
  const { template } = await api.items.search({ property, return_scalar: 'id' }, { actor: OPERATOR })
  t.equal(template, '{"1":1,"2":2}', 'blanks around values make no difference')
})

t.test('changes that an older version had not logged or indexed yet are logged and found', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const { driver } = openOlderDatabase(folder, migrationNames().indexOf('0025_change-queue'))
  // The triggers of the older version queue them.
  driver.exec(`INSERT INTO resource (kind, is_public, created, title, title_fold, public_title, public_title_fold)
      VALUES ('item', 1, 0, 'Gallery', 'gallery', 'Gallery', 'gallery'), ('item', 1, 0, NULL, NULL, NULL, NULL);
    INSERT INTO item (id) VALUES (1), (2);
    INSERT INTO value (resource_id, property_id, type, text, text_fold, linked_id, is_public)
      VALUES (1, 1, 'literal', 'Gallery', 'gallery', NULL, 1), (2, 13, 'resource', NULL, NULL, 1, 1)`)
  driver.close()
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const { entries } = await api.changes.read({ since: 0 }, { actor: ANONYMOUS })
  t.same(entries.map(({ op, id }) => `${op} ${id}`), ['create 1', 'create 2'])
  for (const query of [{ fulltext_search: 'gallery' }, { search: 'galler' }]) {
    const { template } = await api.items.search({ ...query, return_scalar: 'id' }, { actor: ANONYMOUS })
    t.equal(template, '{"1":1,"2":2}', JSON.stringify(query))
  }
})

t.test('words of private annotations are hidden in a database of an older version', ONLY, async (t) => {
  const folder = await temporaryFolder(t)
  const { driver } = openOlderDatabase(folder, migrationNames().indexOf('0027_hidden-annotations'))
  driver.exec(`INSERT INTO resource (id, kind, is_public, created) VALUES (1, 'item', 1, 0), (2, 'value_annotation', 0, 0);
    INSERT INTO item (id) VALUES (1);
    INSERT INTO value (resource_id, property_id, type, text, is_public, annotation_id)
      VALUES (1, 1, 'literal', 'Wood', 1, 2), (2, 1, 'literal', 'Rumour', 1, NULL);
    INSERT INTO fulltext (rowid, title, text, hidden) VALUES (1, 'wood', 'wood rumour', '');
    DELETE FROM fulltext_due; DELETE FROM change_queue`)
  driver.close()
  const api = await open({ data: folder })
  t.teardown(async () => { await api.close() })
  const find = async (text: string, actor: Actor): Promise<string> =>
    (await api.items.search({ fulltext_search: text, return_scalar: 'id' }, { actor })).template
  t.equal(await find('wood', ANONYMOUS), '{"1":1}')
  t.equal(await find('rumour', ANONYMOUS), '[]')
  t.equal(await find('rumour', OPERATOR), '{"1":1}')
})
