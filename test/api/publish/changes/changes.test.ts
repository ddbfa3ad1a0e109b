import { sql, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { GoneError, ParameterError, PermissionError } from '../../../../app.js'
import type { Change } from '../../../../api/publish/changes/changes.js'
import type { Call } from '../../../../api/core/calls/call.js'
import { EVERYTHING_LOGGED, NOT_LOGGED } from '../../../db/fixtures/logged-tables.js'
import { tableNames } from '../../../db/fixtures/schema.js'
import { collection, html, link, titled, type Collection } from '../../collection.js'

const shortly = (entries: readonly Change[]): string[] =>
  entries.map(({ op, resource, id }) => `${op} ${resource}/${id}`).sort()

/** Runs some work and returns the entries that the log has then: for anonymous clients, and for an administrator. */
async function told (c: Collection, work: () => Promise<unknown>): Promise<{ everybody: string[], all: string[] }> {
  const lastOf = async (call: Call): Promise<number> => (await c.api.changes.read({ limit: 10_000 }, call)).last
  const before = { everybody: await lastOf(c.as.anonymous), all: await lastOf(c.as.editor) }
  await work()
  const from = async (since: number, call: Call): Promise<string[]> =>
    shortly((await c.api.changes.read({ since }, call)).entries)
  return { everybody: await from(before.everybody, c.as.anonymous), all: await from(before.all, c.as.editor) }
}

t.test('every table is listed as a part of resources that the change log covers, or as none', async (t) => {
  const c = await collection(t)
  const tables = await tableNames(c.api.store.read)
  const known = [...EVERYTHING_LOGGED, ...Object.keys(NOT_LOGGED)]
  t.same(tables.sort(), known.sort(), 'add a new table to one of the two lists')
  const set = await c.make('item_sets', titled('Set'))
  const item = await c.make('items', { ...titled('Item'), 'o:item_set': [{ 'o:id': set }] })
  const page = await c.page(item)
  const site = await c.make('sites', { 'o:title': 'Site', 'o:theme': 'default' })
  const change = async (write: SQL): Promise<string[]> =>
    (await told(c, async () => await c.api.store.write(async (database) => { await database.run(write) }))).all
  const [i, s, m] = [`update items/${item}`, `update item_sets/${set}`, `update media/${page}`]
  for (const [write, expected] of [
    [sql`UPDATE resource SET modified = 1 WHERE id = ${item}`, [i]],
    [sql`UPDATE value SET lang = 'en' WHERE resource_id = ${item}`, [i]],
    [sql`DELETE FROM value WHERE resource_id = ${item}`, [i]],
    [sql`INSERT INTO value (resource_id, property_id, type, text, is_public) VALUES (${item}, 1, 'literal', 'x', 1)`, [i]],
    [sql`UPDATE item SET primary_media_id = ${page} WHERE id = ${item}`, [i]],
    [sql`UPDATE item_set SET is_open = 1 - is_open`, [s]],
    [sql`UPDATE media SET lang = 'en'`, [i, m]],
    [sql`DELETE FROM item_item_set`, [i]],
    [sql`INSERT INTO item_item_set (item_id, item_set_id) VALUES (${item}, ${set})`, [i]],
    [sql`UPDATE item_item_set SET item_id = item_id`, [i]],
    [sql`INSERT INTO item_site (item_id, site_id) VALUES (${item}, ${site})`, [i]],
    [sql`UPDATE item_site SET site_id = site_id`, [i]],
    [sql`DELETE FROM item_site`, [i]],
    [sql`DELETE FROM resource WHERE id = ${page}`, [`delete media/${page}`, i]],
    [sql`DELETE FROM resource WHERE id = ${set}`, [`delete item_sets/${set}`, i]],
    [sql`INSERT INTO resource (kind, is_public, created) VALUES ('item', 1, 0)`, [`create items/${page + 1}`]]
  ] as const) t.same(await change(write), [...expected].sort(), new SQLiteSyncDialect().sqlToQuery(write).sql)
})

t.test('entries of the change log for each kind of write', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  const item = await c.make('items', { ...titled('Item'), 'o:item_set': [{ 'o:id': set }] })
  const page = await c.page(item)
  const linking = await c.make('items', { ...titled('Linking'), 'dcterms:relation': [link(item), link(page)] })
  const [s, i, m, l] = [`item_sets/${set}`, `items/${item}`, `media/${page}`, `items/${linking}`]
  const check = async (
    what: string, work: () => Promise<unknown>, everybody: string[], all: string[] = everybody
  ): Promise<void> => { t.strictSame(await told(c, work), { everybody: everybody.sort(), all: all.sort() }, what) }

  const date = { 'dcterms:date': [{ type: 'literal', property_id: 7, '@value': '1890' }] }
  await check('a value', async () => await c.patch('items', item, { ...titled('Item'), ...date }), [`update ${i}`])
  await check('the title, for what links to it', async () => await c.patch('items', item, titled('Renamed')),
    [`update ${i}`, `update ${l}`])
  await check('a media', async () => await c.patch('media', page, titled('Page')), [`update ${m}`, `update ${l}`])
  await check('a resource becomes private', async () => await c.patch('items', item, { 'o:is_public': false }),
    [`delete ${i}`, `delete ${m}`, `update ${l}`], [`update ${i}`, `update ${m}`, `update ${l}`])
  await check('a private resource', async () => await c.patch('items', item, titled('Secret')), [`update ${l}`],
    [`update ${i}`, `update ${l}`])
  await check('nothing of what is made in private', async () => {
    const id = await c.make('items', { ...titled('Draft'), 'o:is_public': false })
    await c.api.items.delete(id, c.as.global_admin)
  }, [], [`delete items/${linking + 1}`])
  await check('a resource becomes public', async () => await c.patch('items', item, { 'o:is_public': true }),
    [`create ${i}`, `create ${m}`, `update ${l}`], [`update ${i}`, `update ${m}`, `update ${l}`])
  await check('a set of which members show less', async () => await c.patch('item_sets', set, { 'o:is_public': false }),
    [`delete ${s}`, `update ${i}`], [`update ${s}`, `update ${i}`])
  await check('a set that is gone', async () => await c.api.itemSets.delete(set, c.as.global_admin), [`update ${i}`],
    [`delete ${s}`, `update ${i}`])
  await check('an owner', async () => await c.patch('items', linking, { 'o:owner': { 'o:id': c.id('author') } }), [`update ${l}`])
  await check('an owner who is gone', async () => await c.api.resource('users').delete(c.id('author'), c.as.global_admin),
    [`update ${l}`])
  const note = { 'dcterms:source': [{ type: 'literal', property_id: 11, '@value': 'Diary' }] }
  await check('an annotation', async () => await c.patch('items', linking, {
    ...titled('Linking'), 'dcterms:relation': [{ ...link(item), '@annotation': note }]
  }), [`update ${l}`])
  await check('an annotation alone', async () => await c.api.store.writeBulk(async (database) => {
    await database.run(sql`UPDATE resource SET title = 'Letter' WHERE kind = 'value_annotation'`)
  }), [`update ${l}`])
  await check('a property that is renamed', async () => await c.api.store.write(async (database) => {
    await database.run(sql`UPDATE property SET local_name = 'related' WHERE id = 13`)
  }), [`update ${l}`])
  await check('a deletion with what goes with it', async () => await c.api.items.delete(item, c.as.global_admin),
    [`delete ${i}`, `delete ${m}`, `update ${l}`])
  await check('nothing of a write that fails', async () => await c.api.store.write(async (database) => {
    await database.run(sql`UPDATE resource SET title = 'x'`)
    throw new Error('undone')
  }).catch(() => {}), [])
})

t.test('owners get changes of private resources, as long as they own them', async (t) => {
  const c = await collection(t)
  const [author, researcher] = [c.as.author, c.as.researcher]
  const draft = await c.make('items', { ...titled('Draft'), 'o:is_public': false, 'o:media': [html()] }, author)
  const of = async (call: Call, since = 0): Promise<string[]> =>
    shortly((await c.api.changes.read({ since }, call)).entries)
  const both = (op: string): string[] => [`${op} items/${draft}`, `${op} media/${draft + 1}`]
  t.same(await of(author), both('create'))
  t.same([await of(researcher), await of(c.as.anonymous)], [[], []])
  const { last } = await c.api.changes.read({}, author)
  await c.patch('items', draft, { 'o:owner': { 'o:id': researcher.actor.id } })
  t.same(await of(author, last), both('delete'))
  t.same(await of(researcher, last), both('create'))
  await c.patch('items', draft, { 'o:owner': { 'o:id': author.actor.id } })
  t.same([await of(author), await of(researcher, last)], [both('create'), both('delete')], 'given back')
  await c.patch('items', draft, { 'o:owner': { 'o:id': researcher.actor.id } })
  await c.patch('items', draft, { 'o:is_public': true })
  t.same(await of(author), both('create'))
  await c.api.items.delete(draft, c.as.global_admin)
  t.same(await of(author), both('delete'))
})

t.test('pages follow on each other, and refuse what they cannot follow', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  for (const name of ['A', 'B', 'C']) await c.make('items', titled(name))
  const first = await c.api.changes.read({ limit: 2, resource: ['items'] })
  t.match(first, { done: false, last: set + 2, entries: [{ id: set + 1 }, { id: set + 2 }] })
  await c.patch('items', set + 1, titled('A again'))
  const second = await c.api.changes.read({ since: String(first.last), limit: 2, resource: 'items', epoch: first.epoch })
  t.match(second, { done: true, last: 5, entries: [{ id: set + 3, op: 'create' }, { id: set + 1, op: 'update' }] })
  t.same((await c.api.changes.read({ since: second.last })).entries, [])

  await t.rejects(c.api.changes.read({ since: 6 }), GoneError, 'a position that was never given')
  await t.rejects(c.api.changes.read({ epoch: first.epoch }, c.as.editor), GoneError, 'who sees other things')
  await t.rejects(c.api.changes.read({ epoch: 'elsewhere' }), GoneError)
  for (const wrong of [{ since: -1 }, { since: '1x' }, { limit: 0 }, { limit: 10_001 }, { resource: 'users' }]) {
    await t.rejects(c.api.changes.read(wrong), ParameterError, JSON.stringify(wrong))
  }
  const scoped = { actor: { ...c.as.editor.actor, scope: { resources: ['items'] } } }
  t.same((await c.api.changes.read({}, scoped)).entries.filter(({ resource }) => resource !== 'items'), [])
  await t.rejects(c.api.changes.read({ resource: 'item_sets' }, scoped), PermissionError)
})

t.test('times never go back, also when the clock does', async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Before'))
  const later = Math.floor(Date.now() / 1000) + 1000
  await c.api.store.write(async (database) => { await database.run(sql`UPDATE change_log SET time = ${later}`) })
  await c.make('items', titled('After'))
  t.equal((await c.api.changes.read()).entries.at(-1)!.modified, later)
})

t.test('changes that another program has written are listed with the next write', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', titled('Item'))
  await c.api.store.read.run(sql`UPDATE resource SET title = 'By hand' WHERE id = ${item}`)
  const { last } = await c.api.changes.read()
  await c.make('item_sets', titled('Another'))
  const { entries } = await c.api.changes.read({ since: last })
  t.same(shortly(entries), [`create item_sets/${item + 1}`, `update items/${item}`])
})

t.test('followers get a write of thousands of resources at once, and end when the collection closes', async (t) => {
  const c = await collection(t)
  const seen = new Set<number>()
  const following = (async () => {
    for await (const { id } of c.api.changes.follow()) if (seen.add(id).size === 1200) await c.api.close()
  })()
  await c.api.store.writeBulk(async (database) => {
    await database.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO resource (kind, is_public, created) SELECT 'item_set', 1, 0 FROM n`)
  })
  await following
  t.equal(seen.size, 1200)
})
