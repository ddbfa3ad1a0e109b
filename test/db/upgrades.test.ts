import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import t, { type Test } from 'tap'
import { ANONYMOUS, OPERATOR, type Actor } from '../../api/access/actor.js'
import { open, type Api } from '../../app.js'
import { dataFolder, WITHOUT_THREADS } from '../helper.js'
import { migrationNames, openOlderDatabase } from './fixtures/older-database.js'

const AUTHOR: Actor = { id: 2, role: 'author' }

type Collection = Awaited<ReturnType<typeof open>> & Api

const text = (propertyId: number, content: string, more = {}): object => {
  return { type: 'literal', property_id: propertyId, '@value': content, ...more }
}

/** A folder with something of everything, written by the program as it is. */
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
const NOT_COPIED = /^(sqlite_|__drizzle|stamp$|setting$)|trigram|fulltext/

/** Copies into an older database what it has tables and columns for. */
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

const QUESTIONS: ReadonlyArray<[string, Record<string, unknown>]> = [
  ...['items', 'item_sets', 'media', 'resources', 'vocabularies', 'resource_templates', 'sites', 'site_pages'].map(
    (type) => [type, {}]
  ),
  ['properties', { vocabulary_prefix: 'ex' }],
  ['items', { sort_by: 'title' }],
  ['items', { sort_by: 'dcterms:date', sort_order: 'desc' }],
  ['items', { search: 'dusk' }],
  ['items', { search: 'secret' }],
  ['items', { property: [{ property: 'dcterms:title', type: 'eq', text: 'ebauche' }] }],
  ['items', { property: [{ property: 'dcterms:date', type: 'lte', text: '1890' }] }],
  ['items', { fulltext_search: 'granite' }],
  ['items', { fulltext_search: 'secret' }],
  ['item_sets', { fulltext_search: 'lighthouses' }],
  ['site_pages', { fulltext_search: 'beacons' }]
] as never

/** What everybody is answered, by the question. */
async function answers (data: string): Promise<Record<string, unknown>> {
  const api = await open({ data, ...WITHOUT_THREADS }) as Collection
  try {
    const all: Record<string, unknown> = {}
    for (const actor of [ANONYMOUS, AUTHOR, OPERATOR]) {
      for (const [type, query] of QUESTIONS) {
        const { total, template } = await api.resource(type).search(query as never, { actor })
        all[`${actor.role}: ${type} ${JSON.stringify(query)}`] = {
          total,
          text: template.replaceAll(/base-[0-9a-f]{24}/g, '')
        }
      }
    }
    return all
  } finally {
    await api.close()
  }
}

/** The first two migrations came with one version: no database was ever left between them. */
const FIRST_VERSION = 2

t.test(
  'what every earlier version wrote is opened, brought up to date and answered as if it had been written today',
  async (t) => {
    const current = await currentFolder(t)
    const expected = await answers(current)
    t.match(
      expected['null: items {"search":"dusk"}'],
      { total: 2 },
      'the questions find the item and what links to it'
    )
    const names = migrationNames()
    for (let count = FIRST_VERSION; count <= names.length; count++) {
      const folder = t.testdir({})
      const { driver } = openOlderDatabase(folder, count)
      copyRows(driver, current)
      driver.close()
      t.same(await answers(folder), expected, `a database of ${names[count - 1]!}`)
    }
  }
)
