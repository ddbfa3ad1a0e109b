import t from 'tap'
import { collection, link, literal, refusal, titled, uri, type Json } from './collection.js'

t.test('strict: each value that would be dropped is named under its key, nothing is written', async (t) => {
  const { api, find, as } = await collection(t)
  const strict = { ...as.author, strict: true }
  const payload = {
    ...titled('fine', ' '),
    'dcterms:source': [uri('javascript:x'), literal('a', { type: 'nope' })],
    'dcterms:relation': [link('x' as never)]
  }
  t.match(await refusal(api.items.create(payload, strict)), {
    kind: 'invalid',
    errors: {
      'dcterms:title': { length: 1 },
      'dcterms:source': { length: 2 },
      'dcterms:relation': [/value_resource_id/]
    }
  })
  t.same(await find('items'), [])
  await t.resolves(api.items.create(payload, as.author))
})

t.test('strict: values in annotations count too', async (t) => {
  const { api, find, as } = await collection(t)
  const payload = { 'dcterms:title': [literal('a', { '@annotation': { 'dcterms:date': [literal('')] } })] }
  t.match(await refusal(api.items.create(payload, { ...as.author, strict: true })), {
    kind: 'invalid',
    errors: { 'dcterms:date': [String] }
  })
  t.same(await find('resources'), [])
})

t.test('strict: a text or a lone value where a list belongs is refused as well', async (t) => {
  const { api, as } = await collection(t)
  for (const wrong of ['Title', 5, literal('Title'), ['Title'], [['Title']]] as never[]) {
    t.match(
      await refusal(api.items.create({ 'dcterms:title': wrong }, { ...as.author, strict: true })),
      { kind: 'invalid', errors: { 'dcterms:title': [String] } },
      JSON.stringify(wrong)
    )
    await t.resolves(api.items.create({ 'dcterms:title': wrong }, as.author))
  }
})

t.test('strict: what was read can be written back', async (t) => {
  const { api, make, get, as } = await collection(t)
  const target = await make('items', titled('Target'))
  const id = await make('items', {
    ...titled('a'),
    'dcterms:relation': [link(target)],
    'dcterms:source': [uri('urn:x', 'X', { '@annotation': titled('Note') })]
  })
  await make('items', { 'dcterms:relation': [link(id)] })
  const before = await get('items', id)
  const after = (await api.items.update(id, before, { ...as.editor, strict: true })).json() as Json
  t.same({ ...after, 'o:modified': null }, { ...before, 'o:modified': null })
})
