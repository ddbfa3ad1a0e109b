import t from 'tap'
import { collection, link, literal, refusal, valuesOf, titled, type Collection, type Json } from '../collection.js'

const NEW = { 'o:namespace_uri': 'http://example.org/ns#', 'o:prefix': 'ex', 'o:label': 'Example' }
const member = (name: string) => ({ 'o:local_name': name, 'o:label': name.toUpperCase() })

async function termsOf (
  { api, as }: Collection,
  type: 'properties' | 'resource_classes',
  prefix = 'ex'
): Promise<string[]> {
  const found = (await api.resource(type).search({ vocabulary_prefix: prefix }, as.anonymous)).json() as Json[]
  return found.map((one) => one['o:term'] as string)
}

t.test('a vocabulary is made together with its members', async (t) => {
  const c = await collection(t)
  const id = await c.make('vocabularies', {
    ...NEW,
    'o:label': ' Example ',
    'o:property': [member('weight'), member('height')],
    'o:class': [member('Thing')]
  })
  t.match(await c.get('vocabularies', id), {
    ...NEW,
    '@type': 'o:Vocabulary',
    'o:comment': null,
    'o:owner': { 'o:id': 1 }
  })
  t.same(await termsOf(c, 'properties'), ['ex:weight', 'ex:height'])
  t.same(await termsOf(c, 'resource_classes'), ['ex:Thing'])
})

t.test('new terms can be used immediately, and are in the context', async (t) => {
  const { api, make, get } = await collection(t)
  await make('vocabularies', { ...NEW, 'o:property': [member('weight')] })
  t.same(valuesOf(await get('items', await make('items', { 'ex:weight': [literal('3 kg')] })), 'ex:weight'), ['3 kg'])
  t.match((await api.context()).json(), { '@context': { ex: NEW['o:namespace_uri'] } })
})

t.test('missing, existing and reserved names are refused', async (t) => {
  const { make } = await collection(t)
  const errorsOf = async (payload: Json): Promise<unknown> => (await refusal(make('vocabularies', payload))).errors
  t.same(await errorsOf({}), {
    'o:namespace_uri': ['The namespace URI cannot be empty.'],
    'o:prefix': ['The prefix cannot be empty.'],
    'o:label': ['The label cannot be empty.']
  })
  t.same(await errorsOf({ ...NEW, 'o:prefix': 'DCTERMS' }), { 'o:prefix': ['The prefix "DCTERMS" is already taken.'] })
  t.same(await errorsOf({ ...NEW, 'o:namespace_uri': 'HTTP://purl.org/dc/terms/' }), {
    'o:namespace_uri': ['The namespace URI "HTTP://purl.org/dc/terms/" is already taken.']
  })
  for (const prefix of ['o', 'o-x']) {
    t.same(await errorsOf({ ...NEW, 'o:prefix': prefix }), { 'o:prefix': [`The prefix "${prefix}" is reserved.`] })
  }
  t.same(await errorsOf({ ...NEW, 'o:prefix': 'O' }), {})
})

t.test('malformed members are refused under the keys of the reference', async (t) => {
  const { make } = await collection(t)
  const errorsOf = async (payload: Json): Promise<unknown> =>
    (await refusal(make('vocabularies', { ...NEW, ...payload }))).errors
  t.same(await errorsOf({ 'o:class': 'x' }), { 'o:item_set': ['Classes must be an array'] })
  t.same(await errorsOf({ 'o:property': 'x' }), { 'o:item_set': ['Properties must be an array'] })
  t.same(await errorsOf({ 'o:property': [{}] }), {
    'o:local_name': ['The local name cannot be empty.'],
    'o:label': ['The label cannot be empty.']
  })
  t.same(await errorsOf({ 'o:property': [member('a'), member('a')] }), {
    'o:resource_class': ['The local name "a" is already taken.']
  })
  t.match(await errorsOf({ 'o:property': [7] }), { 'o:property': [String] })
})

t.test('PATCH does not change the members, PUT removes members that it does not name', async (t) => {
  const c = await collection(t)
  const id = await c.make('vocabularies', { ...NEW, 'o:property': [member('a'), member('b')] })
  const [a] = await c.find('properties', { term: 'ex:a' })
  await c.patch('vocabularies', id, { 'o:label': 'Renamed' })
  t.same(await termsOf(c, 'properties'), ['ex:a', 'ex:b'])
  await c.put('vocabularies', id, { ...NEW, 'o:property': [{ 'o:id': a, 'o:label': 'ignored' }, member('c')] })
  t.same(await termsOf(c, 'properties'), ['ex:a', 'ex:c'])
  t.equal((await c.get('properties', a!))['o:label'], 'A')
  await c.put('vocabularies', id, NEW)
  t.same(await termsOf(c, 'properties'), [])
})

t.test('a member of another vocabulary is none of this one', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('vocabularies', NEW)
  t.match(await refusal(patch('vocabularies', id, { 'o:property': [{ 'o:id': 1 }] })), {
    kind: 'not-found',
    errors: { error: 'Property 1 was not found.' }
  })
})

t.test('a built-in vocabulary is deleted, or emptied, only when it is meant', async (t) => {
  const c = await collection(t)
  const vocabularies = c.api.resource('vocabularies')
  t.match(await refusal(vocabularies.delete(4, c.as.global_admin)), { kind: 'invalid', errors: { force: [/force=1/] } })
  t.match(await refusal(c.put('vocabularies', 4, await c.get('vocabularies', 4))), {
    kind: 'invalid',
    errors: { 'o:class': [/force=1/] }
  })
  t.equal((await c.patch('vocabularies', 4, { 'o:label': 'FOAF' }))['o:label'], 'FOAF')
  t.equal((await vocabularies.delete(4, { ...c.as.global_admin, force: true })).id, 4)
  t.same(await termsOf(c, 'properties', 'foaf'), [])
})

t.test('a supervisor changes only the vocabularies that are his', async (t) => {
  const { make, patch, as } = await collection(t)
  const own = await make('vocabularies', NEW, as.site_admin)
  t.equal((await patch('vocabularies', own, { 'o:comment': 'Mine' }, as.site_admin))['o:comment'], 'Mine')
  t.match(await refusal(patch('vocabularies', 1, { 'o:comment': 'x' }, as.site_admin)), { kind: 'forbidden' })
  t.match(await refusal(make('vocabularies', NEW, as.editor)), { kind: 'forbidden' })
})

t.test('a property or class can be made on its own, in the vocabulary it names', async (t) => {
  const { make, get } = await collection(t)
  const vocabulary = await make('vocabularies', NEW)
  for (const type of ['properties', 'resource_classes'] as const) {
    const payload = { ...member('size'), 'o:vocabulary': { 'o:id': vocabulary } }
    t.match(await get(type, await make(type, payload)), {
      ...member('size'),
      'o:term': 'ex:size',
      'o:vocabulary': { 'o:id': vocabulary }
    })
    t.same((await refusal(make(type, payload))).errors, { 'o:local_name': ['The local name "size" is already taken.'] })
    t.same(Object.keys((await refusal(make(type, { ...payload, 'o:label': '' }))).errors), ['o:local_name', 'o:label'])
    t.match(await refusal(make(type, { ...payload, 'o:vocabulary': { 'o:id': 99 } })), { kind: 'not-found' })
    t.same(Object.keys((await refusal(make(type, {}))).errors), ['o:local_name', 'o:label', 'o:vocabulary'])
  }
})

t.test('a new label is shown with the values', async (t) => {
  const { make, patch, get } = await collection(t)
  const item = await make('items', titled('x'))
  await patch('properties', 1, { 'o:label': 'Name' })
  t.equal((await get('items', item))['dcterms:title'][0].property_label, 'Name')
})

t.test('deleting a property takes its values and what describes them', async (t) => {
  const { api, make, get, find, as } = await collection(t)
  const item = await make('items', {
    'dcterms:title': [literal('Gone', { '@annotation': { 'dcterms:subject': [literal('note')] } })]
  })
  t.equal((await find('resources')).length, 2)
  await api.resource('properties').delete(1, as.global_admin)
  t.match(await get('items', item), { 'o:title': 'Gone', 'dcterms:title': undefined })
  t.same(await find('resources'), [item])
})

t.test('titles stay when the property that they come from is deleted, until the next write', async (t) => {
  const { api, make, get, patch, find, template, as } = await collection(t)
  const vocabulary = await make('vocabularies', { ...NEW, 'o:property': [member('name'), member('nickname')] })
  const titledBy = async (term: string): Promise<Json> => {
    const [property] = await find('properties', { term })
    return { 'o:resource_template': { 'o:id': await template({ title: property! }) } }
  }
  const named = await make('items', { ...await titledBy('ex:name'), ...titled('By title'), 'ex:name': [literal('By name')] })
  const nicknamed = await make('items', { ...await titledBy('ex:nickname'), 'ex:nickname': [literal('By nickname')] })
  const other = await make('items', { ...titled('Other'), 'dcterms:relation': [link(named), link(nicknamed)] })
  await api.resource('properties').delete((await find('properties', { term: 'ex:name' }))[0]!, as.global_admin)
  await api.resource('vocabularies').delete(vocabulary, as.global_admin)
  t.match(await get('items', named), { 'o:title': 'By name', 'ex:name': undefined })
  t.match(await get('items', other), {
    'dcterms:relation': [{ display_title: 'By name' }, { display_title: 'By nickname' }]
  })
  t.same(await find('items', { sort_by: 'title' }), [named, nicknamed, other])
  t.equal((await patch('items', named, {}))['o:title'], 'By title')
  t.equal((await patch('items', nicknamed, {}))['o:title'], null)
})

t.test('a new prefix or local name appears immediately in cached answers, in the context and in searches', async (t) => {
  const { api, make, get, patch, find, as } = await collection(t)
  const vocabulary = await make('vocabularies', {
    ...NEW,
    'o:property': [member('weight')],
    'o:class': [member('Thing')]
  })
  const [[property], [thing]] = [
    await find('properties', { term: 'ex:weight' }),
    await find('resource_classes', { term: 'ex:Thing' })
  ]
  const item = await make('items', { 'o:resource_class': { 'o:id': thing }, 'ex:weight': [literal('3 kg')] })
  const searchedBy = async (term: string): Promise<number[]> =>
    await find('items', { property: [{ property: term, type: 'eq', text: '3 kg' }] })
  const scenes: Array<[changes: () => Promise<unknown>, prefix: string, property: string, thing: string]> = [
    [async () => {}, 'ex', 'weight', 'Thing'],
    [async () => await patch('vocabularies', vocabulary, { 'o:prefix': 'size' }), 'size', 'weight', 'Thing'],
    [async () => await patch('properties', property!, { 'o:local_name': 'mass' }), 'size', 'mass', 'Thing'],
    [async () => await patch('resource_classes', thing!, { 'o:local_name': 'Object' }), 'size', 'mass', 'Object']
  ]
  let before: string | undefined
  for (const [change, prefix, name, type] of scenes) {
    await change()
    const term = `${prefix}:${name}`
    for (const who of [as.anonymous, as.global_admin]) {
      const shown = await get('items', item, who)
      t.match(shown, { '@type': ['o:Item', `${prefix}:${type}`], [term]: [{ '@value': '3 kg' }] })
      if (before !== undefined && before !== term) t.notOk(before in shown)
      t.match((await api.items.search({}, who)).json(), [{ [term]: [{ '@value': '3 kg' }] }])
    }
    t.match((await api.context()).json(), {
      '@context': { [prefix]: NEW['o:namespace_uri'], ...(prefix !== 'ex' && { ex: undefined }) }
    })
    t.same(await searchedBy(term), [item])
    if (before !== undefined && before !== term) t.same(await find('properties', { term: before }), [])
    t.same(await find('properties', { term }), [property])
    await patch('items', item, { [term]: [literal('3 kg')] })
    before = term
  }
})

t.test('deleting a class or a vocabulary leaves resources without class', async (t) => {
  const { api, make, get, as } = await collection(t)
  const item = await make('items', { 'o:resource_class': { 'o:id': 23 } })
  await api.resource('resource_classes').delete(23, as.site_admin)
  t.match(await get('items', item), { '@type': 'o:Item', 'o:resource_class': null })
})

t.test('any prefix and namespace is accepted; prefixes that are invalid in RDF are reported, or refused with handling=strict, and left out of the context', async (t) => {
  const { api, make, patch, get, as } = await collection(t)
  const vocabulary = { 'o:namespace_uri': 'http://example.org/ns#', 'o:prefix': 'ex', 'o:label': 'Ex' }
  const id = await make('vocabularies', vocabulary)
  const context = async (): Promise<Json> => ((await api.context()).json() as Json)['@context'] as Json
  const change = async (payload: Json, options: object = {}): Promise<Json[]> => {
    const ignored: Json[] = []
    await api.resource('vocabularies').update(id, payload, {
      ...as.global_admin, partial: true, onIgnored: (keys) => { ignored.push(...keys as unknown as Json[]) }, ...options
    })
    return ignored
  }
  for (const prefix of [
    'hasOwnProperty', '__proto__', 'constructor', 'a b', '1a', '-a', '@type', 'a:b', 'é', '_', '<', 'urn', 'URN', 'doi'
  ]) {
    t.match(await change({ 'o:prefix': prefix }), [{ key: 'o:prefix', value: prefix }], prefix)
    t.match(await get('vocabularies', id), { 'o:prefix': prefix })
    t.notOk(Object.hasOwn(await context(), prefix), prefix)
    await change({ 'o:prefix': 'ex' })
    t.match(await refusal(change({ 'o:prefix': prefix }, { strict: true })), {
      kind: 'invalid', errors: { 'o:prefix': [/is no prefix of RDF: letters.*left out of contexts and RDF/] }
    })
  }
  for (const namespace of [
    'ns', '#', '//a', 'http:', 'http://a b/', 'http://a/<', 'http://a/"', '_:b', ':a', 'http://a/\u0001'
  ]) {
    t.match(await change({ 'o:namespace_uri': namespace }), [{ key: 'o:namespace_uri', value: namespace }], namespace)
    t.notOk(Object.hasOwn(await context(), 'ex'), namespace)
    t.same(await change({ 'o:label': 'Renamed' }), [], 'what stays is not named again')
    await change({ 'o:namespace_uri': 'http://example.org/ns#' })
    t.match(await refusal(change({ 'o:namespace_uri': namespace }, { strict: true })), {
      kind: 'invalid', errors: { 'o:namespace_uri': [/is no absolute IRI/] }
    })
  }
  t.match(await refusal(make('vocabularies', { ...vocabulary, 'o:prefix': 'other' })), {
    errors: { 'o:namespace_uri': [/already taken/] }
  })
  for (const prefix of ['http', 'geo', 'My-ex_1']) {
    t.match(await patch('vocabularies', id, { 'o:prefix': prefix, 'o:namespace_uri': 'urn:é:' }), { 'o:prefix': prefix })
    t.equal((await context())[prefix], 'urn:é:')
  }
})

t.test('null is refused as list of members, of new and of existing vocabularies', async (t) => {
  const c = await collection(t)
  const id = await c.make('vocabularies', { ...NEW, 'o:class': [member('Thing')] })
  for (const [key, message] of [['o:class', 'Classes must be an array'], ['o:property', 'Properties must be an array']]) {
    const other = { ...NEW, 'o:namespace_uri': 'http://example.org/other#', 'o:prefix': 'other', [key!]: null }
    t.same(await refusal(c.make('vocabularies', other)), { kind: 'invalid', errors: { 'o:item_set': [message] } })
    t.match(await refusal(c.patch('vocabularies', id, { [key!]: null })), { errors: { 'o:item_set': [message] } })
  }
  t.same(await termsOf(c, 'resource_classes'), ['ex:Thing'])
})
