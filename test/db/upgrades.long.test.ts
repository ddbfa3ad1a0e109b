import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import vitrine, { open, OPERATOR, serverOptions, type Actor, type Api } from '../../app.js'
import { deferIndexes } from '../../db/sqlite/connection/deferred-indexes.js'
import { onSqlite } from '../database.js'
import { dataFolder, temporaryFolder, WITHOUT_THREADS } from '../helper.js'
import { migrationNames, openOlderDatabase } from './fixtures/older-database.js'

const ONLY = onSqlite('earlier versions had no other')

const AUTHOR: Actor = { id: 2, role: 'author' }

type Collection = Awaited<ReturnType<typeof open>> & Api

const text = (propertyId: number, content: string, more = {}): object => {
  return { type: 'literal', property_id: propertyId, '@value': content, ...more }
}

/** A data folder with rows of many kinds, written by the current program. */
async function currentFolder (t: Test): Promise<string> {
  const data = await dataFolder(t)
  const api = await open({ data, ...WITHOUT_THREADS }) as Collection
  const call = { actor: { id: 1, role: 'global_admin' } } as const
  for (const [name, role] of [['admin', 'global_admin'], ['author', 'author']] as const) {
    await api.accounts.createUser({ email: `${name}@example.org`, name, role })
  }
  const make = async (type: string, payload: object): Promise<number> =>
    (await api.resource(type).create(payload as never, call)).id as number
  const template = await make('resource_templates', {
    'o:label': 'Works',
    'o:title_property': { 'o:id': 17 },
    'o:resource_template_property': [{ 'o:property': { 'o:id': 7 } }]
  })
  const set = await make('item_sets', { 'dcterms:title': [text(1, 'Lighthouses')], 'o:is_open': true })
  const first = await make('items', {
    'dcterms:title': [
      text(1, 'Secret name', { is_public: false }),
      text(1, 'Lighthouse at dusk', { '@language': 'en' })
    ],
    'dcterms:date': [text(7, '1890', { '@annotation': { 'dcterms:source': [text(11, 'Diary')] } })],
    'dcterms:subject': [{ type: 'uri', property_id: 3, '@id': 'http://example.org/sea', 'o:label': 'Sea' }],
    'o:item_set': [{ 'o:id': set }],
    'o:media': [{ 'o:ingester': 'html', html: '<p>Granite tower</p>' }]
  })
  await make('items', {
    'dcterms:title': [text(1, 'Ébauche')],
    'dcterms:date': [text(7, '1890-05')],
    'dcterms:relation': [{ type: 'resource', property_id: 13, value_resource_id: first }]
  })
  await make('items', {
    'dcterms:title': [text(1, 'Hidden harbour')],
    'o:is_public': false,
    'o:owner': { 'o:id': AUTHOR.id }
  })
  await make('items', {
    'dcterms:alternative': [text(17, 'Titled otherwise')],
    'o:resource_template': { 'o:id': template }
  })
  const site = await make('sites', { 'o:title': 'Coast', 'o:theme': 'default', 'o:assign_new_items': true })
  await make('site_pages', {
    'o:site': { 'o:id': site },
    'o:title': 'Towers',
    'o:block': [{ 'o:layout': 'html', 'o:data': { html: '<p>Beacons</p>' } }]
  })
  await make('vocabularies', {
    'o:prefix': 'ex',
    'o:namespace_uri': 'http://ex.example/',
    'o:label': 'Ex',
    'o:property': [{ 'o:local_name': 'p', 'o:label': 'P' }]
  })
  await api.close()
  return data
}

/** Tables that triggers fill, and those into which migrations put rows of their own. */
const NOT_COPIED = /^(sqlite_|__drizzle|stamp$|setting$|change_log$)|trigram|fulltext|resource_change/

/** Copies the tables and columns that an older database has into it. */
function copyRows (older: Sqlite.Database, newer: string): void {
  const columnsOf = (schema: string, table: string): string[] => {
    return older.prepare(`SELECT name FROM pragma_table_info(?, '${schema}')`).pluck().all(table) as string[]
  }
  older.prepare('ATTACH ? AS newer').run(path.join(newer, 'vitrine.db'))
  const tables = older.prepare("SELECT name FROM main.sqlite_master WHERE type = 'table'").pluck().all() as string[]
  for (const table of tables.filter((name) => !NOT_COPIED.test(name))) {
    const known = columnsOf('newer', table)
    const columns = columnsOf('main', table)
      .filter((name) => known.includes(name))
      .map((name) => `"${name}"`)
      .join(', ')
    if (columns !== '') {
      older.exec(`INSERT OR REPLACE INTO main."${table}" (${columns}) SELECT ${columns} FROM newer."${table}"`)
    }
  }
  older.exec('DETACH newer')
}

const QUESTIONS = [
  ...['items', 'item_sets', 'media', 'resources', 'vocabularies', 'resource_templates', 'sites', 'site_pages'],
  'properties?vocabulary_prefix=ex',
  'items?sort_by=title',
  'items?sort_by=dcterms:date&sort_order=desc',
  'items?search=dusk',
  'items?search=secret',
  'items?property[0][property]=dcterms:title&property[0][type]=eq&property[0][text]=ebauche',
  'items?property[0][property]=dcterms:date&property[0][type]=lte&property[0][text]=1890',
  'items?fulltext_search=granite',
  'items?fulltext_search=secret',
  'item_sets?fulltext_search=lighthouses',
  'site_pages?fulltext_search=beacons'
]

interface Received { status: number, total: unknown, body: unknown }

/** Answers of a server to anonymous clients, the author and the administrator, by client and request. */
async function answers (data: string): Promise<Record<string, Received>> {
  const api = await open({ data, ...WITHOUT_THREADS })
  const app = Fastify(serverOptions)
  await app.register(vitrine, { api })
  try {
    const all: Record<string, Received> = {}
    for (const name of ['anonymous', 'author', 'admin']) {
      const headers = name === 'anonymous' ? {} : { authorization: await keyOf(api, `${name}@example.org`) }
      for (const question of QUESTIONS) {
        const { statusCode, headers: { 'omeka-s-total-results': total }, body } = await app.inject({
          url: `/api/${question}`, headers
        })
        all[`${name}: ${question}`] = { status: statusCode, total, body: JSON.parse(body) }
      }
    }
    return all
  } finally {
    await app.close()
    await api.close()
  }
}

async function keyOf (api: Api, email: string): Promise<string> {
  const { identity, credential } = await api.keys.create(email, { label: 'test' }, OPERATOR)
  return `Bearer ${identity}.${credential}`
}

t.test(
  'databases of every earlier version are upgraded, and answered like new ones',
  ONLY,
  async (t) => {
    const current = await currentFolder(t)
    const expected = await answers(current)
    t.match(
      expected['anonymous: items?search=dusk'],
      { status: 200, total: '2' },
      'the questions find the item and what links to it'
    )
    const names = migrationNames()
    for (let count = 1; count <= names.length; count++) {
      const folder = await temporaryFolder(t)
      const { driver } = openOlderDatabase(folder, count)
      copyRows(driver, current)
      driver.close()
      t.same(await answers(folder), expected, `a database of ${names[count - 1]!}`)
    }
  }
)

t.test('an import that an earlier version left without indexes is brought up to date, too', ONLY, async (t) => {
  const current = await currentFolder(t)
  const expected = await answers(current)
  // The migration after it drops indexes by their names.
  const { driver } = openOlderDatabase(await temporaryFolder(t), migrationNames().indexOf('0020_differing-titles'))
  copyRows(driver, current)
  deferIndexes(driver)
  driver.close()
  const folder = path.dirname(driver.name)
  t.same(await answers(folder), expected)
  t.same(indexesIn(folder), indexesIn(current))
})

function indexesIn (folder: string): unknown[] {
  const driver = openFile(path.join(folder, 'vitrine.db'), { readonly: true })
  try {
    return driver.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all()
  } finally {
    driver.close()
  }
}
