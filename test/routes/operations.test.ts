import t from 'tap'
import { build, title, type Key } from '../helper.js'

t.test('a resource is made, read, changed and deleted, with a slash at the end or without', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  for (const [i, slash] of ['', '/'].entries()) {
    const id = i + 1
    const made = await send({ method: 'POST', url: `/api/items${slash}`, as, payload: title('a') })
    t.equal(made.statusCode, 200)
    t.equal(made.headers.location, `http://localhost/api/items/${id}`)
    t.equal(made.json()['@id'], made.headers.location)
    t.equal((await send({ url: `/api/items/${id}${slash}` })).payload, made.payload)
    t.equal(
      (await send({ method: 'PUT', url: `/api/items/${id}${slash}`, as, payload: title('b') })).json()['o:title'],
      'b'
    )
    t.equal(
      (await send({ method: 'PATCH', url: `/api/items/${id}${slash}`, as, payload: { 'o:is_public': false } })).json()[
        'o:title'
      ],
      'b'
    )
    t.equal((await send({ method: 'DELETE', url: `/api/items/${id}${slash}`, as })).json()['o:title'], 'b')
    t.equal((await send({ url: `/api/items/${id}${slash}` })).statusCode, 404)
  }
})

t.test('POST to a resource ignores the id and makes another', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  t.equal((await send({ method: 'POST', url: '/api/items/77', as, payload: {} })).json()['o:id'], 1)
})

t.test('ids are decoded, and shown as text', async (t) => {
  const { send } = await build(t)
  for (const id of ['abc', '0', '-1', '1e3', '99999999999999999999', 'é "/']) {
    const { statusCode, payload } = await send({ url: `/api/items/${encodeURIComponent(id)}` })
    t.equal(statusCode, 404)
    t.match(JSON.parse(payload).errors.error, /^Item .+ was not found\.$/)
    t.match(JSON.parse(payload).errors.error, JSON.stringify(id).slice(1, -1))
  }
})

t.test('a patch edits single values and leaves the others', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  await send({
    method: 'POST',
    url: '/api/items',
    as,
    payload: {
      ...title('a'),
      'dcterms:subject': [
        { type: 'literal', property_id: 3, '@value': 'one' },
        { type: 'literal', property_id: 3, '@value': 'two', is_public: false }
      ]
    }
  })
  const patch = async (type: string, payload: unknown) =>
    await send({
      method: 'PATCH',
      url: '/api/items/1',
      as,
      headers: { 'content-type': `application/${type}+json` },
      payload: JSON.stringify(payload)
    })
  const subjects = (answer: { json (): Record<string, Array<{ '@value': string, is_public: boolean }>> }): string[] =>
    (answer.json()['dcterms:subject'] ?? []).map((value) => `${value['@value']} ${value.is_public}`)

  t.same(
    subjects(
      await patch('json-patch', [
        { op: 'test', path: '/o:title', value: 'a' },
        { op: 'replace', path: '/dcterms:subject/0/@value', value: 'uno' }
      ])
    ),
    ['uno true', 'two false']
  )
  t.same(subjects(await patch('merge-patch', title('b'))), ['uno true', 'two false'])
  t.equal((await send({ url: '/api/items/1' })).json()['o:title'], 'b')
  t.same(subjects(await patch('merge-patch', { 'dcterms:subject': null })), [])

  t.equal((await patch('json-patch', [{ op: 'test', path: '/o:title', value: 'a' }])).statusCode, 409)
  t.same((await patch('json-patch', [{ op: 'remove', path: '/dcterms:subject/9' }])).json(), {
    errors: { '/dcterms:subject/9': ['There is nothing at "/dcterms:subject/9".'] }
  })
  t.equal((await patch('json-patch', { op: 'remove' })).statusCode, 400)
  t.equal(
    (
      await send({
        method: 'PATCH',
        url: '/api/items/1',
        headers: { 'content-type': 'application/merge-patch+json' },
        payload: '{}'
      })
    ).statusCode,
    403
  )
})

t.test('a patch by an author leaves links to resources that the author does not see', async (t) => {
  const { send, account } = await build(t)
  const [editor, author] = [await account('editor'), await account('author')]
  const post = async (as: Key, payload: object): Promise<number> =>
    (await send({ method: 'POST', url: '/api/items', as, payload })).json()['o:id']
  const hidden = await post(editor, { ...title('Hidden'), 'o:is_public': false })
  const patches: Array<[type: string, patch: unknown, titles: string[]]> = [
    ['json-patch', [], ['a']],
    ['json-patch', [{ op: 'add', path: '/dcterms:title/-', value: { '@value': 'b' } }], ['a', 'b']],
    ['merge-patch', { 'dcterms:title': [{ '@value': 'c' }, { '@value': 'd' }, { '@value': 'e' }] }, ['c', 'd', 'e']],
    ['merge-patch', { 'dcterms:title': null }, []]
  ]
  for (const [type, patch, titles] of patches) {
    const url = `/api/items/${await post(author, title('a'))}`
    const linked = {
      ...title('a'), 'dcterms:relation': [{ type: 'resource', value_resource_id: hidden }, { '@value': 'shown' }]
    }
    t.equal((await send({ method: 'PATCH', url, as: editor, payload: linked })).statusCode, 200)
    const before = (await send({ url, as: editor })).json()['dcterms:relation']
    const answer = await send({
      method: 'PATCH', url, as: author, headers: { 'content-type': `application/${type}+json` }, payload: JSON.stringify(patch)
    })
    t.equal(answer.statusCode, 200)
    t.notMatch(answer.body, 'Hidden')
    const after = (await send({ url, as: editor })).json()
    t.same(after['dcterms:relation'], before, JSON.stringify(patch))
    t.same((after['dcterms:title'] ?? []).map((value: { '@value': string }) => value['@value']), titles)
  }
})

t.test('a patch leaves what it does not change, also what the representation does not have', async (t) => {
  const { send, account } = await build(t)
  const [admin, author] = [await account('global_admin'), await account('author')]
  const post = async (type: string, payload: object): Promise<Record<string, any>> =>
    (await send({ method: 'POST', url: `/api/${type}`, as: admin, payload })).json()
  const patch = async (url: string, as: Key, type: string, payload: unknown): Promise<void> => {
    const headers = { 'content-type': `application/${type}+json` }
    t.equal((await send({ method: 'PATCH', url, as, headers, payload: JSON.stringify(payload) })).statusCode, 200, url)
  }
  const member = [{ 'o:local_name': 'a', 'o:label': 'A' }]
  const { 'o:id': vocabulary } = await post('vocabularies', {
    'o:prefix': 'x', 'o:namespace_uri': 'http://x/', 'o:label': 'X', 'o:property': member, 'o:class': member
  })
  await patch(`/api/vocabularies/${vocabulary}`, admin, 'merge-patch', { 'o:label': 'Y' })
  await patch(`/api/vocabularies/${vocabulary}`, admin, 'json-patch', [{ op: 'add', path: '/o:comment', value: 'z' }])
  for (const type of ['properties', 'resource_classes']) {
    const { headers } = await send({ url: `/api/${type}?vocabulary_id=${vocabulary}` })
    t.equal(headers['service-total-results'], '1', type)
  }
  await patch(`/api/vocabularies/${vocabulary}`, admin, 'merge-patch', { 'o:property': [] })
  const { headers } = await send({ url: `/api/properties?vocabulary_id=${vocabulary}` })
  t.equal(headers['service-total-results'], '0', 'unless it names them')

  const hidden = await post('items', { 'o:is_public': false })
  const hiddenSet = await post('item_sets', { 'o:is_public': false, 'o:is_open': true })
  for (const { '@id': address } of [hidden, hiddenSet]) {
    const url = new URL(address).pathname
    await patch(url, admin, 'merge-patch', title('New'))
    t.match((await send({ url, as: admin })).json(), { 'o:is_public': false, 'o:title': 'New' })
  }
  const users = (await send({ url: '/api/users?role=author', as: admin })).json() as Array<{ 'o:id': number }>
  const site = await post('sites', {
    'o:title': 'S',
    'o:theme': 'default',
    'o:site_item_set': [{ 'o:item_set': hiddenSet }],
    'o:site_permission': users.map((user) => ({ 'o:user': user, 'o:role': 'admin' }))
  })
  const attachment = { 'o:item': hidden, 'o:caption': 'hidden' }
  const page = await post('site_pages', {
    'o:title': 'P', 'o:site': site, 'o:block': [{ 'o:layout': 'media', 'o:data': {}, 'o:attachment': [attachment] }]
  })
  for (const { '@id': address } of [site, page]) {
    const url = new URL(address).pathname
    const before = (await send({ url, as: admin })).json()
    await patch(url, author, 'merge-patch', { 'o:title': 'New' })
    const after = (await send({ url, as: admin })).json()
    t.same(after, { ...before, 'o:title': 'New', 'o:modified': after['o:modified'] })
  }
})

t.test('two concurrent patches are both applied', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  await send({ method: 'POST', url: '/api/items', as, payload: title('0') })
  const append = async (text: string) =>
    await send({
      method: 'PATCH',
      url: '/api/items/1',
      as,
      headers: { 'content-type': 'application/json-patch+json' },
      payload: JSON.stringify([
        { op: 'add', path: '/dcterms:title/-', value: { type: 'literal', property_id: 1, '@value': text } }
      ])
    })
  for (const { statusCode } of await Promise.all(['1', '2', '3'].map(append))) t.equal(statusCode, 200)
  t.equal((await send({ url: '/api/items/1' })).json()['dcterms:title'].length, 4)
})

t.test('a payload of ten thousand values is refused and changes nothing', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const subjects = (count: number): object => ({
    'dcterms:subject': Array.from({ length: count }, (_, at) => ({ '@value': `subject ${at}` }))
  })
  const refused = await send({ method: 'POST', url: '/api/items', as, payload: subjects(10_000) })
  t.equal(refused.statusCode, 422)
  t.match(refused.json().errors.values, [/9000/])
  t.equal((await send({ url: '/api/items' })).headers['service-total-results'], '0')
  t.equal(
    (await send({ method: 'POST', url: '/api/items', as, payload: subjects(1000) })).json()['dcterms:subject'].length,
    1000
  )
})

t.test('deleting a built-in vocabulary or its members needs force=1', async (t) => {
  const { send, account } = await build(t)
  const as = await account('global_admin')
  t.equal((await send({ method: 'DELETE', url: '/api/vocabularies/4', as })).statusCode, 422)
  t.equal((await send({ method: 'DELETE', url: '/api/vocabularies/4?force=0', as })).statusCode, 422)
  t.equal((await send({ method: 'DELETE', url: '/api/vocabularies/4?force=1', as })).statusCode, 200)
  t.equal(
    (await send({ method: 'PATCH', url: '/api/vocabularies/3', as, payload: { 'o:class': [] } })).statusCode,
    422
  )
  t.equal(
    (await send({ method: 'PATCH', url: '/api/vocabularies/3?force=1', as, payload: { 'o:class': [] } })).statusCode,
    200
  )
})
