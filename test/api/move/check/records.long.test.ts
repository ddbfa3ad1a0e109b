import path from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { openFile } from '../../../../db/sqlite/connection/driver.js'
import type { RecordFault } from '../../../../api/move/check/check-records.js'
import { copyDatabase, IS_POSTGRES, onSqlite } from '../../../database.js'
import { uploadMedia } from '../../../files/fixtures/uploads.js'
import { build, temporaryFolder, type Server } from '../../../helper.js'
import { indexed } from '../../../indexed.js'

/** The whole file: what all its tests share is removed with it. */
const top = t

/** A collection with a resource of every kind, annotations, private values, links, pages; everything indexed. */
async function collection (t: Test): Promise<Server> {
  const server = await build(t)
  const as = await server.account('global_admin')
  const post = async (type: string, payload: object): Promise<number> => {
    const { statusCode, json, payload: text } = await server.send({ method: 'POST', url: `/api/${type}`, as, payload })
    if (statusCode !== 200) throw new Error(text)
    return (json() as { 'o:id': number })['o:id']
  }
  const set = await post('item_sets', { 'dcterms:title': [{ '@value': 'Prints' }] })
  const first = await post('items', {
    'o:item_set': [{ 'o:id': set }],
    'dcterms:title': [{ '@value': 'Nocturne' }, { '@value': 'Secret name', is_public: false }],
    'dcterms:date': [{ '@value': '1877' }],
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/1', 'o:label': 'Catalogue' }],
    'dcterms:creator': [{ '@value': 'Whistler', '@annotation': { 'dcterms:source': [{ '@value': 'signed' }] } }]
  })
  await post('items', {
    'dcterms:title': [{ '@value': 'Hidden', is_public: false }, { '@value': 'Shown' }],
    'dcterms:description': [{ '@value': 'long text '.repeat(5000) }],
    'dcterms:relation': [{ type: 'resource:item', value_resource_id: first }]
  })
  await uploadMedia(server, as, 'text', 'a.txt')
  const site = await post('sites', { 'o:title': 'Site', 'o:slug': 'site', 'o:theme': 'default' })
  await post('site_pages', { 'o:title': 'About', 'o:slug': 'about', 'o:site': { 'o:id': site } })
  await indexed(server)
  return server
}

let pristine: Promise<string> | undefined

/** A copy of such a collection, which takes less time to make. */
async function copy (t: Test): Promise<Server> {
  pristine ??= (async () => {
    const { app, data } = await collection(top)
    await app.close()
    return data
  })()
  const data = await temporaryFolder(t)
  await copyDatabase(await pristine, data)
  return { ...await build(t, { data }), data }
}

async function check ({ api }: Server, repair = false): Promise<RecordFault[]> {
  const faults: RecordFault[] = []
  const summary = await api.checkRecords({ repair, onFault: (fault) => faults.push(fault) })
  t.equal(summary.faults, faults.length)
  return faults
}

/** Runs statements as another program would. */
async function elsewhere ({ data, api }: Server, ...statements: string[]): Promise<void> {
  if (IS_POSTGRES) {
    const client = new pg.Client(api.settings.database)
    await client.connect()
    await client.query(statements.join(';'))
    await client.end()
    return
  }
  const database = openFile(path.join(data, 'vitrine.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
}

/** Damages the database as nothing of the program would: no trigger notes it. */
async function damage (server: Server, ...statements: string[]): Promise<void> {
  if (IS_POSTGRES) {
    await elsewhere(server, 'SET session_replication_role = replica', ...statements)
    return
  }
  const database = openFile(path.join(server.data, 'vitrine.db'))
  database.pragma('foreign_keys = OFF')
  // Writable: so that triggers can be dropped.
  const triggers = database.prepare("SELECT sql, name FROM sqlite_master WHERE type = 'trigger'").all() as Array<{ sql: string, name: string }>
  database.exec('BEGIN')
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`)
  for (const statement of statements) database.exec(statement)
  for (const { sql, name } of triggers) if (!statements.some((one) => one.includes(`/* without ${name} */`))) database.exec(sql)
  database.exec('COMMIT')
  database.close()
}

const PROPERTY = (name: string): string => `(SELECT id FROM property WHERE local_name = '${name}' ORDER BY id LIMIT 1)`
const NOCTURNE = "(SELECT id FROM resource WHERE title = 'Nocturne')"

/** Tables of the database itself, and of the full-text index. */
const KEPT = onSqlite('PostgreSQL keeps types of columns and indexes of parts of texts, and no texts of its own')
const KEPT_KINDS = ['schema', 'column', 'title index', 'value index']

const SEQUENCE = IS_POSTGRES ? 'id_sequence' : 'sqlite_sequence'
const [FULL_TEXT, ID] = IS_POSTGRES ? ['fulltext_docsize', 'id'] : ['fulltext', 'rowid']
const BEFORE = 'a text that full text has from before'

/** Damages, with what is said of each, and whether it can be repaired. */
const DAMAGES: Array<[name: string, kind: string, message: RegExp, isRepairable: boolean, ...statements: string[]]> = [
  ['a missing index', 'schema', /^The index is missing\.$/, true, 'DROP INDEX value_text'],
  ['a missing trigger', 'schema', /^The trigger is missing\.$/, true, 'SELECT 1 /* without note_value_insert */'],
  ['another trigger', 'schema', /^The trigger is not the one that belongs there\.$/, true, 'SELECT 1 /* without note_value_insert */', 'CREATE TRIGGER note_value_insert AFTER INSERT ON value BEGIN SELECT 1; END'],
  ['a sequence that fell back', 'sequence', /^The next id would be 2, but ids up to \d+ are there\.$/, true, `UPDATE ${SEQUENCE} SET seq = 1 WHERE name = 'resource'`],
  ['a sequence that is gone', 'sequence', /^The next id would be 1,/, true, `DELETE FROM ${SEQUENCE} WHERE name = 'value'`],
  ['JSON that cannot be read', 'column', /^value is not JSON\.$/, false, "UPDATE setting SET value = '{' WHERE id = 'version'", "INSERT OR IGNORE INTO setting VALUES ('x', '{')"],
  ['a flag that is none', 'column', /^is_open is not true or false\.$/, false, 'UPDATE item_set SET is_open = 7'],
  ['a stamp that is gone', 'setting', /processes do not notice changes/, true, "DELETE FROM stamp WHERE id = 'terms'"],
  ['the secret of cursors that is gone', 'setting', /cannot be paged by cursors/, true, "DELETE FROM setting WHERE id = 'cursor_secret'"],
  ['an item without its row', 'kind', /^It has no row in the table item\.$/, false, `DELETE FROM item WHERE id = ${NOCTURNE}`],
  ['an item that is a set, too', 'kind', /^Its resource is of another kind\.$/, false, `INSERT INTO item_set VALUES (${NOCTURNE}, 1)`],
  ['an unknown kind', 'kind', /^There is no kind "thing"\.$/, false, `UPDATE resource SET kind = 'thing' WHERE id = ${NOCTURNE}`],
  ['an annotation without a value', 'annotation', /^It belongs to no value\.$/, true, 'UPDATE value SET annotation_id = NULL'],
  ['an annotation of two values', 'annotation', /^It belongs to 2 values\.$/, false, `UPDATE value SET annotation_id = (SELECT max(annotation_id) FROM value) WHERE property_id = ${PROPERTY('date')}`],
  ['an annotation that is none', 'annotation', /is not an annotation\.$/, false, `UPDATE value SET annotation_id = ${NOCTURNE} WHERE property_id = ${PROPERTY('date')}`],
  ['an annotation of itself', 'annotation', /^It belongs to no value\.$/, true, 'UPDATE value SET annotation_id = (SELECT max(annotation_id) FROM value) WHERE resource_id = (SELECT max(annotation_id) FROM value)', "UPDATE value SET annotation_id = NULL WHERE text = 'Whistler'"],
  ['keys of a name', 'keys', /do not match its texts\.$/, true, 'UPDATE "user" SET name_key = \'x\''],
  ['keys of a label', 'keys', /do not match its texts\.$/, true, "UPDATE property SET label_key = 'x' WHERE id = 1"],
  ['a key for equality', 'keys', /do not match its text\.$/, true, "UPDATE value SET text_key = 'x' WHERE text = 'Whistler'"],
  ['a key for containment', 'keys', /do not match its text\.$/, true, "UPDATE value SET uri_fold = 'x' WHERE uri IS NOT NULL"],
  ['a key for numbers', 'keys', /do not match its text\.$/, true, 'UPDATE value SET number = 3 WHERE number IS NOT NULL'],
  ['a text that nobody indexed', 'titles', /^Its titles do not match/, true, "UPDATE value SET text = 'Another' WHERE text = 'Nocturne'"],
  ['an empty value', 'value', /^It is empty\.$/, false, "UPDATE value SET text = NULL WHERE text = 'Whistler'"],
  ['a link to the wrong kind', 'value', /links to a item_set\.$/, false, 'UPDATE value SET linked_id = (SELECT id FROM item_set) WHERE linked_id IS NOT NULL'],
  ['a link that is a text', 'value', /must be a link\.$/, false, "UPDATE value SET type = 'resource:item' WHERE text = 'Whistler'"],
  ['an address that is a text', 'value', /must have an address\.$/, false, "UPDATE value SET type = 'uri' WHERE text = 'Whistler'"],
  ['a text with an address', 'value', /must be a text only\.$/, false, "UPDATE value SET type = 'literal' WHERE uri IS NOT NULL"],
  ['a title', 'titles', /^Its titles do not match/, true, `UPDATE resource SET title = 'x' WHERE id = ${NOCTURNE}`],
  ['a public title', 'titles', /^Its titles do not match/, true, "UPDATE resource SET public_title = 'Hidden' WHERE title = 'Hidden'"],
  ['a key of a title', 'titles', /^Its titles do not match/, true, `UPDATE resource SET title_sort = 'x' WHERE id = ${NOCTURNE}`],
  ['a sort text', 'sort text', /sort texts do not match/, true, "UPDATE sort_text SET sort_key = 'x'"],
  ['a sort text that is gone', 'sort text', /sort texts do not match/, true, 'DELETE FROM sort_text'],
  ['a sort text for the wrong readers', 'sort text', /sort texts do not match/, true, 'UPDATE sort_text SET audience = 0 WHERE audience = 2'],
  ['a text that full text lost', 'full text', /^Full-text searches do not find it/, true, `DELETE FROM ${FULL_TEXT} WHERE ${ID} = ${NOCTURNE}`],
  [BEFORE, 'full text', /^Full-text searches do not find it/, true, `INSERT OR REPLACE INTO fulltext (rowid, title, text, hidden) VALUES (${NOCTURNE}, 'a b c', 'd', '')`],
  ['full text of nothing', 'full text', /find texts that do not exist any more\.$/, true, IS_POSTGRES ? 'INSERT INTO fulltext_docsize VALUES (4711)' : "INSERT INTO fulltext (rowid, title, text, hidden) VALUES (4711, 'a', 'b', '')"],
  ['a page that full text lost', 'full text', /^Full-text searches do not find it/, true, `DELETE FROM site_page_${FULL_TEXT}`],
  ['a title that is not indexed', 'title index', /^Searches for parts of texts do not find it/, true, `DELETE FROM title_trigram WHERE rowid = ${NOCTURNE}`],
  ['an indexed title of nothing', 'title index', /find texts that do not exist any more\.$/, true, "INSERT INTO title_trigram (rowid, text) VALUES (4711, 'abcdef')"],
  ['a value that is not indexed', 'value index', /^Searches for parts of texts do not find it/, true, 'DELETE FROM value_trigram WHERE rowid IN (SELECT min(id) FROM value_trigram_docsize)'],
  ['a part of a long value that is not indexed', 'value index', /^Searches for parts of texts do not find it/, true, 'DELETE FROM value_trigram WHERE rowid IN (SELECT max(id) FROM value_trigram_docsize)'],
  ['an indexed value of nothing', 'value index', /find texts that do not exist any more\.$/, true, "INSERT INTO value_trigram (rowid, text) VALUES (4711, 'abcdef')"],
  ['a part of an indexed value of nothing', 'value index', /find texts that do not exist any more\.$/, true, "INSERT INTO value_trigram (rowid, text) VALUES ((1 << 31) + 4711, 'abcdef')"]
]

t.test('a collection in order has no faults', async (t) => {
  const server = await collection(t)
  t.same(await check(server), [])
  t.same(await check(server, true), [])
})

for (const [name, kind, message, isRepairable, ...statements] of DAMAGES) {
  const only = KEPT_KINDS.includes(kind) || name === BEFORE ? KEPT : {}
  t.test(`${name} is found, and repaired if it can be`, only, async (t) => {
    const server = await copy(t)
    await damage(server, ...statements)
    const faults = await check(server)
    const fault = faults.find((fault) => fault.kind === kind)
    t.match(fault, { subject: /./, message, isRepairable, isRepaired: false }, JSON.stringify(faults))
    const repaired = await check(server, true)
    t.equal(repaired.find((fault) => fault.kind === kind)?.isRepaired, isRepairable)
    await indexed(server)
    const left = await check(server)
    t.notOk(left.some((fault) => fault.isRepairable), `nothing is left to repair: ${JSON.stringify(left)}`)
    t.equal(left.some((fault) => fault.kind === kind), !isRepairable)
  })
}

t.test('resources that wait to be indexed are no fault', async (t) => {
  const server = await collection(t)
  await elsewhere(
    server,
    "UPDATE resource SET title_fold = title_fold || 'x' WHERE title IS NOT NULL",
    'UPDATE resource SET title_fold = substr(title_fold, 1, length(title_fold) - 1) WHERE title IS NOT NULL',
    `DELETE FROM ${FULL_TEXT} WHERE ${ID} IN (SELECT id FROM resource)`,
    'INSERT INTO fulltext_due SELECT id FROM resource WHERE id NOT IN (SELECT id FROM fulltext_due)'
  )
  t.same(await check(server), [])
})

t.test('faults are repaired beside a server that goes on writing, without a false alarm', async (t) => {
  const server = await collection(t)
  const as = await server.account('editor')
  const end = new AbortController()
  const writing = (async () => {
    for (let number = 0; !end.signal.aborted; number++) {
      const { statusCode } = await server.send({
        method: 'POST', url: '/api/items', as, payload: { 'dcterms:title': [{ '@value': `Number ${number}` }] }
      })
      t.equal(statusCode, 200)
    }
  })()
  for (let round = 0; round < 5; round++) t.same(await check(server), [])
  await damage(server, `UPDATE resource SET title = 'x' WHERE id = ${NOCTURNE}`)
  t.match(await check(server, true), [{ kind: 'titles', isRepaired: true }])
  end.abort()
  await writing
  t.same(await check(server), [])
  t.match((await server.send({ url: '/api/items?search=Nocturne' })).json(), [{ 'o:title': 'Nocturne' }], 'and are seen')
})
