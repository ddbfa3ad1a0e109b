import { sql } from 'drizzle-orm'
import t from 'tap'
import { dice } from '../dice.js'
import { collection, literal, refs, refusal, valuesOf, titled, uri, type Json } from './collection.js'

const full = (): Json => ({
  ...titled('Title'),
  'dcterms:description': [literal('Description')],
  'o:is_public': false,
  'o:resource_class': { 'o:id': 1 }
})

t.test('PATCH changes only what it names', async (t) => {
  const { make, get, patch } = await collection(t)
  const id = await make('items', full())
  const before = await get('items', id)
  const { 'o:modified': _, ...after } = await patch('items', id, {})
  const { 'o:modified': __, ...expected } = before
  t.same(after, expected)
})

t.test('PATCH with a value of any property replaces the values of all', async (t) => {
  const { make, patch } = await collection(t)
  const after = await patch('items', await make('items', full()), { 'dcterms:subject': [literal('Subject')] })
  t.same(Object.keys(after).filter((key) => key.startsWith('dcterms:')), ['dcterms:subject'])
  t.match(after, { 'o:is_public': false, 'o:resource_class': { 'o:id': 1 } })
})

t.test('a character that the database cannot store is refused wherever it stands, with its key', async (t) => {
  const { api, make, patch, get } = await collection(t)
  const source = (address: string): Json => ({ 'dcterms:title': [literal('Title')], 'dcterms:source': [uri(address)] })
  const id = await make('items', source('https://example.org/'))
  const before = await get('items', id)
  for (const [key, change] of [
    ['dcterms:source', source('https://example.org/\0a')],
    ['dcterms:title', { ...source('https://example.org/'), 'dcterms:title': [literal('Title', { '@language': 'e\0n' })] }]
  ] as const) {
    if (api.store.engine.allowsNul) {
      await t.resolves(patch('items', id, change))
      continue
    }
    t.match(await refusal(patch('items', id, change)), { kind: 'invalid', errors: { [key]: [/U\+0000/] } })
    t.same(await get('items', id), before)
  }
})

t.test('PATCH with no valid value leaves the values as they are', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', full())
  for (const payload of [
    { 'dcterms:title': [] },
    { 'dcterms:title': null },
    { 'dcterms:title': [literal(' ')] },
    titled()
  ]) {
    const after = await patch('items', id, payload)
    t.same(
      [valuesOf(after, 'dcterms:title'), valuesOf(after, 'dcterms:description')],
      [['Title'], ['Description']],
      JSON.stringify(payload)
    )
  }
})

t.test('PATCH of a key to null is not the same as leaving it out', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', full())
  t.equal((await patch('items', id, { 'o:resource_class': null }))['o:resource_class'], null)
  await patch('items', id, { 'o:is_public': true })
  t.equal((await patch('items', id, { 'o:is_public': null }))['o:is_public'], false)
})

t.test('PUT resets what it does not name, except the owner', async (t) => {
  const { make, put, as, id } = await collection(t)
  const item = await make('items', full(), as.author)
  const after = await put('items', item, {}, as.editor)
  t.match(after, {
    'o:is_public': true,
    'o:resource_class': null,
    'o:title': null,
    'o:owner': { 'o:id': id('author') }
  })
  t.same(Object.keys(after).filter((key) => key.startsWith('dcterms:')), [])
})

t.test('PUT without o:is_open closes an item set, PATCH does not change it', async (t) => {
  const { make, put, patch } = await collection(t)
  const id = await make('item_sets', { 'o:is_open': true })
  t.equal((await patch('item_sets', id, titled('a')))['o:is_open'], true)
  t.equal((await put('item_sets', id, titled('a')))['o:is_open'], false)
})

t.test('flags are true or false as in PHP', async (t) => {
  const { make, get } = await collection(t)
  const flag = async (given: unknown) =>
    (await get('items', await make('items', { 'o:is_public': given })))['o:is_public']
  for (const given of [false, 0, '0', '', null, []]) t.equal(await flag(given), false, JSON.stringify(given))
  for (const given of [true, 1, 'false', 'no', [0], 0.5]) t.equal(await flag(given), true, JSON.stringify(given))
})

t.test('a value that takes the place of a private one is private unless it says otherwise', async (t) => {
  const { make, put } = await collection(t)
  const id = await make('items', { 'dcterms:title': [literal('a', { is_public: false }), literal('b')] })
  const flags = (found: Json) =>
    ['dcterms:subject', 'dcterms:title'].flatMap((term) =>
      ((found[term] ?? []) as Json[]).map((value) => value.is_public as boolean)
    )
  t.same(
    flags(await put('items', id, { 'dcterms:subject': [literal('c')], 'dcterms:title': [literal('d'), literal('e')] })),
    [false, true, true]
  )
  t.same(flags(await put('items', id, { 'dcterms:subject': [literal('c', { is_public: true })] })), [true])
})

t.test('a value is private only when it says so with something false', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [false, 0, '0', '', null, undefined, 'false', true].map((flag) =>
      literal('a', { is_public: flag })
    )
  })
  const values = (await get('items', id))['dcterms:title'] as Json[]
  t.same(values.map((value) => value.is_public as boolean), [false, false, false, false, true, true, true, true])
})

t.test('a value that takes the place of one of another type keeps nothing of it', async (t) => {
  const { make, put } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [literal('a', { '@language': 'en' }), uri('urn:x', 'X', { 'o:lang': 'de' })]
  })
  t.match(await put('items', id, { 'dcterms:title': [uri('urn:y'), literal('b')] }), {
    'dcterms:title': [
      { '@id': 'urn:y', 'o:label': undefined, 'o:lang': undefined },
      { '@value': 'b', '@language': undefined }
    ]
  })
})

t.test('values are shown in the order of the last write', async (t) => {
  const { make, put, get } = await collection(t)
  const id = await make('items', titled('a', 'b', 'c'))
  await put('items', id, titled('d', 'c', 'b', 'a', 'e'))
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['d', 'c', 'b', 'a', 'e'])
  await put('items', id, titled('e'))
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['e'])
})

t.test('every change is dated, even one that changes nothing; the making is dated once', async (t) => {
  const { api, make, get, patch } = await collection(t)
  const id = await make('items', titled('a'))
  t.same((await get('items', id))['o:created'], (await get('items', id))['o:modified'])
  await api.store.write(async (database) => { await database.run('UPDATE resource SET created = 0, modified = 0') })
  const { 'o:created': created, 'o:modified': modified } = await patch('items', id, {})
  t.same(created, { '@value': '1970-01-01T00:00:00+00:00', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' })
  t.ok(Date.parse(modified['@value']) > 0)
})

t.test('members that the server computes cannot be written', async (t) => {
  const { make, get, put } = await collection(t)
  const payload = {
    '@id': 'x',
    '@type': 'x',
    'o:id': 99,
    'o:title': 'x',
    'o:created': null,
    '@reverse': { 'dcterms:relation': [{ '@id': 'x' }] },
    thumbnail_display_urls: { large: 'x' }
  }
  const id = await make('items', payload)
  t.equal(id, 1)
  t.match(await get('items', id), {
    '@type': 'o:Item',
    'o:id': 1,
    'o:title': null,
    '@reverse': undefined,
    thumbnail_display_urls: { large: null }
  })
  t.match(await put('items', id, payload), { 'o:id': 1, 'o:title': null })
})

t.test('append adds values and memberships to existing ones; remove removes memberships only', async (t) => {
  const { api, make, get, site, as } = await collection(t)
  const [first, second] = [await make('item_sets', {}), await make('item_sets', {})]
  const [old, added] = [await site(), await site()]
  const id = await make('items', { ...titled('a'), 'o:item_set': [first], 'o:site': [old] })
  const append = { ...as.global_admin, partial: true, collectionAction: 'append' as const }
  await api.items.update(id, { ...titled('b'), 'o:item_set': [second], 'o:site': [added] }, append)
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['a', 'b'])
  t.equal((await get('items', id))['o:item_set'].length, 2)
  t.same(refs((await get('items', id))['o:site']), [old, added])
  const memberships = { 'o:item_set': [first], 'o:site': [old] }
  await api.items.update(id, { ...titled('a'), ...memberships }, { ...append, collectionAction: 'remove' })
  t.match(await get('items', id), { 'o:item_set': [{ 'o:id': second }], 'dcterms:title': { length: 2 } })
  t.same(refs((await get('items', id))['o:site']), [added])
})

t.test('a representation that is sent back with a few changes is shown as if replaced, and unchanged rows stay', async (t) => {
  const { api, as, make, put, get, template } = await collection(t)
  const roll = dice(22)
  const terms = ['dcterms:date', 'dcterms:subject', 'dcterms:title', 'dcterms:description']
  const value = (): Json => ({ ...literal(`text ${roll(6)}`), ...roll(9) === 0 && { is_public: roll(2) > 0 } })
  const templateId = await template({ rows: [{ property: 7 }, { property: 1 }] })
  const fresh = (): Json => ({
    ...Object.fromEntries(terms.filter(() => roll(4) > 0)
      .map((term) => [term, Array.from({ length: 1 + roll(3) }, value)])),
    'o:resource_template': roll(3) === 0 ? { 'o:id': templateId } : null
  })
  const changes: Array<(list: Json[], at: number) => unknown> = [
    (list, at) => list.splice(at, 1),
    (list, at) => list.splice(at, 0, value()),
    (list) => list.reverse(),
    (list, at) => { list[at] = { ...list[at], '@value': `text ${roll(9)}` } },
    (list, at) => { list[at] = { ...list[at], is_public: roll(2) === 0 } },
    (list, at) => { delete list[at]?.is_public }
  ]
  const changed = (current: Json): Json => {
    const entries = Object.entries(current).filter(([key]) => !key.startsWith('dcterms:'))
    const values = Object.entries(current).filter(([key]) => key.startsWith('dcterms:')) as Array<[string, Json[]]>
    if (roll(6) === 0) values.reverse()
    const list = values[roll(values.length)]?.[1] ?? []
    changes[roll(changes.length)]!(list, roll(list.length))
    return Object.fromEntries([...entries, ...values])
  }
  const shown = ({ '@id': _, 'o:id': __, 'o:created': ___, 'o:modified': ____, ...rest }: Json): string =>
    JSON.stringify(rest)
  for (let number = 0; number < 20; number++) {
    const payload = fresh()
    const [patched, replaced] = [await make('items', payload), await make('items', payload)]
    const wanted = changed(await get('items', patched))
    const found = (await api.items.patch(patched, () => wanted as never, as.global_admin)).json() as Json
    t.equal(shown(found), shown(await put('items', replaced, wanted)), `change ${number}`)
  }
  const id = await make('items', {
    'dcterms:date': [literal('1890')], ...titled('Pier'), 'dcterms:description': [literal('Of wood')]
  })
  const rows = async (): Promise<unknown> => await api.store.read.values(
    sql`SELECT id, property_id, text FROM value WHERE resource_id = ${id} ORDER BY id`)
  const [date, , description] = await rows() as unknown[][]
  await api.items.patch(id, (current) => ({ ...current.json() as Json, ...titled('Jetty') }), as.global_admin)
  t.match(await rows(), [date, [Number, 1, 'Jetty'], description])
})

t.test('a patch that other writes always overtake is refused as busy, not as stale', async (t) => {
  const { api, make, get, put, as } = await collection(t)
  const id = await make('items', titled('0'))
  const write = api.store.write.bind(api.store)
  let overtakings = 0
  let isOvertaking = false
  api.store.write = async (work, changes) => {
    if (!isOvertaking) {
      isOvertaking = true
      await put('items', id, titled(`${++overtakings}`))
      isOvertaking = false
    }
    return await write(work, changes)
  }
  const patched = api.items.patch(id, (current) => ({ ...current.json() as Json, 'o:is_public': false }), as.global_admin)
  t.match(await refusal(patched), { kind: 'busy', errors: { error: /^Other requests keep changing this/ } })
  api.store.write = write
  t.match(await get('items', id), { 'o:title': `${overtakings}`, 'o:is_public': true })
})

t.test('after any sequence of writes, all derived data matches the values', async (t) => {
  const { api, make, put, patch, get } = await collection(t)
  const roll = dice(16)
  const texts = ['Lighthouse', 'light', '1888', '1888-05', '-12.5', 'élan', ' ']
  const value = (): Json => {
    const text = texts[roll(texts.length)]!
    return { ...roll(4) === 0 ? uri(`https://example.org/${text.trim()}`, text) : literal(text), is_public: roll(3) > 0 }
  }
  const values = (): Json => Object.fromEntries(['dcterms:title', 'dcterms:date', 'dcterms:extent', 'dcterms:source']
    .filter(() => roll(4) > 0).map((term) => [term, Array.from({ length: 1 + roll(3) }, value)]))
  const ids = await Promise.all(Array.from({ length: 3 }, async () => await make('items', values())))
  for (let number = 0; number < 60; number++) {
    const id = ids[roll(ids.length)]!
    const fields = { 'o:is_public': roll(4) > 0, 'o:resource_class': roll(2) === 0 ? null : { 'o:id': 1 + roll(3) } }
    const written = [
      async () => await put('items', id, { ...fields, ...values() }),
      async () => await patch('items', id, values()),
      async () => await patch('items', id, { set_value_visibility: { property_id: [1, 7], is_public: roll(2) } })
    ][roll(3)]!
    t.same(await written(), await get('items', id), `write ${number}`)
  }
  const faults: unknown[] = []
  await api.checkRecords({ onFault: (fault) => faults.push(fault) })
  t.same(faults, [])
})
