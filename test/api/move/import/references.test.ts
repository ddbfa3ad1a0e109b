import t from 'tap'
import { statementsOf } from '../../../db/statements.js'
import { importing, item, lines, set, text } from './fixtures/importing.js'

const identified = (label: string, identifier: string, more = {}) =>
  item(label, label, { 'dcterms:identifier': text(identifier), ...more })
const linkTo = (by: object, type = 'resource:item') => ({ 'dcterms:relation': [{ type, value_resource: by }] })

t.test('links name their targets by a value, of the file first, then of the database', async (t) => {
  const c = await importing(t)
  const there = await c.make('items', { 'dcterms:title': text('There'), 'dcterms:identifier': text('D1') })
  await c.make('items', { 'dcterms:title': text('Hidden by the file'), 'dcterms:identifier': text('F2') })
  const content = lines(
    identified('_:a', 'F1', linkTo({ 'dcterms:identifier': 'F2' })),
    identified('_:b', 'F2', linkTo({ 'dcterms:identifier': 'D1' })),
    identified('_:c', ' F3 ', linkTo({ 'dcterms:identifier': 'F1' })),
    identified('_:d', 'F4', linkTo({ 'http://purl.org/dc/terms/identifier': 'F3' })),
    identified('_:e', 'F5', linkTo({ 'o:title': '_:a' }, 'resource'))
  )
  for (const batchSize of [1, 100]) {
    const { errors, warnings } = await c.run(content, { batchSize, source: String(batchSize) })
    t.same([errors, warnings], [0, 0])
    const items = await c.all('items')
    const links = items.slice(-5).map((one) => [one['o:title'], one['dcterms:relation'][0].display_title])
    t.same(links, [['_:a', '_:b'], ['_:b', 'There'], ['_:c', '_:a'], ['_:d', '_:c'], ['_:e', '_:a']])
    t.equal(items.slice(-5)[1]!['dcterms:relation'][0].value_resource_id, there)
  }
})

t.test('a link by a property that is first used late finds records before it', async (t) => {
  const c = await importing(t)
  await c.run(lines(
    item('_:a', 'A', { 'dcterms:source': [{ type: 'uri', '@id': 'http://example.org/a' }] }),
    item('_:b', 'B', linkTo({ 'dcterms:source': 'http://example.org/a' }))
  ))
  t.match((await c.all('items'))[1], { 'dcterms:relation': [{ display_title: 'A' }] })
})

t.test('a file with more labels than fit into memory is linked completely, and once', async (t) => {
  const c = await importing(t)
  const count = 9000
  const every = 600
  const label = (at: number): string => `_:${at}`.padEnd(2000, 'x')
  const wanted = new Map<string, string[]>()
  const records = Array.from({ length: count }, (_, at) => {
    if (at % every !== 0) return item(label(at), `Record ${at}`)
    const others = [0, count - 1 - at]
    const identified = count - every - at
    wanted.set(`Record ${at}`, [
      ...[...others, identified].map((other) => `Record ${other}`), `Set ${at / every % 2}`
    ])
    return item(label(at), `Record ${at}`, {
      'dcterms:identifier': text(`F${at}`),
      'dcterms:relation': [
        ...others.map((other) => ({ type: 'resource:item', value_resource_id: label(other) })),
        { type: 'resource:item', value_resource: { 'dcterms:identifier': `F${identified}` } }
      ],
      'o:item_set': [{ 'o:title': `Set ${at / every % 2}` }]
    })
  })
  const nowhere = { 'dcterms:relation': [{ type: 'resource:item', value_resource_id: label(count) }] }
  const content = lines(...records, item('_:last', 'Links to nothing', nowhere), item(label(1), 'Twice'))
  const first = await c.run(content, { continueOnError: true, createItemSets: true })
  t.match(first, { created: count + 3, skipped: 1, present: 0 })
  t.same(first.problems.map((problem) => problem.replaceAll(/x{9,}/g, '')), [
    `${count + 1}: no record is labelled _:${count}`,
    `${count + 2}: @id: _:1 is the label of line 2 already`,
    `${count + 1}: dcterms:relation: _:${count} does not exist; the link is left out`
  ])
  t.match(await c.run(content, { continueOnError: true, createItemSets: true }), { created: 0, present: count + 1 })
  const sets = new Map((await c.all('item_sets')).map((one) => [one['o:id'], one['o:title']]))
  t.same([...sets.values()], ['Set 0', 'Set 1'])
  const items = await c.all('items')
  t.equal(items.length, count + 1)
  const linked = items.filter((one) => one['o:item_set'].length > 0)
  t.same(new Map(linked.map((one) => [one['o:title'], [
    ...one['dcterms:relation'].map((value: { display_title: string }) => value.display_title),
    sets.get(one['o:item_set'][0]['o:id'])
  ]])), wanted)
})

t.test('what many records link to or update is looked up together', async (t) => {
  const c = await importing(t)
  const count = 300
  const all = (content: (at: number) => object): string =>
    lines(...Array.from({ length: count }, (_, at) => identified(`_:${at}`, `F${at}`, content(at))))
  await c.run(all(() => ({})), { source: 'first' })
  const ids = (await c.all('items')).map((one) => one['o:id'] as number)
  const byId = all((at) => ({ 'dcterms:relation': [{ type: 'resource', value_resource_id: ids[at] }] }))
  const byTitle = all((at) => ({ ...linkTo({ 'o:title': `_:${at}` }), 'dcterms:title': text(`Other ${at}`) }))
  const runs: Array<[string, object]> = [
    [byId, {}], [byTitle, {}],
    [all(() => ({})), { updateBy: 'dcterms:identifier' }], [all((at) => ({ 'o:id': ids[at] })), { updateBy: 'o:id' }]
  ]
  for (const [content, options] of runs) {
    const statements = await statementsOf(async () => {
      t.match(await c.run(content, { ...options, isDryRun: true, source: 'other' }), { errors: 0 })
    })
    const lookups = statements.filter((one) =>
      /"(text|title)_key" (in|=)|^select "id", "kind" from "resource"/i.test(one))
    t.ok(lookups.length > 0 && lookups.length < 10, `${lookups.length} statements: ${JSON.stringify(options)}`)
  }
})

t.test('a value is found beside values that many others have but for their case', async (t) => {
  const c = await importing(t)
  const { errors } = await c.run(lines(
    ...Array.from({ length: 300 }, (_, at) => identified(`_:${at}`, at % 2 === 0 ? 'Common' : 'COMMON')),
    ...Array.from({ length: 20 }, (_, at) => identified(`_:rare ${at}`, `Rare ${at}`))
  ), { source: 'first' })
  t.equal(errors, 0)
  const { problems } = await c.run(lines(
    ...Array.from({ length: 20 }, (_, at) => item(`_:${at}`, 'Link', linkTo({ 'dcterms:identifier': `Rare ${at}` }))),
    item('_:common', 'Link', linkTo({ 'dcterms:identifier': 'common' })),
    item('_:nothing', 'Link', linkTo({ 'dcterms:identifier': 'nothing' }))
  ))
  t.same(problems, ['common', 'nothing'].map((value, at) =>
    `${21 + at}: no item is identified by dcterms:identifier "${value}": there is none`))
})

t.test('a value that nothing or too much has is an error of its line', async (t) => {
  const c = await importing(t)
  for (const title of ['X', 'Y']) {
    await c.make('items', { 'dcterms:title': text(title), 'dcterms:identifier': text('twice') })
  }
  await c.make('item_sets', { 'dcterms:title': text('Set'), 'dcterms:identifier': text('set') })
  const { problems, created } = await c.run(lines(
    identified('_:a', 'A1'),
    identified('_:b', 'A1'),
    item('_:c', 'C', linkTo({ 'dcterms:identifier': 'A1' })),
    item('_:d', 'D', linkTo({ 'dcterms:identifier': 'twice' })),
    item('_:e', 'E', linkTo({ 'dcterms:identifier': 'nowhere' })),
    item('_:f', 'F', linkTo({ 'dcterms:identifier': 'set' })),
    item('_:g', 'G', linkTo({ 'dcterms:identifer': 'set' })),
    item('_:h', 'H', linkTo({ 'dcterms:identifier': 'a', 'dcterms:title': 'b' })),
    item('_:i', 'I', linkTo({ 'dcterms:identifier': 'a' }, 'literal')),
    item('_:j', 'J', { 'dcterms:relation': [{ type: 'resource', value_resource: 'text' }] })
  ))
  t.equal(created, 0)
  t.match(problems, [
    '3: no item is identified by dcterms:identifier "A1": line 1 and line 2 both have it',
    /^4: no item is identified by dcterms:identifier "twice": 2 resources have it/,
    '5: no item is identified by dcterms:identifier "nowhere": there is none',
    '6: no item is identified by dcterms:identifier "set": there is none',
    /^7: dcterms:relation: .*"dcterms:identifer" is an unknown term; the nearest is dcterms:identifier/,
    /^8: dcterms:relation: "value_resource" must be an object like/,
    /^9: dcterms:relation: a value of the type "literal" is not a link/,
    /^10: dcterms:relation: "value_resource" must be an object like/
  ])
})

t.test('item sets are named by title; missing ones are made when asked for', async (t) => {
  const c = await importing(t)
  const drawings = await c.make('item_sets', { 'dcterms:title': text('Drawings') })
  const content = lines(
    item('_:a', 'A', { 'o:item_set': [{ 'o:title': 'Drawings' }, { 'o:title': 'Prints' }] }),
    item('_:b', 'B', { 'o:item_set': [{ 'o:title': 'Prints' }, { 'o:title': 'Maps' }] }),
    set('_:set', 'Maps')
  )
  const { problems } = await c.run(content)
  const missing = /: no item set is identified by o:title "Prints": there is none; the nearest is/
  t.match(problems, [missing, missing])
  const dry = await c.run(content, { createItemSets: true, isDryRun: true })
  t.match(dry, { created: 4, errors: 0 })
  t.match(await c.run(content, { createItemSets: true, batchSize: 1 }), { created: 4, errors: 0 })
  const sets = await c.all('item_sets')
  t.same(sets.map((one) => one['o:title']), ['Drawings', 'Prints', 'Maps'])
  const [first, second] = await c.all('items')
  const idsOf = (one: any): number[] => one['o:item_set'].map((of: { 'o:id': number }) => of['o:id'])
  t.same(idsOf(first), [drawings, sets[1]!['o:id']])
  t.same(idsOf(second), [sets[1]!['o:id'], sets[2]!['o:id']])
  t.match(await c.run(content, { createItemSets: true }), { created: 0, present: 3 })
  t.equal((await c.all('item_sets')).length, 3)
})

t.test('class, template and owner go by names', async (t) => {
  const c = await importing(t)
  await c.run(lines(
    item('_:a', 'A', {
      'o:resource_class': { 'o:term': 'dctype:StillImage' },
      'o:resource_template': { 'o:label': 'Base Resource' },
      'o:owner': { 'o:email': 'Author@example.org' }
    }),
    item('_:b', 'B', { 'o:resource_class': { 'o:label': 'Still Image' }, 'o:resource_template': 'Base Resource' }),
    item('_:c', 'C', { 'o:resource_class': 'dctype:StillImage', 'o:owner': 'editor@example.org' })
  ))
  const found = (await c.all('items')).map((one) =>
    [one['@type'][1], one['o:resource_template']?.['o:id'], one['o:owner']['o:id']])
  t.same(found, [
    ['dctype:StillImage', 1, c.id('author')],
    ['dctype:StillImage', 1, c.id('global_admin')],
    ['dctype:StillImage', undefined, c.id('editor')]
  ])
  const { problems } = await c.run(lines(item('_:d', 'D', {
    'o:resource_class': { 'o:label': 'Stil Image' },
    'o:resource_template': { 'o:label': 'Base' },
    'o:owner': { 'o:email': 'nobody@example.org' }
  })), { source: 'other' })
  t.match(problems, [
    /^1: o:resource_class: "Stil Image" is unknown; the nearest is/,
    '1: o:resource_template: "Base" is unknown; the nearest is Base Resource',
    /^1: o:owner: there is no account nobody@example.org; the nearest is/
  ])
})

t.test('unknown terms may be left out', async (t) => {
  const c = await importing(t)
  const { problems, created } = await c.run(
    lines(item('_:a', 'A', { 'dcterms:titel': text('x'), 'foo:bar': 7 })), { skipUnknown: true }
  )
  t.equal(created, 1)
  t.match(problems, [
    '1: dcterms:titel: unknown term; the nearest is dcterms:title; it is left out',
    /^1: foo:bar: unknown term; .*; it is left out$/
  ])
})

t.test('records with very many or very long mistakes are refused in few words', async (t) => {
  const c = await importing(t)
  const many = 200_000
  const wrong = (make: (at: number) => string): string => `{"@type":"o:Item",${Array.from({ length: many }, (_, at) => make(at)).join()}}`
  const content = [
    wrong((at) => `"dcterms:titel${at}":[]`),
    `{"@type":"o:Item","${'x'.repeat(1_000_000)}:y":[]}`,
    `{"@type":"o:Item","o:item_set":[${Array.from({ length: many }, () => '{}').join()}]}`,
    `{"@type":[${Array.from({ length: many }, (_, at) => `"o:Itme${at}"`).join()}]}`,
    `{"@type":"o:Item","dcterms:title":[${Array.from({ length: many }, () => '{"type":"literal","@value":""}').join()}]}`,
    `{"@type":"o:Item","dcterms:relation":[${Array.from({ length: many }, () => '{"type":"resource","value_resource":{}}').join()}]}`,
    '{"@type":"o:Item","__proto__":{"o:is_public":false},"constructor":[]}'
  ].join('\n')
  const { problems, warnings } = await c.run(content, { isDryRun: true })
  const of = (line: number): string[] => problems.filter((problem) => problem.startsWith(`${line}: `))
  t.same([1, 2, 3, 4, 5, 6].map((line) => of(line).length), [100, 1, 100, 100, 100, 100])
  t.equal(warnings, 100)
  t.ok(problems.every((problem) => problem.length < 1000))
  t.match(of(7), [/constructor: unknown term|__proto__: unknown term/])
})
