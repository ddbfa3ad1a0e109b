import t from 'tap'
import type { Query, QueryValue } from '../../../api/core/calls/call.js'
import { collection, link, literal, PROPERTY, refusal, titled, uri, type Collection } from '../collection.js'

const row = (type: string, text?: string, property = ''): Query => ({
  property: [{ property, type, ...(text !== undefined && { text }) }]
})

/** Items named after their values. */
async function examples (
  c: Collection
): Promise<Record<'text' | 'address' | 'label' | 'linked' | 'empty' | 'target', number>> {
  const target = await c.make('items', titled('Café Noir'))
  return {
    target,
    text: await c.make('items', { 'dcterms:subject': [literal('Café Noir')] }),
    address: await c.make('items', { 'dcterms:subject': [uri('urn:cafe-noir')] }),
    label: await c.make('items', { 'dcterms:subject': [uri('urn:x', 'cafe noir')] }),
    linked: await c.make('items', { 'dcterms:subject': [link(target)] }),
    empty: await c.make('items', {})
  }
}

t.test('eq finds texts, labels, addresses and titles of linked resources, in any case and accent', async (t) => {
  const c = await collection(t)
  const { text, label, linked, address } = await examples(c)
  t.same(await c.find('items', row('eq', 'CAFE NOIR', '3')), [text, label, linked])
  t.same(await c.find('items', row('eq', 'Cafe noir  ', 'dcterms:subject')), [text, label, linked])
  t.same(await c.find('items', row('eq', 'URN:CAFÉ-NOIR', '3')), [address])
  t.same(await c.find('items', row('eq', 'cafe', '3')), [])
})

t.test('in, sw and ew look inside, at the start and at the end', async (t) => {
  const c = await collection(t)
  const { text, address, label, linked } = await examples(c)
  t.same(await c.find('items', row('in', 'AFÉ', '3')), [text, address, label, linked])
  t.same(await c.find('items', row('sw', 'café', '3')), [text, label, linked])
  t.same(await c.find('items', row('sw', 'noir', '3')), [])
  t.same(await c.find('items', row('ew', 'NOIR', '3')), [text, address, label, linked])
  t.same(await c.find('items', row('ew', 'cafe', '3')), [])
})

t.test('short texts are found as well as long ones', async (t) => {
  const c = await collection(t)
  const { text, label, linked, address } = await examples(c)
  for (const [type, short, expected] of [
    ['in', 'é', [text, address, label, linked]],
    ['in', 'FÉ', [text, address, label, linked]],
    ['sw', 'c', [text, label, linked]],
    ['ew', 'r', [text, address, label, linked]],
    ['ew', 'IR', [text, address, label, linked]]
  ] as const) t.same(await c.find('items', row(type, short, '3')), expected, `${type} ${short}`)
})

t.test('a text of thousands of characters is found exactly in texts and titles that contain it', async (t) => {
  const { make, find } = await collection(t)
  const blanks = ' '.repeat(1900)
  const long = `${blanks}amber${blanks}`
  const text = await make('items', { 'dcterms:subject': [literal(`a${long}b`)] })
  await make('items', { 'dcterms:subject': [literal(`a${blanks}basalt${blanks}b`)] })
  const linked = await make('items', { 'dcterms:relation': [link(await make('item_sets', titled(`a${long}b`)))] })
  t.same(await find('items', row('in', `a${long}b`)), [text, linked])
  t.same(await find('items', row('sw', `a${blanks}amber`)), [text, linked])
  t.same(await find('items', row('ew', `amber${blanks}b`)), [text, linked])
  t.same(await find('items', row('ew', `amber${blanks}b`, 'dcterms:subject')), [text])
  t.same(await find('items', row('in', `b${long}b`)), [])
  t.equal((await find('items', row('nin', `a${long}b`, 'dcterms:subject'))).length, 2)
})

t.test('wildcards of the database have no special meaning', async (t) => {
  const { make, find } = await collection(t)
  const id = await make('items', { 'dcterms:subject': [literal('100% of_it\\')] })
  await make('items', { 'dcterms:subject': [literal('1000 oflit')] })
  for (const text of ['100%', '0% of_', 'of_it\\', '%', '_', '\\', '* of', '"']) {
    t.same(await find('items', row('in', text)), text === '* of' || text === '"' ? [] : [id], text)
  }
})

t.test('res finds links by the id of their target, dt values by their type, ex values at all', async (t) => {
  const c = await collection(t)
  const { target, text, address, label, linked } = await examples(c)
  t.same(await c.find('items', row('res', `${target}`)), [linked])
  t.same(await c.find('items', row('res', `${target}x`, '3')), [linked], 'the number it begins with')
  t.same(await c.find('items', row('res', 'abc')), [])
  t.same(await c.find('items', row('dt', 'URI', '3')), [address, label])
  t.same(await c.find('items', row('dt', 'resource')), [linked])
  t.same(await c.find('items', row('ex', undefined, '3')), [text, address, label, linked])
  t.same(await c.find('items', row('ex')), [target, text, address, label, linked])
})

t.test('every negation finds exactly the rest, things without values too', async (t) => {
  const c = await collection(t)
  const all = Object.values(await examples(c)).sort((a, b) => a - b)
  for (const [type, negation, text] of [
    ['eq', 'neq', 'cafe noir'],
    ['in', 'nin', 'afe'],
    ['in', 'nin', 'f'],
    ['sw', 'nsw', 'caf'],
    ['ew', 'new', 'oir'],
    ['res', 'nres', '1'],
    ['dt', 'ndt', 'uri'],
    ['ex', 'nex', '']
  ] as const) {
    for (const property of ['', '0', '3', 'dcterms:subject', '99999', 'nope:nope']) {
      for (const call of [c.as.anonymous, c.as.author, c.as.editor]) {
        const found = await c.find('items', row(type, text, property), call)
        t.same(
          await c.find('items', row(negation, text, property), call),
          all.filter((id) => !found.includes(id)),
          `${negation} ${text} of ${property}`
        )
      }
    }
  }
})

t.test('a negation means that no value matches, not that some value does not', async (t) => {
  const { make, find } = await collection(t)
  await make('items', { 'dcterms:subject': [literal('a'), literal('b')] })
  const other = await make('items', { 'dcterms:subject': [literal('b')] })
  t.same(await find('items', row('neq', 'a')), [other])
})

t.test('a property is named by id or by term; an unknown one has no values', async (t) => {
  const { make, find } = await collection(t)
  const id = await make('items', { 'dcterms:subject': [literal('a')] })
  await make('items', { 'dcterms:date': [literal('a')] })
  for (const property of ['3', '3.7', ' 3 ', 'dcterms:subject', 'DCTerms:subject']) {
    t.same(await find('items', row('eq', 'a', property)), [id], property)
  }
  for (const property of ['dcterms:Subject', 'nope:nope', 'subject', '-3', '99999', '1e300']) {
    t.same(await find('items', row('eq', 'a', property)), [], property)
  }
})

t.test('several properties in one row mean any of them', async (t) => {
  const { make, find } = await collection(t)
  const [a, b] = [
    await make('items', { 'dcterms:subject': [literal('a')] }),
    await make('items', { 'dcterms:date': [literal('a')] })
  ]
  const c = await make('items', { 'dcterms:creator': [literal('a')] })
  t.same(await find('items', { property: [{ property: ['3', 'dcterms:date', 'nope:nope'], type: 'eq', text: 'a' }] }), [
    a,
    b
  ])
  t.same(await find('items', { property: [{ property: ['3', 'dcterms:date'], type: 'neq', text: 'a' }] }), [c])
})

t.test('rows that are malformed vanish, and if none is left nothing is restricted', async (t) => {
  const { make, find } = await collection(t)
  const id = await make('items', titled('a'))
  const rows: unknown[] = [
    'x',
    [],
    {},
    { property: '1' },
    { type: 'eq', text: 'z' },
    { property: '1', type: 'EQ', text: 'z' },
    { property: '1', type: 'near', text: 'z' },
    { property: '1', type: ['eq'], text: 'z' },
    { property: '1', type: 'eq' },
    { property: '1', type: 'eq', text: ' ' },
    { property: '1', type: 'eq', text: '0' },
    { property: '1', type: 'eq', text: [' ', '0'] },
    { property: '1', type: 'constructor', text: 'z' }
  ]
  for (const malformed of rows) {
    t.same(await find('items', { property: [malformed] } as Query), [id], JSON.stringify(malformed))
  }
  t.same(await find('items', { property: rows } as Query), [id])
  t.same(await find('items', { property: 'x' }), [id])
})

t.test('private values are found only by users who see them', async (t) => {
  const { make, find, as } = await collection(t)
  const own = await make('items', { 'dcterms:subject': [literal('secret', { is_public: false })] }, as.author)
  const others = await make('items', { 'dcterms:subject': [literal('secret', { is_public: false })] })
  for (const [type, text, ofAuthor] of [
    ['eq', 'secret', [own]],
    ['in', 'ecre', [own]],
    ['in', 'e', [own]],
    ['sw', 'sec', [own]],
    ['ew', 'ret', [own]],
    ['ex', '', [own]],
    ['dt', 'literal', [own]],
    ['neq', 'secret', [others]],
    ['nin', 'ecre', [others]],
    ['nex', '', [others]]
  ] as const) {
    const isNegation = type.startsWith('n')
    t.same(
      await find('items', row(type, text, '3'), as.anonymous),
      isNegation ? [own, others] : [],
      `anonymous ${type}`
    )
    t.same(await find('items', row(type, text, '3'), as.author), ofAuthor, `author ${type}`)
    t.same(await find('items', row(type, text, '3'), as.reviewer), isNegation ? [] : [own, others], `reviewer ${type}`)
  }
})

t.test('a title is matched through a link only when the linked resource may be seen', async (t) => {
  const { make, find, as } = await collection(t)
  const hidden = await make('items', { 'o:is_public': false, ...titled('Secret') })
  const id = await make('items', { 'dcterms:relation': [link(hidden)] })
  for (const [type, text] of [['eq', 'secret'], ['in', 'ecre'], ['in', 'e'], ['sw', 'sec'], ['ew', 'ret']] as const) {
    t.same(await find('items', row(type, text, `${PROPERTY.relation}`), as.anonymous), [], type)
    t.same(await find('items', row(type, text, `${PROPERTY.relation}`), as.editor), [id], type)
  }
  t.same(await find('items', { search: 'secret' }, as.anonymous), [])
  t.same(
    await find('items', row('ex', '', `${PROPERTY.relation}`), as.anonymous),
    [],
    'nor is it a value that is there'
  )
})

t.test('search looks anywhere in any visible value, in blanks and zeros nowhere', async (t) => {
  const c = await collection(t)
  const { target, text, address, label, linked, empty } = await examples(c)
  t.same(await c.find('items', { search: '  AFE noir ' }), [target, text, label, linked])
  t.same(await c.find('items', { search: 'urn:' }), [address, label])
  for (const nothing of ['', ' ', '0', ' 0 ']) {
    t.same(
      await c.find('items', { search: nothing }),
      [target, text, address, label, linked, empty].sort((a, b) => a - b)
    )
  }
})

t.test('several texts in one row mean any of them, to a negation none of them', async (t) => {
  const c = await collection(t)
  const [a, b, other] = [
    await c.make('items', { 'dcterms:subject': [literal('Ada'), literal('Bob')] }),
    await c.make('items', { 'dcterms:subject': [literal('bob')] }),
    await c.make('items', { 'dcterms:subject': [literal('Cem')] })
  ]
  const several = async (type: string, texts: QueryValue, property: QueryValue = '3') =>
    await c.find('items', { property: [{ property, type, text: texts }] })
  t.same(await several('eq', ['ada', 'cem']), [a, other])
  t.same(await several('eq', ['bob']), [a, b])
  t.same(await several('in', [' od ', 'ob', '0', '']), [a, b], 'blank ones and zeros do not count')
  t.same(await several('neq', ['ada', 'cem']), [b])
  t.same(await several('nin', ['ob', 'em']), [])
  t.same(await several('sw', { x: 'a', y: 'c' }, ['3', 'dcterms:date']), [a, other])
  t.same(await several('ex', ['z']), [a, b, other])
  t.same(
    await c.find('items', {
      property: [
        { property: '3', type: 'eq', text: ['ada', 'cem'] },
        { property: '3', type: 'eq', text: 'bob' }
      ]
    }),
    [a]
  )
})

t.test('the number of texts in a query is limited', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', { 'dcterms:subject': [literal('x99')] })
  const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `x${at}`)
  for (const type of ['eq', 'in', 'sw']) {
    for (const call of [c.as.editor, c.as.author]) {
      t.same(await c.find('items', { property: [{ property: '3', type, text: texts(200) }] }, call), [id], type)
    }
  }
  for (const property of ['3', Array(25).fill('3')]) {
    t.match(
      await refusal(
        c.api.items.search(
          { property: [{ property, type: 'eq', text: texts(property === '3' ? 201 : 10) }] },
          c.as.editor
        )
      ),
      { kind: 'bad-request', errors: { property: [/200/] } }
    )
  }
})
