import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import t from 'tap'
import { Store } from '../../db/store.js'

/** Everything that makes up the schema but the notes of the migrator, and how many rows each table has. */
function contentOf (folder: string): unknown {
  const file = new Sqlite(path.join(folder, 'vitrine.db'), { readonly: true })
  try {
    const schema = file.prepare('SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE ? ORDER BY type, name').all('%drizzle%') as Array<{ type: string, name: string, sql: string | null }>
    const tables = schema.filter((row) => row.type === 'table' && !/VIRTUAL/.test(row.sql ?? '')).map((row) => row.name)
    return { schema, rows: tables.map((name) => [name, file.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()]) }
  } finally {
    file.close()
  }
}

t.test('an empty folder becomes an installation with its vocabularies, twice the same', async (t) => {
  const folders = t.testdir({ one: {}, two: {} })
  for (const name of ['one', 'two']) await (await Store.open(path.join(folders, name, 'made', 'on', 'the', 'way'))).close()
  const [one, two] = ['one', 'two'].map((name) => contentOf(path.join(folders, name, 'made', 'on', 'the', 'way')))
  t.same(one, two)
  t.match(one, { rows: [] })
})

t.test('a fresh installation knows the four built-in vocabularies and one template', async (t) => {
  const store = await Store.open(t.testdir({}))
  t.teardown(async () => { await store.close() })
  const terms = await store.terms()
  t.same([...terms.namespaces.keys()], ['dcterms', 'dctype', 'bibo', 'foaf'])
  t.match(terms.properties.byTerm('dcterms:title'), { id: 1, label: 'Title', uri: 'http://purl.org/dc/terms/title' })
  t.equal(terms.templates.get(1)?.properties.length, 20)
})

t.test('opening again changes nothing', async (t) => {
  const folder = t.testdir({})
  await (await Store.open(folder)).close()
  const before = contentOf(folder)
  await (await Store.open(folder)).close()
  t.same(contentOf(folder), before)
})

t.test('what a newer version wrote is refused with a sentence, and left as it is', async (t) => {
  const folder = t.testdir({})
  await (await Store.open(folder)).close()
  const file = new Sqlite(path.join(folder, 'vitrine.db'))
  file.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)")
  file.close()
  const before = contentOf(folder)
  await t.rejects(Store.open(folder), { message: /written by a newer version of Vitrine/ })
  t.same(contentOf(folder), before)
})

t.test('a migration that fails leaves the file as it was', async (t) => {
  const folder = t.testdir({})
  const file = new Sqlite(path.join(folder, 'vitrine.db'))
  file.exec('CREATE TABLE value (mine TEXT); INSERT INTO value VALUES (1)')
  file.close()
  const before = contentOf(folder)
  await t.rejects(Store.open(folder))
  t.same(contentOf(folder), before)
})

t.test('a file that is no database is refused and not touched', async (t) => {
  const folder = t.testdir({})
  const file = path.join(folder, 'vitrine.db')
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100))
  await t.rejects(Store.open(folder), { message: /not a database/ })
  t.match(readFileSync(file, 'utf8'), /^This is a letter/)
})
