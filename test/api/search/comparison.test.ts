import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, literal, refusal, titled, uri, type Collection, link } from '../collection.js'

const row = (type: string, text: string, property = 'dcterms:date'): Query => ({ property: [{ property, type, text }] })

/** Finds by the texts of one property, for items that have one value each. */
async function dated (
  c: Collection,
  texts: readonly string[],
  property = 'dcterms:date'
): Promise<(type: string, text: string) => Promise<string[]>> {
  const ids = new Map<number, string>()
  for (const text of texts) ids.set(await c.make('items', { [property]: [literal(text)] }), text)
  return async (type, text) => (await c.find('items', row(type, text, property))).map((id) => ids.get(id)!)
}

t.test('numbers compare as numbers', async (t) => {
  const find = await dated(
    await collection(t),
    ['9', '10', '-3', '10.5', '1e2', ' 7 ', 'ten', '10 cm'],
    'dcterms:extent'
  )
  t.same(await find('lt', '10'), ['9', '-3', ' 7 '])
  t.same(await find('lte', '10'), ['9', '10', '-3', ' 7 '])
  t.same(await find('gt', '10'), ['10.5', '1e2'])
  t.same(await find('gte', ' 10.0 '), ['10', '10.5', '1e2'])
  t.same(await find('gt', '0'), ['9', '10', '10.5', '1e2', ' 7 '])
  t.same(await find('lt', '-3'), [])
})

t.test('dates compare as the days they may be on', async (t) => {
  const all = [
    '1889', '1890', '1890-05', '1890-05-12', '189X', '18XX', '1890~', '1885/1890', '1890/..', '-0300', 'about 1890'
  ]
  const find = await dated(await collection(t), all)
  t.same(await find('lt', '1890'), ['1889', '-0300'])
  t.same(await find('lte', '1890'), ['1889', '1890', '1890-05', '1890-05-12', '1890~', '1885/1890', '-0300'])
  t.same(await find('gt', '1889'), ['1890', '1890-05', '1890-05-12', '189X', '1890~', '1890/..'])
  t.same(await find('gte', '1890'), ['1890', '1890-05', '1890-05-12', '189X', '1890~', '1890/..'])
  t.same(await find('lt', '1890-05-12'), ['1889', '-0300'])
  t.same(await find('gte', '1890-05'), ['1890-05', '1890-05-12'])
  t.same(await find('lt', '1900'), [
    '1889', '1890', '1890-05', '1890-05-12', '189X', '18XX', '1890~', '1885/1890', '-0300'
  ])
  t.same(
    await find('lt', '1895'),
    ['1889', '1890', '1890-05', '1890-05-12', '1890~', '1885/1890', '-0300'],
    'what may be 1897 does not come before 1895'
  )
  t.same(await find('lte', '189X'), [
    '1889', '1890', '1890-05', '1890-05-12', '189X', '18XX', '1890~', '1885/1890', '-0300'
  ])
  t.same(await find('gt', '1885/1889'), ['1890', '1890-05', '1890-05-12', '189X', '1890~', '1890/..'])
  t.same(await find('lt', '-0299'), ['-0300'])
})

t.test('gte and lte together find values in between', async (t) => {
  const c = await collection(t)
  const [inside, , year] = [
    await c.make('items', { 'dcterms:date': [literal('189X')] }),
    await c.make('items', { 'dcterms:date': [literal('1895/1905')] }),
    await c.make('items', { 'dcterms:date': [literal('1899-12-31')] })
  ]
  const between: Query = {
    property: [
      { property: '7', type: 'gte', text: '1890' },
      { property: '7', type: 'lte', text: '1899' }
    ]
  }
  t.same(await c.find('items', between), [inside, year])
  t.same(await c.find('items', { property: [{ property: '7', type: 'lt', text: ['1000', '1895'] }] }), [])
  t.same(
    await c.find('items', { property: [{ property: ['dcterms:title', '7'], type: 'gt', text: ['1898', '2000'] }] }),
    [year]
  )
})

t.test('comparisons can apply to any property, and only to literals', async (t) => {
  const c = await collection(t)
  const five = await c.make('items', { 'dcterms:extent': [literal('5')] })
  await c.make('items', { 'dcterms:date': [uri('urn:x', '5'), uri('5')], 'dcterms:relation': [link(five)] })
  for (const property of ['', '0', 'dcterms:extent']) {
    t.same(await c.find('items', row('lt', '6', property)), [five], property)
  }
  t.same(await c.find('items', row('lt', '6', 'nope:nope')), [])
  t.same(await c.find('resources', row('gte', '5', '')), [five])
})

t.test('comparisons find private values only for users who see them', async (t) => {
  const c = await collection(t)
  const own = await c.make('items', { 'dcterms:date': [literal('1890', { is_public: false })] }, c.as.author)
  const others = await c.make('items', { 'dcterms:date': [literal('1890', { is_public: false })] })
  for (const [type, text] of [['lt', '1900'], ['lte', '1890'], ['gt', '1800'], ['gte', '1890-01']] as const) {
    for (const property of ['dcterms:date', '']) {
      t.same(await c.find('items', row(type, text, property), c.as.anonymous), [], type)
      t.same(await c.find('items', row(type, text, property), c.as.author), [own])
      t.same(await c.find('items', row(type, text, property), c.as.editor), [own, others])
    }
  }
})

t.test('a changed value is compared by its new text', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', { 'dcterms:date': [literal('1890')] })
  await c.patch('items', id, { 'dcterms:date': [literal('1950')] })
  t.same([await c.find('items', row('lt', '1900')), await c.find('items', row('gt', '1900'))], [[], [id]])
  await c.patch('items', id, { 'dcterms:date': [literal('unknown')] })
  t.same([await c.find('items', row('lt', '9999')), await c.find('items', row('gt', '-9999'))], [[], []])
})

t.test('imported values are compared, too', async (t) => {
  const c = await collection(t)
  const file = path.join(c.data, 'records.ndjson')
  await writeFile(
    file,
    ['1890', '1950', 'x']
      .map((text, at) =>
        JSON.stringify({ '@id': `_:${at}`, '@type': ['o:Item'], ...titled(text), 'dcterms:date': [literal(text)] })
      )
      .join('\n')
  )
  await c.api.import({ file })
  t.match((await c.api.items.search(row('lt', '1900'), c.as.editor)).json(), [{ 'o:title': '1890' }])
  t.match((await c.api.items.search(row('gt', '1900'), c.as.editor)).json(), [{ 'o:title': '1950' }])
})

t.test('comparisons with a text that is no number or date find nothing', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', { 'dcterms:date': [literal('1890')] })
  for (const text of ['abc', '1890-13', '12 cm', '1890/1880']) {
    t.match(
      await refusal(c.api.items.search(row('lt', text), c.as.editor)),
      { kind: 'bad-request', errors: { property: [/"lt" compares with a number, or a date/] } },
      text
    )
  }
  t.same(await c.find('items', row('lt', ' ')), [id], 'a row without text is none, as with every type')
  t.same(await c.find('items', row('LT', '1')), [id])
})
