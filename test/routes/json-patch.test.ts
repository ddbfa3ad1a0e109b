import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { BadRequestError } from '../../api/core/calls/errors.js'
import { build, title } from '../helper.js'

const REFUSAL = { errors: { error: 'The patch must leave a JSON object.' } }

t.test('a patch that leaves no JSON object is refused and changes nothing', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  await send({ method: 'POST', url: '/api/items', as, payload: title('Kept') })
  const before = await send({ url: '/api/items/1' })
  const patches = [
    [{ op: 'copy', from: '/o:id', path: '' }],
    [{ op: 'move', from: '/dcterms:title', path: '' }],
    [{ op: 'add', path: '', value: 'text' }],
    ...[7, true, null, [], [title('x')]].map((value) => [{ op: 'replace', path: '', value }])
  ]
  for (const patch of patches) {
    const { statusCode, body } = await send({
      method: 'PATCH',
      url: '/api/items/1',
      as,
      headers: { 'content-type': 'application/json-patch+json' },
      payload: JSON.stringify(patch)
    })
    t.equal(statusCode, 400, JSON.stringify(patch))
    t.same(JSON.parse(body), REFUSAL, JSON.stringify(patch))
  }
  const after = await send({ url: '/api/items/1' })
  t.equal(after.body, before.body)
  t.equal(after.headers.etag, before.headers.etag)
})

t.test('the programmatic API refuses a result that is no object, too', async (t) => {
  const { api } = await build(t)
  const { id } = await api.items.create(title('Kept'), { actor: OPERATOR })
  const before = (await api.items.read(id!)).text
  for (const left of [7, 'text', true, null, undefined, []]) {
    await t.rejects(
      api.items.patch(id!, () => left as any, { actor: OPERATOR }),
      new BadRequestError('The patch must leave a JSON object.'),
      JSON.stringify(left)
    )
  }
  t.equal((await api.items.read(id!)).text, before)
})

t.test('values that are moved or copied to another term become values of its property', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const text = (value: string): object => ({ type: 'literal', '@value': value })
  const payload = { ...title('Lighthouse'), 'dcterms:subject': [text('Coast'), text('Night')] }
  await send({ method: 'POST', url: '/api/items', as, payload })
  const patch = async (...operations: object[]) => (await send({
    method: 'PATCH',
    url: '/api/items/1',
    as,
    headers: { 'content-type': 'application/json-patch+json' },
    payload: JSON.stringify(operations)
  })).json()
  const textsOf = (values: Array<Record<string, unknown>> | undefined) =>
    values?.map((value) => [value['@value'], value.property_label])

  const moved = await patch(
    { op: 'add', path: '/dcterms:coverage', value: [] },
    { op: 'move', from: '/dcterms:subject/1', path: '/dcterms:coverage/-' }
  )
  t.same(textsOf(moved['dcterms:subject']), [['Coast', 'Subject']])
  t.same(textsOf(moved['dcterms:coverage']), [['Night', 'Coverage']])
  const copied = await patch({ op: 'copy', from: '/dcterms:title', path: '/dcterms:alternative' })
  t.same(textsOf(copied['dcterms:title']), [['Lighthouse', 'Title']])
  t.same(textsOf(copied['dcterms:alternative']), [['Lighthouse', 'Alternative Title']])
})

t.test('of many patches that are sent at once, none is lost or refused', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const made = await send({ method: 'POST', url: '/api/items', as, payload: title('a') })
  const url = `/api/items/${made.json<{ 'o:id': number }>()['o:id']}`
  const add = async (value: string) => await send({
    method: 'PATCH',
    url,
    as,
    headers: { 'content-type': 'application/json-patch+json' },
    payload: JSON.stringify([{ op: 'add', path: '/dcterms:title/-', value: { '@value': value } }])
  })
  const values = Array.from({ length: 20 }, (_, at) => `value ${at}`)
  const answers = await Promise.all(values.map(add))
  t.same(answers.map(({ statusCode }) => statusCode), values.map(() => 200))
  const after = (await send({ url })).json<{ 'dcterms:title': Array<{ '@value': string }> }>()
  t.same(after['dcterms:title'].map((value) => value['@value']).sort(), ['a', ...values].sort())
})
