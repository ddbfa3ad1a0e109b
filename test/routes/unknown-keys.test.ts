import t, { type Test } from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { IgnoredKey } from '../../api/core/calls/call.js'
import type { ApiError, DataType, Extensions } from '../../app.js'
import { build, title, type Key, type Server } from '../helper.js'

type Json = Record<string, any>

async function start (t: Test, extensions?: Extensions): Promise<Server & { as: Key, id: number }> {
  const server = await build(t, {}, {}, extensions)
  const as = await server.account('global_admin')
  const { headers } = await server.send({ method: 'POST', url: '/api/items', as, payload: title('a') })
  return { ...server, as, id: Number(/\d+$/.exec(String(headers.location))![0]) }
}

const WRONG = { ...title('b'), 'dcterms:titel': [{ '@value': 'x' }], 'o:is_publik': false, zebra: 1 }
const UNKNOWN = {
  'dcterms:titel': ['There is no property "dcterms:titel". Did you mean "dcterms:title"?'],
  'o:is_publik': ['There is no key "o:is_publik". Did you mean "o:is_public"?'],
  zebra: ['There is no key "zebra".']
}
const HEADER = 'dcterms:titel (dcterms:title?), o:is_publik (o:is_public?), zebra'

/** All kinds of writes, each with the same unknown keys. */
const WAYS = [
  ['POST', 'application/json', WRONG],
  ['PUT', 'application/json', WRONG],
  ['PATCH', 'application/json', WRONG],
  ['PATCH', 'application/merge-patch+json', WRONG],
  ['PATCH', 'application/json-patch+json', ['dcterms:titel', 'o:is_publik', 'zebra'].map((key) =>
    ({ op: 'add', path: `/${key}`, value: (WRONG as Json)[key] }))]
] as const

for (const [method, type, body] of WAYS) {
  t.test(`unknown keys of a ${method} of ${type} are refused if that is preferred, and named otherwise`, async (t) => {
    const { send, as, id } = await start(t)
    const url = method === 'POST' ? '/api/items' : `/api/items/${id}`
    const write = async (more: Record<string, string> = {}) => await send({
      method, url, as, headers: { 'content-type': type, ...more }, payload: JSON.stringify(body)
    })
    const before = (await send({ url: '/api/items', as })).payload
    const refused = await write({ prefer: 'handling=strict' })
    t.equal(refused.statusCode, 422)
    t.same(JSON.parse(refused.payload), { errors: UNKNOWN })
    t.equal((await send({ url: '/api/items', as })).payload, before, 'nothing is changed')

    const done = await write()
    t.equal(done.statusCode, 200)
    t.equal(done.headers['service-ignored'], HEADER)
    t.equal(done.headers['omeka-s-ignored'], HEADER)
    t.notMatch(done.payload, 'zebra')
  })
}

t.test('keys of values that no value has are refused if that is preferred, and named otherwise', async (t) => {
  const { send, as } = await start(t)
  const post = async (payload: object, prefer = 'handling=lenient') =>
    await send({ method: 'POST', url: '/api/items', as, payload, headers: { prefer } })
  const wrong = {
    'dcterms:title': [
      { '@value': 'a', '@langage': 'en' }, { '@value': 'b', '@langage': 'de', zebra: [] },
      { '@value': 'c', '@annotation': { 'dcterms:date': [{ '@value': '1900', is_publik: 0 }] } }
    ]
  }
  t.same(JSON.parse((await post(wrong, 'handling=strict')).payload), {
    errors: {
      '@langage': ['There is no key "@langage". Did you mean "@language"?'], zebra: ['There is no key "zebra".']
    }
  })
  t.equal((await post(wrong)).headers['service-ignored'], '@langage (@language?), zebra, is_publik (is_public?)')
  const many = Array.from({ length: 1000 }, (_, at) => ({ '@value': 'a', [`key${at}`]: 1 }))
  t.equal((await post({ 'dcterms:title': many })).statusCode, 200)
})

t.test('keys of values of an application\'s own data type may have any name', async (t) => {
  const place: DataType = {
    name: 'place', label: 'Place', hydrate: ({ place: text }) => ({ text: String(text) }), represent: ({ text }) => ({ place: text })
  }
  const { send, as } = await start(t, { dataTypes: [place] })
  const payload = { 'dcterms:spatial': [{ type: 'place', place: 'Rome' }] }
  const made = await send({ method: 'POST', url: '/api/items', as, payload, headers: { prefer: 'handling=strict' } })
  t.equal(made.statusCode, 200)
  t.match(made.json(), { 'dcterms:spatial': [{ place: 'Rome' }] })
})

t.test('what no update changes is named if another one is given, or refused if that is preferred', async (t) => {
  const { send, as, id } = await start(t)
  const make = async (type: string, payload: object): Promise<Json> =>
    (await send({ method: 'POST', url: `/api/${type}`, as, payload })).json()
  const site = { 'o:title': 'a', 'o:theme': 'default' }
  const [other, first, second] = [await make('items', {}), await make('sites', site), await make('sites', { ...site, 'o:title': 'b' })]
  await make('media', { 'o:ingester': 'html', html: 'x', 'o:item': { 'o:id': id } })
  const media = (await send({ url: '/api/media', as })).json<Json[]>()[0]!
  for (const [type, found, key, wanted] of [
    ['media', media, 'o:item', other['o:id']], ['site_pages', first['o:page'][0], 'o:site', second['o:id']],
    ['properties', { 'o:id': 1 }, 'o:vocabulary', 2], ['resource_classes', { 'o:id': 1 }, 'o:vocabulary', 2]
  ] as const) {
    const url = `/api/${type}/${found['o:id']}`
    const before = (await send({ url, as })).json<Json>()
    const patch = async (target: unknown, prefer = 'handling=lenient') => await send({
      method: 'PATCH', url, as, payload: { [key]: { 'o:id': target } }, headers: { prefer }
    })
    const refused = await patch(wanted, 'handling=strict')
    t.same([refused.statusCode, refused.json()], [422, { errors: { [key]: ['This cannot be changed.'] } }], url)
    const done = await patch(wanted)
    t.same([done.statusCode, done.headers['service-ignored']], [200, key], url)
    t.same(done.json<Json>()[key], before[key])
    t.equal((await patch(String(before[key]['o:id']), 'handling=strict')).statusCode, 200)
  }
})

t.test('other things than texts and numbers of a media are refused if that is preferred, and named otherwise', async (t) => {
  const { send, as, id } = await start(t)
  const media = {
    'o:ingester': 'html', html: '<p>x</p>', 'o:lang': ['en'], 'o:alt_text': {}, 'o:source': [], position: 'first', start: ''
  }
  const problem = ['A text is expected.']
  const errors = { 'o:lang': problem, 'o:alt_text': problem, 'o:source': problem, position: ['A number is expected.'] }
  const post = async (prefer: string) => await send({
    method: 'POST', url: '/api/media', as, payload: { ...media, 'o:item': { 'o:id': id } }, headers: { prefer }
  })
  t.same(JSON.parse((await post('handling=strict')).payload), { errors })
  const made = await post('handling=lenient')
  t.equal(made.headers['service-ignored'], 'o:lang, o:alt_text, o:source, position')
  t.match(made.json(), { 'o:lang': null, 'o:alt_text': null, 'o:source': null })
})

t.test('a representation can be sent back: it has no unknown keys', async (t) => {
  const { send, as, id } = await start(t)
  const post = async (url: string, payload: object): Promise<Json> =>
    JSON.parse((await send({ method: 'POST', url, as, payload })).payload)
  await send({
    method: 'PATCH',
    url: `/api/items/${id}`,
    as,
    payload: {
      'dcterms:title': [{ '@value': 'a', '@annotation': { 'dcterms:date': [{ '@value': '1900' }] } }],
      'dcterms:source': [{ '@id': 'https://example.org', 'o:label': 'x' }],
      'o:media': [{ 'o:ingester': 'html', html: '<p>x</p>', ...title('page') }]
    }
  })
  await post('/api/items', { ...title('links'), 'dcterms:relation': [{ value_resource_id: id }] })
  await post('/api/item_sets', title('set'))
  const site = await post('/api/sites', { 'o:title': 'Site', 'o:slug': 'site', 'o:theme': 'default' })
  t.ok(site['o:id'])
  for (const list of [
    'items', 'item_sets', 'media', 'sites', 'site_pages', 'users', 'resource_templates', 'vocabularies', 'properties',
    'resource_classes'
  ]) {
    const [found] = JSON.parse((await send({ url: `/api/${list}?per_page=1`, as })).payload) as Json[]
    t.ok(found, list)
    const url = `/api/${list}/${found!['o:id']}`
    const strict = { prefer: 'handling=strict' }
    for (const method of ['PUT', 'PATCH'] as const) {
      if (list === 'vocabularies' && method === 'PUT') continue
      const answer = await send({ method, url, as, payload: JSON.stringify(found), ...json(strict) })
      t.equal(answer.statusCode, 200, `${method} ${url} ${answer.payload.slice(0, 200)}`)
      t.equal(answer.headers['service-ignored'], undefined)
    }
  }
})

function json (more: Record<string, string>): { headers: Record<string, string> } {
  return { headers: { 'content-type': 'application/json', ...more } }
}

t.test('keys of new media of an item, of annotations and of other resource types are looked at too', async (t) => {
  const { send, as, id } = await start(t)
  const patch = async (url: string, payload: object, prefer?: string) => await send({
    method: 'PATCH', url, as, payload, headers: prefer === undefined ? {} : { prefer }
  })
  const media = { 'o:media': [{ 'o:ingester': 'html', html: '<p>x</p>', 'o:alt_txt': 'x', 'dcterms:titel': [] }] }
  const refused = await patch(`/api/items/${id}`, media, 'handling=strict')
  t.equal(refused.statusCode, 422)
  t.same(JSON.parse(refused.payload).errors['o:media'], [{
    'o:alt_txt': ['There is no key "o:alt_txt". Did you mean "o:alt_text"?'],
    'dcterms:titel': ['There is no property "dcterms:titel". Did you mean "dcterms:title"?']
  }])
  t.equal((await patch(`/api/items/${id}`, media)).headers['service-ignored'],
    'o:alt_txt (o:alt_text?), dcterms:titel (dcterms:title?)')

  const annotated = { 'dcterms:title': [{ '@value': 'a', '@annotation': { 'dcterms:dat': [{ '@value': '1900' }] } }] }
  t.same(JSON.parse((await patch(`/api/items/${id}`, annotated, 'handling=strict')).payload), {
    errors: { 'dcterms:dat': ['There is no property "dcterms:dat". Did you mean "dcterms:date"?'] }
  })
  t.equal((await patch(`/api/items/${id}`, annotated)).headers['service-ignored'], 'dcterms:dat (dcterms:date?)')

  const user = await patch('/api/users/1', { 'o:nam': 'x' }, 'handling=strict')
  t.same(JSON.parse(user.payload), { errors: { 'o:nam': ['There is no key "o:nam". Did you mean "o:name"?'] } })
  const told = await patch('/api/users/1', { 'o:nam': 'x' })
  t.equal(told.statusCode, 200)
  t.equal(told.headers['service-ignored'], 'o:nam (o:name?)')
})

t.test('keys of rows of a template, a site and a page are looked at too; links and data of blocks may have any', async (t) => {
  const { send, as, id } = await start(t)
  const made = await send({ method: 'POST', url: '/api/sites', as, payload: { 'o:title': 'Site', 'o:theme': 'default' } })
  const { 'o:id': site, 'o:page': [{ 'o:id': page }] } = JSON.parse(made.payload) as Json
  const block = { 'o:layout': 'media', 'o:data': { any: 1 }, 'o:layout_data': { any: 1 } }
  const ways: Array<[url: string, payload: Json, header: string]> = [
    ['resource_templates/1', { 'o:resource_template_property': [{ 'o:property': { 'o:id': 1 }, 'o:is_requird': true }] },
      'o:is_requird (o:is_required?)'],
    [`sites/${site}`, { 'o:site_permission': [{ 'o:user': { 'o:id': 1, any: 1 }, role: 'admin' }] }, 'role'],
    [`site_pages/${page}`, {
      'o:block': [{ ...block, 'o:attachment': [{ 'o:item': { 'o:id': id }, 'o:captoin': 'x' }], 'o:attachments': [] }]
    }, 'o:attachments (o:attachment?), o:captoin (o:caption?)'],
    [`sites/${site}`, { 'o:navigation': [{ type: 'x', data: { any: 1 }, any: 1 }], 'o:page': [{ 'o:id': page, any: 1 }] }, '']
  ]
  for (const [url, payload, header] of ways) {
    const patch = async (headers: Record<string, string>) =>
      await send({ method: 'PATCH', url: `/api/${url}`, as, payload, headers })
    t.equal((await patch({ prefer: 'handling=strict' })).statusCode, header === '' ? 200 : 422, header)
    const { statusCode, headers: { 'service-ignored': ignored = '' } } = await patch({})
    t.same([statusCode, ignored], [200, header])
  }
})

t.test('a value that is dropped is named as well', async (t) => {
  const { send, as } = await start(t)
  const { headers } = await send({
    method: 'POST', url: '/api/items', as, payload: { 'dcterms:title': [{ type: 'literal', '@value': ' ' }] }
  })
  t.equal(headers['service-ignored'], 'dcterms:title')
  const refused = await send({
    method: 'POST', url: '/api/items', as, headers: { prefer: 'handling=strict' }, payload: { 'dcterms:title': [{ value: 'a' }] }
  })
  t.same(JSON.parse(refused.payload), {
    errors: { 'dcterms:title': ['A value has "@value", "@id" or "value_resource_id".'] }
  })
})

t.test('a reference that is none is named as well, and one that was read is not', async (t) => {
  const { send, as, id } = await start(t)
  const one = ['A reference like {"o:id": 5} is expected.']
  const list = ['References like {"o:id": 5} are expected.']
  for (const [url, payload, errors] of [
    [`/api/items/${id}`, { 'o:resource_class': 'foaf:Person', 'o:owner': 1 }, { 'o:resource_class': one, 'o:owner': one }],
    [`/api/items/${id}`, { 'o:resource_template': { 'o:id': 'Base' }, x: 1 }, {
      'o:resource_template': one, x: ['There is no key "x".']
    }],
    [`/api/items/${id}`, { 'o:item_set': ['Prints'], 'o:site': [true] }, { 'o:item_set': list, 'o:site': list }],
    ['/api/resource_templates/1', { 'o:title_property': {} }, { 'o:title_property': one }]
  ] as const) {
    const patch = async (headers: Record<string, string> = {}) => await send({ method: 'PATCH', url, as, payload, headers })
    const refused = await patch({ prefer: 'handling=strict' })
    t.same([refused.statusCode, JSON.parse(refused.payload)], [422, { errors }])
    const done = await patch()
    t.same([done.statusCode, done.headers['service-ignored']], [200, Object.keys(errors).join(', ')])
  }
  const set = { '@id': 'http://localhost/api/item_sets/2', 'o:id': 2 }
  t.equal((await send({ method: 'POST', url: '/api/item_sets', as, payload: {} })).json<Json>()['o:id'], 2)
  const valid = {
    'o:owner': { 'o:id': null }, 'o:resource_class': null, 'o:resource_template': { 'o:id': '1' }, 'o:item_set': set
  }
  for (const item of [valid, { 'o:item_set': [set, '2', 2] }]) {
    const answer = await send({
      method: 'PUT', url: `/api/items/${id}`, as, payload: item, headers: { prefer: 'handling=strict' }
    })
    t.equal(answer.statusCode, 200, answer.payload)
    t.equal(answer.headers['service-ignored'], undefined)
  }
})

t.test('a title that no value gives is named as well, and one that was read is not', async (t) => {
  const { send, as, id } = await start(t)
  const url = `/api/items/${id}`
  const write = async (method: 'POST' | 'PUT' | 'PATCH', payload: unknown, prefer = 'handling=lenient', type = 'application/json') =>
    await send({
      method, url: method === 'POST' ? '/api/items' : url, as, payload: JSON.stringify(payload), headers: { 'content-type': type, prefer }
    })
  const patch = [{ op: 'replace', path: '/o:title', value: 'b' }]
  for (const [method, payload, type] of [
    ['POST', { 'o:title': 'b' }], ['PUT', { 'o:title': 'b', ...title('a') }], ['PATCH', { 'o:title': 'b' }],
    ['PATCH', { 'o:title': 'b' }, 'application/merge-patch+json'], ['PATCH', patch, 'application/json-patch+json']
  ] as const) {
    const refused = await write(method, payload, 'handling=strict', type)
    t.same([refused.statusCode, refused.json()], [422, {
      errors: { 'o:title': ['The title is that of the values, for example of dcterms:title.'] }
    }])
    const done = await write(method, payload, undefined, type)
    t.same([done.statusCode, done.headers['service-ignored']], [200, 'o:title'])
  }
  const read = (await send({ url, as })).json<Json>()
  t.equal(read['o:title'], 'a')
  for (const [method, payload] of [
    ['PUT', { ...read, ...title('b') }], ['PATCH', { 'o:title': 'c', ...title('c') }], ['POST', { ...read, ...title('d') }],
    ['POST', { 'o:title': null }]
  ] as const) t.equal((await write(method, payload, 'handling=strict')).statusCode, 200, JSON.stringify(payload))
})

t.test('what has another shape than its key takes is named as well, also in rows and in values', async (t) => {
  const { send, as, id } = await start(t)
  const { 'o:id': site, 'o:page': [{ 'o:id': page }] } = (await send({
    method: 'POST', url: '/api/sites', as, payload: { 'o:title': 'Site', 'o:theme': 'default' }
  })).json<Json>()
  const attachments = [{ 'o:item': { 'o:id': id } }, { 'o:item': id, 'o:media': null }]
  for (const [url, payload, ...keys] of [
    [`items/${id}`, { 'o:site': 'all' }, 'o:site'],
    [`items/${id}`, { clear_property_values: 1 }, 'clear_property_values'],
    [`items/${id}`, { clear_property_values: ['dcterms:title'] }, 'clear_property_values'],
    [`items/${id}`, { set_value_visibility: { property_id: 1, is_public: false } }, 'set_value_visibility'],
    [`items/${id}`, { set_value_visibility: { property_id: [1] } }, 'set_value_visibility'],
    [`items/${id}`, { convert_data_types: [{ convert_data_type_target: 'uri' }] }, 'convert_data_types'],
    [`items/${id}`, { 'dcterms:title': [{ '@value': 'a', '@language': ['en'], '@annotation': 'x' }] }, '@language', '@annotation'],
    [`sites/${site}`, { 'o:page': [{ 'o:id': page }, { '@id': 'http://localhost/api/site_pages/9' }] }, 'o:page'],
    [`sites/${site}`, { 'o:site_permission': [{ 'o:user': 1, 'o:role': 'admin' }] }, 'o:user'],
    [`sites/${site}`, { 'o:site_permission': 'all' }, 'o:site_permission'],
    [`sites/${site}`, { 'o:site_item_set': [1] }, 'o:site_item_set'],
    [`site_pages/${page}`, { 'o:block': [{ 'o:layout': 'media', 'o:attachment': attachments }, 'x'] }, 'o:block', 'o:item'],
    ['resource_templates/1', { 'o:resource_template_property': [{ 'o:property': 1 }] }, 'o:property']
  ] as const) {
    const patch = async (prefer: string) =>
      await send({ method: 'PATCH', url: `/api/${url}`, as, payload, headers: { prefer } })
    const before = (await send({ url: `/api/${url}`, as })).payload
    const refused = await patch('handling=strict')
    t.same([refused.statusCode, Object.keys(refused.json<Json>()['errors'])], [422, keys], JSON.stringify(payload))
    t.equal((await send({ url: `/api/${url}`, as })).payload, before, 'nothing is changed')
    const done = await patch('handling=lenient')
    t.same([done.statusCode, done.headers['service-ignored']], [200, keys.join(', ')], JSON.stringify(payload))
  }
})

t.test('the header stays short and plain, whatever the keys', async (t) => {
  const { send, as } = await start(t)
  const payload: Json = { 'x, y': 1, 'ü\n': 1, [`long${'g'.repeat(5000)}`]: 1 }
  for (let at = 0; at < 5000; at++) payload[`key${at}`] = at
  const { statusCode, headers } = await send({ method: 'POST', url: '/api/items', as, payload })
  t.equal(statusCode, 200)
  const told = String(headers['service-ignored'])
  t.match(told, /^x%2C%20y, %C3%BC%0A, longg{76}\.\.\., key0,.*, and 4983 more$/)
  t.ok(told.length < 1000)
  const refused = await send({ method: 'POST', url: '/api/items', as, payload, headers: { prefer: 'handling=strict' } })
  t.equal(refused.statusCode, 422)
  t.equal(Object.keys(JSON.parse(refused.payload).errors).length, 20)
})

t.test('a program can have unknown keys refused, or get a list of them', async (t) => {
  const { api } = await build(t)
  const errorsOf = async (work: Promise<unknown>): Promise<unknown> =>
    await work.then(() => 'none', (error: ApiError) => error.errors)
  t.same(await errorsOf(api.items.create(WRONG as never, { actor: OPERATOR, strict: true })), UNKNOWN)
  const told: IgnoredKey[] = []
  const onIgnored = (keys: readonly IgnoredKey[]): void => { told.push(...keys) }
  const { id } = await api.items.create(WRONG as never, { actor: OPERATOR, onIgnored })
  t.same(told, [
    { key: 'dcterms:titel', nearest: 'dcterms:title' }, { key: 'o:is_publik', nearest: 'o:is_public' }, { key: 'zebra' }
  ])
  t.same(await errorsOf(api.items.update(id!, WRONG as never, { actor: OPERATOR, strict: true })), UNKNOWN)
})

t.test('members that an application adds to representations can be sent back', async (t) => {
  const { send, as, id } = await start(t, {
    representations: { items: (representation) => ({ ...representation, 'app:rating': 5 }) }
  })
  const { payload } = await send({ url: `/api/items/${id}`, as })
  t.match(payload, '"app:rating":5')
  const back = await send({ method: 'PUT', url: `/api/items/${id}`, as, payload, ...json({ prefer: 'handling=strict' }) })
  t.equal(back.statusCode, 200, back.payload)
})
