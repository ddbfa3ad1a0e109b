import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Query } from '../../api/core/calls/call.js'
import { IndexKeeper } from '../../api/search/full-text/index/index-keeper.js'
import type { BulkLine } from '../../schemas/exchange/bulk.js'
import { collection, html, literal, titled, type Collection, type Json, type TypeName } from '../api/collection.js'
import { onSqlite } from '../database.js'
import { planOf, statementsOf } from './statements.js'
import { unchecked } from '../helper.js'

const ONLY = onSqlite('its query plans are compared')

const TYPES: readonly TypeName[] = ['items', 'item_sets', 'media', 'resources']
const READERS = ['anonymous', 'author', 'editor'] as const

/** Empties all caches. */
async function forget (api: Collection['api']): Promise<void> {
  await api.installation.set('nonce', `${Math.random()}`)
}

/** Steps of a search that go through a whole table. */
async function scansOf (
  { api, data, as }: Collection,
  type: TypeName,
  query: Query,
  reader: (typeof READERS)[number],
  table: RegExp,
  among = /resource/
): Promise<string[]> {
  await forget(api)
  const statements = await statementsOf(async () => await unchecked(api, type).search(query, as[reader]))
  // A write in the background also reads temporary tables, which another connection does not have.
  const searches = statements.filter((statement) =>
    /^\s*(?:select|with)/i.test(statement) && among.test(statement) && !statement.includes('resource_change_due'))
  if (searches.length === 0) throw new Error('The search ran no statement.')
  return searches.flatMap((statement) => planOf(data, statement)).filter((step) => table.test(step))
}

/** More of each kind than are asked about one by one. */
async function scatter (c: Collection): Promise<void> {
  const each = (more: Json = {}): Json[] => Array.from({ length: 520 }, () => ({ ...titled('Nothing'), ...more }))
  await c.api.resource('item_sets').batchCreate(each(), c.as.editor)
  await c.api.items.batchCreate(each({ 'o:media': [html()] }), c.as.editor)
}

const row = (type: string, property: string, text: string): Query => ({ property: [{ property, type, text }] })

t.test('no search goes through all values', ONLY, async (t) => {
  const c = await collection(t)
  await scatter(c)
  const queries: Query[] = [{ search: 'lighthouse' }, { sort_by: 'dcterms:title' }]
  for (const type of ['eq', 'in', 'sw', 'ew', 'res', 'ex', 'dt']) {
    for (const property of ['', '3', 'dcterms:title']) {
      queries.push(row(type, property, 'uri:7'), row(type === 'new' ? 'new' : `n${type}`, property, '7'.repeat(5)))
    }
  }
  for (const type of ['lt', 'lte', 'gt', 'gte']) {
    for (const property of ['', '3']) {
      queries.push(row(type, property, '1890'), row(type, property, '-5.5'), row(type, property, '189X'))
    }
  }
  for (const type of TYPES) {
    for (const reader of READERS) {
      for (const query of queries) {
        t.same(
          await scansOf(c, type, { ...query, limit: '1' }, reader, /^SCAN value( |$)/),
          [],
          `${type} ${reader} ${JSON.stringify(query)}`
        )
      }
    }
  }
})

t.test('numbers and dates are compared in an index of their own', ONLY, async (t) => {
  const c = await collection(t)
  await scatter(c)
  for (const property of ['', '3']) {
    for (const [type, text, index] of [
      ['lt', '5.5', 'number'],
      ['gt', '5.5', 'number'],
      ['lte', '1890-05', 'latest'],
      ['gte', '1890-05', 'earliest']
    ] as const) {
      const steps = await scansOf(c, 'items', row(type, property, text), 'anonymous', /value_/)
      t.ok(steps.length > 0)
      const expected = new RegExp(
        `^SEARCH value USING COVERING INDEX value_${index} \\(property_id=\\? AND ${index}[<>]\\?\\)$`
      )
      for (const step of steps) t.match(step, expected)
    }
  }
})

t.test('no search goes through all memberships, media or sites of items', ONLY, async (t) => {
  const c = await collection(t)
  await scatter(c)
  const queries: Query[] = [
    { item_set_id: '5' },
    { not_item_set_id: ['5', '6'] },
    { site_id: '5' },
    { has_media: '1' },
    { has_media: '0' }
  ]
  for (const reader of READERS) {
    for (const query of queries) {
      t.same(
        await scansOf(c, 'items', query, reader, /^SCAN (item_item_set|item_site|media|sort_text)( |$)/),
        [],
        `${reader} ${JSON.stringify(query)}`
      )
    }
  }
})

t.test('searches by id, owner, class or template use an index', ONLY, async (t) => {
  const c = await collection(t)
  await scatter(c)
  const queries: Query[] = [
    { id: '5,6' },
    { owner_id: '5' },
    { resource_class_id: '5' },
    { resource_template_id: ['5', '6'] },
    { resource_class_label: 'x' },
    row('eq', '1', 'x'),
    row('res', '', '7')
  ]
  for (const reader of READERS) {
    for (const query of queries) {
      t.same(await scansOf(c, 'items', query, reader, /^SCAN resource( |$)/), [], `${reader} ${JSON.stringify(query)}`)
    }
  }
})

t.test('items are counted by class and by template in an index of these, not among all items', ONLY, async (t) => {
  const c = await collection(t)
  const items = Array.from({ length: 2500 }, (_, at) => ({
    'o:is_public': at % 3 > 0, 'o:resource_class': { 'o:id': 23 }, 'o:resource_template': { 'o:id': 1 }
  }))
  await c.api.items.batchCreate(items, c.as.editor)
  await c.api.store.refreshStatistics()
  for (const reader of READERS) {
    for (const [type, index] of [
      ['resource_classes', 'resource_class_of'], ['resource_templates', 'resource_template_of']
    ] as const) {
      const steps = await scansOf(c, type, { sort_by: 'item_count', page: '1' }, reader, /SEARCH resource /, /count/)
      t.ok(steps.length > 0)
      for (const step of steps) t.match(step, `INDEX ${index} `, `${type} ${reader}`)
    }
  }
})

t.test('a resource is found by its identifier, not among all values of the property', ONLY, async (t) => {
  const { api, data } = await collection(t)
  const change: BulkLine = {
    op: 'upsert', resource: 'items', by: 'dcterms:identifier', data: { 'dcterms:identifier': 'D09144' }
  }
  const statements = await statementsOf(async () => {
    for await (const outcome of api.bulk.run([change], { actor: OPERATOR })) t.match(outcome, { ok: true })
  })
  const lookups = statements.filter((statement) => /^select distinct.*from "value"/i.test(statement))
  t.ok(lookups.length > 0)
  for (const lookup of lookups) {
    const plan = planOf(data, lookup).join('\n')
    t.match(plan, /INDEX value_text .*\n[^]*INDEX value_uri /)
    t.notMatch(plan, /value_property/)
  }
})

t.test('the first pages in the common orders are read from an index, not sorted', ONLY, async (t) => {
  const c = await collection(t)
  await c.make('items', titled('Nothing'))
  for (const reader of ['anonymous', 'editor'] as const) {
    for (const sort of [...(reader === 'anonymous' ? ['id'] : []), 'title', 'created', 'modified']) {
      for (const order of ['asc', 'desc']) {
        t.same(
          await scansOf(c, 'items', { sort_by: sort, sort_order: order, page: '1' }, reader, /TEMP B-TREE/, /LIMIT/),
          [],
          `${reader} ${sort} ${order}`
        )
      }
    }
  }
})

t.test('pages behind a cursor begin in an index, not at the first row, and are not sorted', ONLY, async (t) => {
  const c = await collection(t)
  await c.api.items.batchCreate([titled('a'), titled('b'), titled('c')], c.as.editor)
  for (const reader of ['anonymous', 'editor'] as const) {
    for (const sort of [...(reader === 'anonymous' ? ['id'] : []), 'title', 'created']) {
      for (const order of ['asc', 'desc']) {
        const query = { sort_by: sort, sort_order: order, per_page: '1' }
        const { next } = await unchecked(c.api, 'items').search({ ...query, cursor: '' }, c.as[reader])
        t.same(
          await scansOf(c, 'items', { ...query, cursor: next! }, reader, /TEMP B-TREE|SCAN|MULTI-INDEX/, /order by[^]*limit/i),
          [],
          `${reader} ${sort} ${order}`
        )
        if (order === 'asc' || sort !== 'title') {
          t.match(
            await scansOf(c, 'items', { ...query, cursor: next!, x: '' }, reader, /SEARCH resource/, /order by[^]*limit/i),
            [/[<>]/],
            `${reader} ${sort} ${order}`
          )
        }
      }
    }
  }
})

t.test('counting goes neither through all values nor through all memberships', ONLY, async (t) => {
  const c = await collection(t)
  for (const reader of READERS) {
    for (const query of [{}, { search: 'lighthouse' }, { resource_class_id: '5' }] as Query[]) {
      await c.make('items', titled(`Nothing for ${reader} ${JSON.stringify(query)}`))
      const statements = await statementsOf(
        async () => await c.api.items.facets({ ...query, facets: 'dcterms:title,item_set_id,owner_id' }, c.as[reader])
      )
      const counting = statements.filter((statement) => / AS (?:holder|one) ?/.test(statement))
      t.ok(counting.length >= 3)
      t.same(
        counting
          .flatMap((statement) => planOf(c.data, statement))
          .filter((step) => /^SCAN (value|resource|item_item_set|one|other)( |$)/.test(step)),
        [],
        `${reader} ${JSON.stringify(query)}`
      )
    }
  }
})

t.test('a page takes as many statements whether it holds little or much', async (t) => {
  const c = await collection(t)
  const once = async (query: Query, reader: typeof READERS[number]): Promise<number> => {
    await forget(c.api)
    const statements = await statementsOf(
      async () => await unchecked(c.api, 'items').search({ ...query, nonce: `${Math.random()}` }, c.as[reader])
    )
    // Checks for pending indexing run at intervals.
    return statements.filter((statement) => !statement.includes('_due')).length
  }
  // Work that runs beside a search only adds to the count, so the smallest of three counts is that of the search.
  const count = async (query: Query, reader: typeof READERS[number]): Promise<number> =>
    Math.min(await once(query, reader), await once(query, reader), await once(query, reader))
  const set = await c.make('item_sets', titled('Set'))
  const target = await c.make('items', {
    ...titled('Target'),
    'o:item_set': [set],
    'o:media': [{ 'o:ingester': 'html', html: 'x' }]
  })
  const item = (size: number) => ({
    ...titled(...Array.from({ length: size }, (_, at) => `Title ${at}`)),
    'o:item_set': [set],
    'o:media': Array.from({ length: size }, () => ({ 'o:ingester': 'html', html: 'x' })),
    'dcterms:relation': Array.from({ length: size }, (_, at) => ({
      type: 'resource',
      value_resource_id: at % 2 === 0 ? target : set,
      '@annotation': { 'dcterms:date': [literal('1900')] }
    }))
  })
  const ids = [await c.make('items', item(2))]
  for (let at = 0; at < 40; at++) ids.push(await c.make('items', item(5)))
  // So that no indexing runs meanwhile.
  await new IndexKeeper(c.api.store, () => '').catchUp()
  for (const reader of READERS) {
    const few = await count({ id: `${ids[0]}`, page: '1', per_page: '50' }, reader)
    const many = await count({ id: ids.join(), page: '1', per_page: '50' }, reader)
    t.equal(many, few, reader)
    t.ok(few > 5 && few < 40, `${few} statements`)
  }
})

t.test('values that an author does not see are looked for only if values are replaced', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', titled('Item'), c.as.author)
  const lookups = async (payload: Json): Promise<number> => {
    const statements = await statementsOf(async () => {
      await c.api.items.update(id, payload, { ...c.as.author, partial: true })
    })
    return statements.filter((one) => /^select "value"\."id" from "value" inner join "resource"/i.test(one)).length
  }
  t.equal(await lookups(titled('Renamed')), 1)
  t.equal(await lookups({ 'o:is_public': false }), 0)
})
