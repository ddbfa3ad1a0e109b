import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { BASE } from '../../../api/core/answers/base.js'
import type { Call, Query } from '../../../api/core/calls/call.js'
import { open } from '../../../app.js'
import { keptIn } from '../../database.js'
import { temporaryFolder, unchecked } from '../../helper.js'
import {
  collection,
  EVERYONE,
  link,
  literal,
  refusal,
  titled,
  uri,
  type Collection,
  type Json,
  type TypeName
} from '../collection.js'

async function counted (
  c: Collection,
  type: TypeName,
  query: Query,
  call: Call = c.as.editor
): Promise<{ total: number, facets: Record<string, Json[]> }> {
  return (await c.api.resource(type).facets(query, call)).json('http://h') as {
    total: number
    facets: Record<string, Json[]>
  }
}

/** Label and count of each group. */
async function groups (
  c: Collection,
  query: Query,
  call?: Call,
  type: TypeName = 'items'
): Promise<Array<[unknown, number]>> {
  const { facets } = await counted(c, type, query, call)
  const [list] = Object.values(facets) as [Json[]]
  return list.map((group) => [
    group['@value'] ?? group.display_title ?? group['o:label'] ?? group['o:title'] ?? group['o:name'] ?? group['@id'],
    group.count as number
  ])
}

const subjects = (...values: Json[]): Json => ({ 'dcterms:subject': values })

t.test('classes, templates, owners and item sets are named as representations name them', async (t) => {
  const c = await collection(t)
  const template = await c.template({ label: 'Painting' })
  const set = await c.make('item_sets', titled('Set'))
  await c.make(
    'items',
    { 'o:resource_class': { 'o:id': 26 }, 'o:resource_template': { 'o:id': template }, 'o:item_set': [set] },
    c.as.author
  )
  await c.make('items', { 'o:resource_class': { 'o:id': 26 } }, c.as.author)
  await c.make('items', {}, c.as.editor)
  const answer = await counted(c, 'items', {
    facets: ['resource_class_id', 'resource_template_id', 'owner_id', 'item_set_id']
  })
  const member = (await c.api.store.terms()).classes.byId.get(26)!
  t.same(answer, {
    '@context': 'http://h/api-context',
    total: 3,
    facets: {
      resource_class_id: [
        {
          '@id': 'http://h/api/resource_classes/26',
          'o:id': 26,
          'o:term': member.term,
          'o:label': member.label,
          count: 2
        }
      ],
      resource_template_id: [
        { '@id': `http://h/api/resource_templates/${template}`, 'o:id': template, 'o:label': 'Painting', count: 1 }
      ],
      owner_id: [
        {
          '@id': `http://h/api/users/${c.id('author')}`,
          'o:id': c.id('author'),
          'o:name': 'author@example.org',
          count: 2
        },
        {
          '@id': `http://h/api/users/${c.id('editor')}`,
          'o:id': c.id('editor'),
          'o:name': 'editor@example.org',
          count: 1
        }
      ],
      item_set_id: [{ '@id': `http://h/api/item_sets/${set}`, 'o:id': set, 'o:title': 'Set', count: 1 }]
    }
  })
})

t.test('values are grouped by type and target, and texts by the collation', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Sea'))
  await c.make(
    'items',
    subjects(literal('Sea'), literal('sea '), literal('SEA', { '@language': 'en' }), uri('http://x/sea'), link(target))
  )
  await c.make(
    'items',
    subjects(
      literal('séa'),
      literal('Sea', { '@language': 'EN' }),
      uri('http://x/sea', 'Sea'),
      uri('http://x/SEA', 'Sea')
    )
  )
  await c.make('items', subjects({ ...link(target), type: 'resource:item' }))
  const { facets, total } = await counted(c, 'items', { facets: 'dcterms:subject' })
  t.equal(total, 4)
  t.same(facets, {
    'dcterms:subject': [
      { type: 'literal', '@value': 'Sea', count: 2 },
      { type: 'literal', '@value': 'SEA', '@language': 'en', count: 2 },
      {
        type: 'resource',
        '@id': `http://h/api/items/${target}`,
        value_resource_id: target,
        value_resource_name: 'items',
        url: null,
        display_title: 'Sea',
        count: 2
      },
      { type: 'uri', '@id': 'http://x/sea', 'o:label': 'Sea', count: 2 },
      { type: 'uri', '@id': 'http://x/SEA', 'o:label': 'Sea', count: 1 }
    ]
  })
})

t.test('blanks around values make no separate group, and a search for a group finds all of it', async (t) => {
  const c = await collection(t)
  const written = [' Paper', 'Paper', 'paper\t', '\u00A0Paper\u3000', 'Paper bag']
  const ids: number[] = []
  for (const text of written) ids.push(await c.make('items', subjects(literal(text))))
  await c.make('items', subjects(uri('http://x/paper', ' Paper ')))
  const { facets } = await counted(c, 'items', { facets: 'dcterms:subject' })
  t.same(facets['dcterms:subject'], [
    { type: 'literal', '@value': 'Paper', count: 4 },
    { type: 'uri', '@id': 'http://x/paper', 'o:label': 'Paper', count: 1 },
    { type: 'literal', '@value': 'Paper bag', count: 1 }
  ])
  const equal = async (text: string): Promise<number[]> => await c.find('items', {
    property: [{ property: 'dcterms:subject', type: 'eq', text }], sort_by: 'id', sort_order: 'asc'
  })
  t.same((await equal('Paper')).slice(0, 4), ids.slice(0, 4))
  t.same((await equal(' paper ')).slice(0, 4), ids.slice(0, 4))
  await c.patch('items', ids[4]!, subjects(literal(' paper')))
  t.same((await groups(c, { facets: 'dcterms:subject' })).slice(0, 1), [['Paper', 5]])
})

t.test('the largest groups come first, groups of equal size by label, up to facet_limit', async (t) => {
  const c = await collection(t)
  for (const names of [
    ['b', 'É', 'z', 'a'],
    ['É', 'z', '10'],
    ['z', '2']
  ]) { await c.make('items', subjects(...names.map((name) => literal(name)))) }
  const all = [['z', 3], ['É', 2], ['10', 1], ['2', 1], ['a', 1], ['b', 1]]
  t.same(await groups(c, { facets: 'dcterms:subject' }), all)
  for (const limit of [1, 2, 3, 4, 6, 1000]) {
    t.same(await groups(c, { facets: 'dcterms:subject', facet_limit: `${limit}` }), all.slice(0, limit), `${limit}`)
  }
  await c.make('items', subjects(...Array.from({ length: 40 }, (_, at) => literal(`x${at}`))))
  t.equal((await groups(c, { facets: 'dcterms:subject', facet_limit: '' })).length, 25)
})

t.test('all results of a search are counted, whatever page is requested', async (t) => {
  const c = await collection(t)
  for (const [title, subject] of [
    ['zebra one', 'a'],
    ['zebra two', 'b'],
    ['horse', 'a']
  ] as const) { await c.make('items', { ...titled(title), ...subjects(literal(subject)) }) }
  const queries: Query[] = [
    { search: 'zebra' },
    { fulltext_search: 'zebra' },
    { property: [{ property: '1', type: 'sw', text: 'zeb' }] },
    { search: 'zebra', page: '9', per_page: '1', sort_by: 'title', fields: 'o:id' }
  ]
  for (const query of queries) {
    t.same(
      await groups(c, { ...query, facets: 'dcterms:subject' }),
      [
        ['a', 1],
        ['b', 1]
      ],
      JSON.stringify(query)
    )
  }
  t.same(await groups(c, { search: 'nothing', facets: 'dcterms:subject' }), [])
  t.same(
    await counted(c, 'items', { id: '1,3', facets: 'dcterms:subject,dcterms:creator' }).then(({ total, facets }) => [
      total,
      facets['dcterms:subject']?.length,
      facets['dcterms:creator']
    ]),
    [2, 1, []]
  )
})

t.test('item sets, media and all resources are counted too, item sets of nothing but items', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', subjects(literal('a')))
  await c.make('item_sets', subjects(literal('a')))
  await c.page(item, subjects(literal('a')))
  for (const [type, count] of [['items', 1], ['item_sets', 1], ['media', 1], ['resources', 3]] as const) {
    t.same(await groups(c, { facets: 'dcterms:subject' }, c.as.anonymous, type), [['a', count]], type)
    t.match((await counted(c, type, { facets: 'owner_id' })).facets.owner_id, [{ count }], type)
  }
  for (const type of ['item_sets', 'media', 'resources'] as const) {
    t.match(await refusal(unchecked(c.api, type).facets({ facets: 'item_set_id' }, c.as.editor)), {
      errors: { facets: [/"item_set_id" is not/] }
    })
  }
  for (const type of ['users', 'data_types', 'properties']) {
    t.equal((await refusal(c.api.resource(type).facets({ facets: 'owner_id' }, c.as.editor))).kind, 'not-found', type)
  }
})

t.test('private values, targets, sets and resources are counted only for users who see them', async (t) => {
  const c = await collection(t)
  const [hiddenSet, set] = [
    await c.make('item_sets', { ...titled('Hidden set'), 'o:is_public': false }),
    await c.make('item_sets', titled('Open set'))
  ]
  const hidden = await c.make('items', {
    ...titled('Hidden target'),
    'o:is_public': false,
    ...subjects(literal('of a hidden item'))
  })
  const sets = { 'o:item_set': [hiddenSet, set] }
  await c.make('items', {
    ...sets,
    ...subjects(literal('open'), literal('secret', { is_public: false }), link(hidden))
  })
  await c.make('items', {
    ...sets,
    'o:owner': { 'o:id': c.id('author') },
    ...subjects(literal('secret', { is_public: false }), link(hidden, { is_public: false }))
  })
  const another = await c.another('author')
  const seen: Array<[Call, Array<[string, number]>, Array<[string, number]>, number]> = [
    [c.as.anonymous, [['open', 1]], [['Open set', 2]], 2],
    [another, [['open', 1]], [['Open set', 2]], 2],
    [c.as.researcher, [['open', 1]], [['Open set', 2]], 2],
    [c.as.author, [['open', 1], ['secret', 1]], [['Open set', 2]], 2],
    [
      c.as.editor,
      [
        ['Hidden target', 2],
        ['secret', 2],
        ['of a hidden item', 1],
        ['open', 1]
      ],
      [
        ['Hidden set', 2],
        ['Open set', 2]
      ],
      3
    ]
  ]
  // Twice, in both orders: no viewer gets what was cached for another.
  for (const [call, values, inSets, total] of [...seen, ...seen.toReversed()]) {
    const name = call.actor.role ?? 'anonymous'
    t.same(await groups(c, { facets: 'dcterms:subject' }, call), values, name)
    t.same(await groups(c, { facets: 'item_set_id' }, call), inSets, name)
    t.equal((await counted(c, 'items', { facets: 'owner_id' }, call)).total, total, name)
    if (total === 2) {
      t.notMatch(
        (await c.api.items.facets({ facets: 'dcterms:subject,item_set_id,owner_id' }, call)).template,
        /hidden/i
      )
    }
  }
})

t.test('media of private items are not counted, and only users who may read accounts get names of owners', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', { 'o:is_public': false })
  await c.page(item, subjects(literal('a')))
  t.same(await groups(c, { facets: 'dcterms:subject' }, c.as.anonymous, 'media'), [])
  t.same(await groups(c, { facets: 'dcterms:subject' }, c.as.editor, 'media'), [['a', 1]])
  await c.make('items', {}, c.as.author)
  t.same((await counted(c, 'items', { facets: 'owner_id' }, c.as.anonymous)).facets.owner_id, [
    { '@id': `http://h/api/users/${c.id('author')}`, 'o:id': c.id('author'), count: 1 }
  ])
  const scoped = { actor: { ...c.as.editor.actor, scope: { resources: ['items'] } } }
  for (const call of [c.as.editor, scoped, c.as.editor]) {
    t.equal((await c.api.items.facets({ facets: 'owner_id' }, call)).template.includes('o:name'), call !== scoped)
  }
})

t.test('counts are cached until something changes', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', subjects(literal('a')))
  const query = { facets: 'dcterms:subject' } as const
  t.equal(await c.api.items.facets(query, c.as.anonymous), await c.api.items.facets(query, c.as.anonymous))
  await c.patch('items', id, { set_value_visibility: { property_id: [3], is_public: false } })
  t.same(await groups(c, query, c.as.anonymous), [])
  t.same(await groups(c, query, c.as.editor), [['a', 1]])
})

t.test('unknown, missing or too many facets are refused with the list of facets', async (t) => {
  const c = await collection(t)
  for (const facets of [
    'nope', 'dcterms:nope', '', 'item_set_id,',
    ['owner_id', ['x']],
    { a: { b: 'c' } },
    'constructor',
    '__proto__'
  ]) {
    t.match(
      await refusal(c.api.items.facets({ facets } as Query, c.as.anonymous)),
      {
        kind: 'bad-request',
        errors: { facets: [/resource_class_id, resource_template_id, owner_id, item_set_id and terms/] }
      },
      JSON.stringify(facets)
    )
  }
  t.match(await refusal(unchecked(c.api, 'items').facets({} as Query, c.as.anonymous)), {
    kind: 'bad-request',
    errors: { facets: [/none is given/] }
  })
  const terms = [...(await c.api.store.terms()).properties].slice(0, 21).map(({ term }) => term)
  t.match(await refusal(unchecked(c.api, 'items').facets({ facets: terms }, c.as.anonymous)), {
    kind: 'bad-request',
    errors: { facets: [/20 facets/] }
  })
  for (const limit of ['0', '-1', '1.5', 'x', '1001', ['5']]) {
    t.match(
      await refusal(c.api.items.facets({ facets: 'owner_id', facet_limit: limit } as Query, c.as.anonymous)),
      { kind: 'bad-request', errors: { facet_limit: [/1 to 1000/] } },
      String(limit)
    )
  }
  t.same(Object.keys((await counted(c, 'items', { facets: ' DCTERMS:subject , owner_id, owner_id' })).facets), [
    'dcterms:subject',
    'owner_id'
  ])
})

t.test('types that every client may search can be counted by every client', async (t) => {
  const c = await collection(t)
  for (const role of EVERYONE) {
    t.equal(
      (await c.api.items.facets({ facets: 'owner_id' }, c.as[role])).template,
      `{"@context":"${BASE}/api-context","total":0,"facets":{"owner_id":[]}}`
    )
  }
  t.match(
    await refusal(
      c.api.items.facets({ facets: 'owner_id' }, { actor: { ...c.as.editor.actor, scope: { resources: ['media'] } } })
    ),
    { kind: 'forbidden' }
  )
})

t.test('data that earlier versions stored for facets is removed at the start', async (t) => {
  const data = await temporaryFolder(t)
  await mkdir(path.join(data, 'facets'))
  await writeFile(path.join(data, 'facets', '3.column'), 'old')
  const api = await open(await keptIn(data))
  t.teardown(async () => { await api.close() })
  t.notOk(existsSync(path.join(data, 'facets')))
})
