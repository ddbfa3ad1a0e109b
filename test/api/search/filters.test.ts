import t, { type Test } from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, html, type Collection } from '../collection.js'

async function agree (t: Test, c: Collection, cases: Array<[Query, number[]]>): Promise<void> {
  for (const [query, expected] of cases) t.same(await c.find('items', query), expected, JSON.stringify(query))
}

t.test('ids are given one by one, with commas, or as a list', async (t) => {
  const c = await collection(t)
  for (let at = 0; at < 6; at++) await c.make('items', {})
  const all = [1, 2, 3, 4, 5, 6]
  await agree(t, c, [
    [{ id: '5' }, [5]],
    [{ id: '5,2, 3' }, [2, 3, 5]],
    [{ id: ['5', '2'] }, [2, 5]],
    [{ id: ['5,2'] }, [5]],
    [{ id: '5x' }, [5]],
    [{ id: '05' }, [5]],
    [{ id: '5.0' }, [5]],
    [{ id: '5.5' }, []],
    [{ id: 'abc' }, []],
    [{ id: '99' }, []],
    [{ id: '' }, all],
    [{ id: ',' }, all],
    [{ id: ' , ' }, all],
    [{ id: ['', ' '] }, all],
    [{ id: ',5,' }, [5]],
    [{ id: '5,5' }, [5]],
    [{ id: '5 OR 1=1' }, [5]]
  ])
  t.same(await c.find('items', { id: Array.from({ length: 40_000 }, (_, at) => `${at}`) }), all)
})

t.test('owners, classes and templates are given by number, classes and templates as lists too', async (t) => {
  const c = await collection(t)
  const template = await c.template({ label: 'Gemälde' })
  const a = await c.make('items', { 'o:resource_class': { 'o:id': 1 } }, c.as.author)
  const b = await c.make('items', { 'o:resource_class': { 'o:id': 2 }, 'o:resource_template': { 'o:id': template } })
  await agree(t, c, [
    [{ owner_id: `${c.id('author')}` }, [a]],
    [{ owner_id: '0' }, []],
    [{ owner_id: 'x' }, [a, b]],
    [{ owner_id: ['1'] }, [a, b]],
    [{ owner_id: ' 1.0 ' }, [b]],
    [{ resource_class_id: '1' }, [a]],
    [{ resource_class_id: ['1', '2', 'x'] }, [a, b]],
    [{ resource_class_id: '1,2' }, [a, b]],
    [{ resource_class_id: '0' }, []],
    [{ resource_class_id: ['x'] }, [a, b]],
    [{ resource_template_id: `${template}` }, [b]], [{ resource_template_id: ['99'] }, []],
    [{ resource_class_label: 'AGENT' }, [a]],
    [{ resource_class_label: '' }, []],
    [{ resource_class_label: ['agent', 'nope'] }, [a]],
    [{ resource_template_label: 'nope' }, []], [{ resource_template_label: '' }, []]
  ])
})

t.test('publicness is a number', async (t) => {
  const c = await collection(t)
  const [open, hidden] = [await c.make('items', {}), await c.make('items', { 'o:is_public': false })]
  await agree(t, c, [
    [{ is_public: '1' }, [open]],
    [{ is_public: '-2' }, [open]],
    [{ is_public: '0' }, [hidden]],
    // As in PHP, only "0" is false.
    [{ is_public: '0.0' }, [open]],
    [{ is_public: 'true' }, [open, hidden]],
    [{ is_public: '' }, [open, hidden]],
    [{ is_public: ['0'] }, [open, hidden]]
  ])
  t.same(await c.find('items', { is_public: '0' }, c.as.anonymous), [])
})

t.test('no id has a fraction', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', {})
  const classified = await c.make('items', { 'o:resource_class': { 'o:id': 23 }, 'o:item_set': [set] })
  const plain = await c.make('items', {})
  await agree(t, c, [
    [{ resource_class_id: '23.0' }, [classified]],
    [{ resource_class_id: '23.7' }, []],
    [{ resource_class_id: ['23', '24.5'] }, [classified]],
    [{ owner_id: '1.5' }, []],
    [{ item_set_id: `${set}.5` }, []],
    [{ not_item_set_id: `${set}.5` }, [classified, plain]],
    [{ site_id: '1.5' }, []],
    [{ has_media: '0.0' }, []]
  ])
})

t.test('dates may be as short as a year, run over, and have offsets that are not applied', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', {})
  const at = Date.parse('2020-03-02T10:20:31Z') / 1000
  await c.api.store.write(async (database) => {
    await database.run(`UPDATE resource SET created = ${at}, modified = ${at}`)
  })
  const after = [
    '2020', '2020-03', '2020-3-2', '2020-03-02', '2020-03-02T10', '2020-03-02T10:20', '2020-03-02T10:20:30',
    '2020-03-02T10:20:30Z', '2020-03-02T10:20:30+05:00', '2020-02-31T10', '2019-15', '0001'
  ]
  const notAfter = ['2021', '2020-04', '2020-03-02T10:20:31', '2020-03-02T10:20:31-11:00', '2020-03-02T11', '2020-15']
  const nonsense = [
    '', 'x', '2020-03-02 10:20', '2020-03-02T10:20:30.5', '20', '2020/03/02', '2020-03-02T', '-2020', '1583144430'
  ]
  for (const date of after) t.same(await c.find('items', { created_after: date }), [id], `after ${date}`)
  for (const date of notAfter) t.same(await c.find('items', { created_after: date }), [], `not after ${date}`)
  for (const date of nonsense) {
    for (const name of ['created_after', 'created_before', 'modified_after', 'modified_before']) {
      t.same(await c.find('items', { [name]: date }), [], `${name} ${date}`)
    }
  }
  await agree(t, c, [
    [{ created_before: '2020-03-02T10:20:31' }, []],
    [{ created_before: '2020-03-02T10:20:32' }, [id]],
    [{ modified_before: '2021' }, [id]],
    [{ modified_after: '2021' }, []],
    [{ created_after: '2020-03-02T10:20:30', created_before: '2020-03-02T10:20:32' }, [id]],
    [{ created_after: ['2021', '2020'] }, [id]],
    [{ created_before: ['2020', '2021'] }, [id]],
    [{ created_after: ['x', '2020'] }, [id]],
    [{ created_after: ['2021', '2022'] }, []],
    [{ created_after: [] }, []]
  ])
})

t.test('results meet all filters, and unknown filters are ignored', async (t) => {
  const c = await collection(t)
  const a = await c.make('items', { 'o:resource_class': { 'o:id': 1 }, 'o:media': [html()] }, c.as.author)
  await c.make('items', { 'o:resource_class': { 'o:id': 1 } }, c.as.author)
  await c.make('items', { 'o:resource_class': { 'o:id': 2 }, 'o:media': [html()] }, c.as.author)
  await agree(t, c, [
    [
      {
        resource_class_id: '1',
        has_media: '1',
        owner_id: `${c.id('author')}`,
        is_public: '1',
        created_after: '2020',
        nope: 'x',
        label: 'x',
        datetime: [{ x: 'y' }]
      },
      [a]
    ],
    [{ resource_class_id: '1', has_media: '1', owner_id: '1' }, []]
  ])
})

t.test('text with accents and ligatures is equal to what the collation says it is', async (t) => {
  const c = await collection(t)
  const subject = async (text: string) => await c.make('items', { 'dcterms:subject': [{ '@value': text }] })
  const [strasse, oeuvre, decomposed, kana] = [
    await subject('Straße'),
    await subject('œuvre'),
    await subject('e\u0301te'),
    await subject('ガ')
  ]
  const find = async (type: string, text: string) =>
    await c.find('items', { property: [{ property: '3', type, text }] })
  t.same(
    [await find('eq', 'strasse'), await find('in', 'strasse'), await find('in', 'RAß')],
    [[strasse], [], [strasse]]
  )
  t.same([await find('eq', 'OEUVRE'), await find('in', 'oeuvre'), await find('in', 'ŒU')], [[oeuvre], [], [oeuvre]])
  t.same([await find('eq', 'été'), await find('sw', 'é')], [[decomposed], [decomposed]])
  t.same([await find('eq', 'か'), await find('in', 'カ')], [[kana], [kana]])
})
