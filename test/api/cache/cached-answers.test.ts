import t, { type Test } from 'tap'
import { Api } from '../../../api/api.js'
import { completeSettings, type Settings } from '../../../api/runtime/settings/settings.js'
import type { Answer } from '../../../api/core/answers/answer.js'
import { EVERYTHING } from '../../../db/changes/change-log.js'
import type { Call, Query } from '../../../api/core/calls/call.js'
import { keptIn } from '../../database.js'
import { dice } from '../../dice.js'
import { WITHOUT_THREADS } from '../../helper.js'
import {
  collection,
  EVERYONE,
  html,
  link,
  literal,
  PROPERTY,
  refs,
  refusal,
  valuesOf,
  titled,
  type Collection,
  type Json
} from '../collection.js'

t.test('answers to the operator are not shown to anonymous clients', async (t) => {
  const { make, find, as } = await collection(t)
  const hidden = await make('items', { 'o:is_public': false })
  const nobody = { actor: { id: null, role: 'global_admin' as const } }
  t.same(await find('items', { page: '1', per_page: '1' }, nobody), [hidden])
  t.same(await find('items', { page: '1', per_page: '1' }, as.anonymous), [])
})

t.test('a cached list shows later writes', async (t) => {
  const { api, make, patch, find, as } = await collection(t)
  const id = await make('items', titled('zebra'))
  const query = { search: 'zebra' }
  t.same(await find('items', query, as.anonymous), [id])
  await patch('items', id, { 'o:is_public': false })
  t.same(await find('items', query, as.anonymous), [])
  await patch('items', id, { 'o:is_public': true })
  t.same(await find('items', query, as.anonymous), [id])
  await api.items.delete(id, as.global_admin)
  t.same(await find('items', query, as.anonymous), [])
})

t.test('cached searches by a property that did not exist find new resources of each type', async (t) => {
  const { make, find } = await collection(t)
  const query = { property: [{ property: 'ex:a', type: 'eq', text: 'x' }], sort_by: 'title' }
  const asked = async (): Promise<unknown> => [await find('items', query), await find('item_sets', query)]
  t.same(await asked(), [[], []])
  await make('vocabularies', {
    'o:namespace_uri': 'http://example.org/ns#',
    'o:prefix': 'ex',
    'o:label': 'Ex',
    'o:property': [{ 'o:local_name': 'a', 'o:label': 'A' }]
  })
  const [property] = await find('properties', { term: 'ex:a' })
  const payload = { 'ex:a': [{ type: 'literal', property_id: property, '@value': 'x' }] }
  t.same(await asked(), [[], []])
  const made = [[await make('items', payload)], [await make('item_sets', payload)]]
  t.same(await asked(), made)
})

t.test('searches that find the same page have a total of their own each, and show an item as it was written last', async (t) => {
  const { api, make, patch, as } = await collection(t)
  const ids = [await make('items', titled('zebra')), await make('items', titled('zebra crossing')), await make('items', titled('ape'))]
  const asked = async (query: Query): Promise<Answer> =>
    await api.items.search({ page: '1', per_page: '2', sort_by: 'id', ...query }, as.anonymous)
  const [all, striped, slim] = [await asked({}), await asked({ search: 'zebra' }), await asked({ fields: 'o:id' })]
  t.same([all.total, striped.total], [3, 2])
  t.equal(striped.template, all.template)
  t.match(slim.json(), ids.slice(0, 2).map((id) => ({ 'o:id': id })))
  await patch('items', ids[1]!, titled('zebra stripes'))
  const [now, others] = [await asked({ search: 'zebra' }), await asked({ search: 'e' })]
  for (const answer of [now, others]) t.match(answer.json(), [{ 'o:title': 'zebra' }, { 'o:title': 'zebra stripes' }])
})

t.test('a link shows the title its target has by now', async (t) => {
  const { make, patch, get, as } = await collection(t)
  const target = await make('items', titled('Old'))
  const id = await make('items', { 'dcterms:relation': [link(target)] })
  t.equal((await get('items', id, as.anonymous))['dcterms:relation'][0].display_title, 'Old')
  await patch('items', target, titled('New'))
  t.equal((await get('items', id, as.anonymous))['dcterms:relation'][0].display_title, 'New')
})

t.test('a link shows the title that the picture of its target has by now', async (t) => {
  const { make, page, patch, get, as } = await collection(t)
  const target = await make('items', {})
  const media = await page(target, titled('Old'))
  const id = await make('items', { 'dcterms:relation': [link(target)] })
  t.equal((await get('items', id, as.anonymous))['dcterms:relation'][0].thumbnail_title, 'Old')
  await patch('media', media, titled('New'))
  t.equal((await get('items', id, as.anonymous))['dcterms:relation'][0].thumbnail_title, 'New')
})

t.test('a link to an item set shows the picture of the item that is its first by now', async (t) => {
  const { make, page, patch, get, as } = await collection(t)
  const [first, second] = [await make('items', {}), await make('items', {})]
  await page(first, titled('First'))
  await page(second, titled('Second'))
  const target = await make('item_sets', {})
  const id = await make('items', { 'dcterms:relation': [link(target)] })
  const picture = async (): Promise<unknown> =>
    (await get('items', id, as.anonymous))['dcterms:relation'][0].thumbnail_title
  const shown = [await picture()]
  for (const [item, sets] of [[second, [target]], [first, [target]], [first, []]] as const) {
    await patch('items', item, { 'o:item_set': sets })
    shown.push(await picture())
  }
  t.same(shown, [undefined, 'Second', 'First', 'Second'])
})

t.test('an annotation is not shown any more once its value was made private', async (t) => {
  const { make, find, patch, as } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [literal('a', { '@annotation': { 'dcterms:date': [literal('1900')] } })]
  })
  t.same(await find('resources', {}, as.anonymous), [id, id + 1])
  await patch('items', id, { set_value_visibility: { property_id: [PROPERTY.title], is_public: false } })
  t.same(await find('resources', {}, as.anonymous), [id])
})

t.test('the representation of a resource does not depend on the other resources in the list', async (t) => {
  const { api, make, get, as } = await collection(t)
  const annotated = (text: string, annotation?: Json): Json =>
    ({ 'dcterms:title': [literal(text, annotation && { '@annotation': annotation })] })
  const item = await make('items', annotated('a', annotated('b', annotated('c', annotated('d')))))
  await make('items', annotated('e', annotated('f')))
  const forget = (): void => { api.store.changes.record(EVERYTHING) }
  const ids = [0, 1, 2, 3].map((after) => item + after)
  for (const query of [{}, { id: ids.slice(0, 3) }, { id: [ids[0], ids[2]] }, { sort_order: 'desc' }] as Query[]) {
    forget()
    const listed = (await api.resource('resources').search(query, as.global_admin)).json() as Json[]
    // From what the list has cached.
    for (const one of listed) t.same(await get('resources', one['o:id']), one)
    for (const one of listed) {
      forget()
      t.same(await get('resources', one['o:id']), one, `${one['o:id']} by itself`)
    }
    t.match(listed.find((one) => one['o:id'] === item), annotated('a', annotated('b', annotated('c', annotated('d')))))
  }
})

/** One write of any kind, on any of the resources there are; some are refused. */
async function writeSomething (c: Collection, roll: (sides: number) => number): Promise<void> {
  const ids = async (type: 'items' | 'item_sets' | 'media' | 'resources') => await c.find(type)
  const any = (list: number[]): number => list[roll(list.length)]!
  const [items, sets, media] = [await ids('items'), await ids('item_sets'), await ids('media')]
  const values = (): Json => ({
    ...titled(`Title ${roll(1000)}`),
    'dcterms:relation': [
      link(any([...items, ...sets, ...media]), {
        is_public: roll(4) > 0,
        ...(roll(2) === 0 && {
          '@annotation': {
            'dcterms:source': [link(any(items), roll(2) === 0 ? { '@annotation': titled('Of a note') } : {})],
            ...titled('Note')
          }
        })
      })
    ]
  })
  const actions: Array<() => Promise<unknown>> = [
    async () => await c.make('items', { ...values(), 'o:item_set': [any(sets)] }, [c.as.author, c.as.editor][roll(2)]),
    async () => await c.patch('items', any(items), values()),
    async () => await c.patch('items', any(items), { 'o:is_public': roll(2) }),
    async () => await c.patch('items', any(items), { 'o:item_set': [any(sets)] }),
    async () =>
      await c.patch('items', any(items), {
        set_value_visibility: { property_id: [[PROPERTY.relation], [PROPERTY.title]][roll(2)]!, is_public: roll(2) }
      }),
    async () => await c.page(any(items), titled(`Page ${roll(1000)}`)),
    async () =>
      await c.patch('media', any(media), {
        ...titled(`Page ${roll(1000)}`),
        'o:is_public': roll(3) > 0,
        position: roll(5)
      }),
    async () => await c.patch('items', any(items), { 'o:primary_media': { 'o:id': any(media) } }),
    async () => await c.patch('item_sets', any(sets), { ...values(), 'o:is_public': roll(3) > 0 }),
    async () => { if (items.length > 4) await c.api.items.delete(any(items), c.as.global_admin) },
    async () => { if (media.length > 3) await c.api.media.delete(any(media), c.as.global_admin) }
  ]
  await refusal(actions[roll(actions.length)]!())
}

/**
 * Two more processes on the collection: `other` caches its answers, and patches them by the notices of transactions;
 * `ask` empties the caches of `forgetful` first, and names the process that answers.
 */
async function processes (t: Test, c: Collection, settings: Partial<Settings>) {
  const openWith = async (given: Partial<Settings>): Promise<Api> => {
    const api = await Api.open(completeSettings({ ...await keptIn(c.data), ...given }))
    t.teardown(async () => { await api.close() })
    return api
  }
  const [other, forgetful] = [await openWith(settings), await openWith(WITHOUT_THREADS)]
  return {
    other,
    async ask (step: number): Promise<{ asked: Api, forgetful: Api }> {
      const asked = step % 2 === 0 ? c.api : other
      // Writes of other processes are looked up once per turn of the event loop.
      await new Promise((resolve) => { setImmediate(resolve) })
      await asked.store.catchUp()
      forgetful.store.changes.record(EVERYTHING)
      return { asked, forgetful }
    }
  }
}

t.test('after any write, every viewer is shown by any process what a server without a cache shows', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', titled('Set'))
  await c.make('item_sets', titled('Other set'))
  for (let at = 0; at < 4; at++) {
    await c.make('items', { ...titled(`Item ${at}`), 'o:item_set': [set], 'o:media': [html(titled('Page'))] })
  }
  const { other, ask } = await processes(t, c, {})
  const roll = dice(20261121)
  const questions: Array<(api: Api, call: Call) => Promise<Answer>> = [
    async (api, call) => await api.resource('resources').search({}, call),
    async (api, call) => await api.items.search({ search: 'title 1' }, call),
    async (api, call) =>
      await api.items.search(
        { sort_by: 'dcterms:title', sort_order: 'desc', page: '1', per_page: '3', fields: 'o:title,o:item_set' },
        call
      ),
    async (api, call) => await api.items.search({ item_set_id: String(set), cursor: '', per_page: '2' }, call),
    async (api, call) => await api.media.search({ property: [{ property: 'dcterms:relation', type: 'ex' }] }, call),
    async (api, call) => await api.items.facets({ facets: 'item_set_id,owner_id,dcterms:relation,dcterms:title' }, call)
  ]
  for (let step = 0; step < 80; step++) {
    // Also several that are committed together.
    await Promise.all(Array.from({ length: step % 3 === 0 ? 3 : 1 }, async () => { await writeSomething(c, roll) }))
    if (step % 8 === 0) await other.items.create(titled(`Title ${step}`), c.as.editor)
    const { asked, forgetful } = await ask(step)
    for (const role of ['anonymous', 'author', 'editor'] as const) {
      for (const [at, question] of questions.entries()) {
        const shown = await question(asked, c.as[role])
        const expected = await question(forgetful, c.as[role])
        t.same(
          [shown.total, shown.next, JSON.parse(shown.template)],
          [expected.total, expected.next, JSON.parse(expected.template)],
          `${role}, step ${step}, question ${at}`
        )
      }
    }
  }
  t.ok((await c.find('resources')).length > 10)
})

t.test('after any write, a page far into a list shows every viewer what a server without a cache shows', async (t) => {
  const c = await collection(t)
  const sets = [await c.make('item_sets', titled('Set'))]
  await c.api.items.batchCreate(
    Array.from({ length: 520 }, (_, at) => ({
      ...titled(`Item ${at}`),
      'o:item_set': sets,
      'o:is_public': at % 7 > 0
    })),
    c.as.author
  )
  for (let at = 0; at < 4; at++) await c.page(2 + at)
  const { other, ask } = await processes(t, c, WITHOUT_THREADS)
  const roll = dice(1851)
  const shown = async (api: Api, query: Query, role: 'anonymous' | 'author' | 'editor') => {
    const answer = await api.items.search({ return_scalar: 'id', ...query }, c.as[role])
    return [answer.total, answer.template]
  }
  for (let step = 0; step < 60; step++) {
    await writeSomething(c, roll)
    if (step % 8 === 0) await other.items.create(titled(`Title ${step}`), c.as.editor)
    const { asked, forgetful } = await ask(step)
    for (const role of ['anonymous', 'author', 'editor'] as const) {
      for (const query of [
        { page: '101', per_page: '5' },
        { page: '3', per_page: '200', sort_order: 'desc' },
        { page: '1' }
      ] as Query[]) {
        const expected = await shown(forgetful, query, role)
        t.same(await shown(asked, query, role), expected, `${role}, ${JSON.stringify(query)}, step ${step}`)
      }
    }
  }
})

t.test('a repeated request gets an equal answer, for every viewer', async (t) => {
  const c = await collection(t)
  const item = await c.make(
    'items',
    { ...titled('a'), 'dcterms:date': [literal('1900', { is_public: false })], 'o:media': [html()] },
    c.as.author
  )
  for (const role of EVERYONE) t.same(await c.get('items', item, c.as[role]), await c.get('items', item, c.as[role]))
  t.same(valuesOf(await c.get('items', item, c.as.anonymous), 'dcterms:date'), [])
  t.same(refs((await c.get('items', item))['o:media']).length, 1)
})
