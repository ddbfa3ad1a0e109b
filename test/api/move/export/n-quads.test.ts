import { Parser, type Quad, type Term } from 'n3'
import t from 'tap'
import { ANONYMOUS, OPERATOR, type Actor } from '../../../../api/core/calls/actor.js'
import type { ExportOptions } from '../../../../api/move/export/exporter.js'
import { build, type Server } from '../../../helper.js'
import { titled } from '../../collection.js'
import { mixed, SECRETS } from './fixtures/mixed.js'

async function text ({ api }: Server, options: ExportOptions, actor: Actor): Promise<string> {
  const source = await api.export({ format: 'nq', base: 'http://localhost', ...options }, { actor })
  let written = ''
  for await (const chunk of source.chunks) written += chunk.text
  return written
}

/** Statements as text, sorted; blank nodes have no names of their own. */
function statements (nquads: string): string[] {
  const name = (term: Term): string => term.termType === 'BlankNode' ? '_' : JSON.stringify(term)
  return new Parser({ format: 'N-Quads' }).parse(nquads)
    .map(({ subject, predicate, object }: Quad) => [subject, predicate, object].map(name).join(' ')).sort()
}

t.test('N-Quads are what each record means on its own, as REST gives it', async (t) => {
  const server = await build(t)
  const { admin } = await mixed(server)
  const expected: string[] = []
  for (const type of ['item_sets', 'items', 'media']) {
    const { payload } = await server.send({ url: `/api/${type}?format=ntriples&per_page=100`, as: admin })
    expected.push(...statements(payload))
    if (type === 'item_sets') t.same(statements(await text(server, { resource: type }, OPERATOR)), expected)
  }
  const all = statements(await text(server, {}, OPERATOR))
  for (const statement of expected) t.ok(all.includes(statement), statement)
  t.same(statements(await text(server, { resource: 'items' }, OPERATOR)).length, expected.length -
    statements(await text(server, { resource: 'item_sets' }, OPERATOR)).length)
  const anonymous = await text(server, {}, ANONYMOUS)
  for (const secret of SECRETS) t.notMatch(anonymous, secret)
})

t.test('blank nodes of different records are different', async (t) => {
  const server = await build(t)
  const noted = { '@annotation': titled('Note') }
  for (let at = 0; at < 60; at++) {
    await server.api.items.create({ 'dcterms:title': [{ type: 'literal', '@value': `${at}`, ...noted }] }, { actor: OPERATOR })
  }
  const quads = new Parser({ format: 'N-Quads' }).parse(await text(server, { resource: 'items' }, OPERATOR))
  const nodes = quads.map(({ subject }) => subject).filter(({ termType }) => termType === 'BlankNode')
  t.equal(new Set(nodes.map(({ value }) => value)).size, 60)
})

t.test('exports of one state have the same bytes, however many records are read at a time', async (t) => {
  // With extensions, exports run in this thread, whose clock decides how many records are read at a time.
  const server = await build(t, {}, {}, { dataTypes: [{ name: 'x', label: 'X', hydrate: () => 'no', represent: () => ({}) }] })
  const noted = { '@annotation': titled('Note') }
  for (let at = 0; at < 60; at++) {
    await server.api.items.create({ 'dcterms:title': [{ type: 'literal', '@value': `${at}`, ...noted }] }, { actor: OPERATOR })
  }
  const quick = await text(server, {}, OPERATOR)
  const { now } = performance
  let time = 0
  t.teardown(() => { performance.now = now })
  performance.now = () => {
    time += 20
    return time
  }
  t.equal(await text(server, {}, OPERATOR) === quick, true)
})
