import { sql } from 'drizzle-orm'
import t from 'tap'
import { OPERATOR } from '../../../app.js'
import { changeLog, resourceChange } from '../../../db/tables/index.js'
import { IS_POSTGRES } from '../../database.js'
import { build, title, type Server } from '../../helper.js'
import { Harvester, type Harvested, type Send } from './harvester.js'

const BASE_URL = 'http://museum.example.org/oai'
const HEADERS = { host: 'museum.example.org' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BY_OPERATOR = { actor: OPERATOR }

/** Day of the first entry of the log; each later entry is an hour younger. */
const BEGIN = Date.parse('2020-01-01T00:00:00Z') / 1000
const HOUR = 3600

/** More than one part of a list of records, and of one of sets. */
const RECORDS = 104

const at = (position: number): string => new Date((BEGIN + position * HOUR) * 1000).toISOString().replace('.000', '')

function sending ({ app }: Server): Send {
  return async (query, method) => await (method === 'GET'
    ? app.inject({ url: `/oai?${query}`, headers: HEADERS })
    : app.inject({ url: '/oai', method, headers: { ...HEADERS, ...FORM }, payload: query }))
}

const itemIn = (name: string, sets: number[] = [], more: { 'o:is_public'?: boolean } = {}) =>
  ({ ...title(name), 'o:item_set': sets.map((id) => ({ 'o:id': id })), ...more })

/** Item sets 1 (public) and 2 (private); items 3 (public), 4 (private), 5 (deleted), 6 (hidden), 7 (in no set). */
async function collection (t: Parameters<typeof build>[0]) {
  const server = await build(t)
  const { api } = server
  await api.itemSets.create(title('Ships'), BY_OPERATOR)
  await api.itemSets.create({ ...title('Plans'), 'o:is_public': false }, BY_OPERATOR)
  await api.items.create(itemIn('Lighthouse', [1, 2]), BY_OPERATOR)
  await api.items.create(itemIn('Draft', [1], { 'o:is_public': false }), BY_OPERATOR)
  await api.items.create(itemIn('Gone', [1]), BY_OPERATOR)
  await api.items.create(itemIn('Hidden', [1]), BY_OPERATOR)
  await api.items.create(itemIn('Harbour'), BY_OPERATOR)
  await api.items.delete(5, BY_OPERATOR)
  await api.items.update(6, { 'o:is_public': false }, { ...BY_OPERATOR, partial: true })
  await api.items.batchCreate(Array.from({ length: RECORDS }, (_, n) => itemIn(`Item ${n}`)), BY_OPERATOR)
  await api.store.write(async (database) => {
    await database.update(resourceChange).set({ publicTime: sql`${BEGIN} + public_position * ${HOUR}` })
    await database.update(changeLog).set({ time: sql`${BEGIN} + position * ${HOUR}` })
  })
  return { server, harvester: new Harvester(BASE_URL, sending(server)) }
}

async function listed (
  harvester: Harvester, args: Record<string, string>, verb: 'ListRecords' | 'ListIdentifiers' = 'ListIdentifiers'
): Promise<Harvested[]> {
  const found: Harvested[] = []
  for await (const one of harvester.list(verb, { metadataPrefix: 'oai_dc', ...args })) found.push(one)
  return found
}

const id = (number: number): string => `oai:museum.example.org:items/${number}`

/** Arguments, with the codes of the errors that they may cause. */
type Wrong = readonly [query: string, ...codes: string[]]

// Those that the validator of the Open Archives Initiative sends, and more.
const WRONG: readonly Wrong[] = [
  ['', 'badVerb'],
  ['junk', 'badVerb'],
  ['verb=junk', 'badVerb'],
  ['verb=identify', 'badVerb'],
  ['verb=Identify&verb=Identify', 'badVerb'],
  ['verb=Identify&junk=1', 'badArgument'],
  ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
  [`verb=GetRecord&identifier=${id(3)}`, 'badArgument'],
  ['verb=GetRecord&identifier=invalid"id&metadataPrefix=oai_dc', 'badArgument'],
  [`verb=GetRecord&identifier=${id(3)}&identifier=${id(3)}&metadataPrefix=oai_dc`, 'badArgument'],
  [`verb=GetRecord&identifier=${id(3)}&metadataPrefix=junk`, 'cannotDisseminateFormat'],
  [`verb=GetRecord&identifier=${id(999)}&metadataPrefix=oai_dc`, 'idDoesNotExist'],
  [`verb=GetRecord&identifier=${id(1)}&metadataPrefix=oai_dc`, 'idDoesNotExist'],
  [`verb=GetRecord&identifier=${id(4)}&metadataPrefix=oai_dc`, 'idDoesNotExist'],
  ['verb=GetRecord&identifier=oai:museum.example.org:items/03&metadataPrefix=oai_dc', 'idDoesNotExist'],
  ['verb=GetRecord&identifier=oai:elsewhere.example.org:items/3&metadataPrefix=oai_dc', 'idDoesNotExist'],
  [`verb=ListMetadataFormats&identifier=${id(999)}`, 'idDoesNotExist'],
  [`verb=ListMetadataFormats&identifier=${id(4)}`, 'idDoesNotExist'],
  ['verb=ListMetadataFormats&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListSets&set=item_set_1', 'badArgument'],
  ['verb=ListSets&resumptionToken=junk', 'badResumptionToken'],
  ['verb=ListIdentifiers', 'badArgument'],
  ['verb=ListIdentifiers&until=junk', 'badArgument', 'badArgument'],
  ['verb=ListIdentifiers&from=junk', 'badArgument', 'badArgument'],
  ['verb=ListIdentifiers&resumptionToken=junk&until=2000-02-05', 'badArgument'],
  ['verb=ListRecords', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=junk', 'cannotDisseminateFormat'],
  ['verb=ListRecords&metadataPrefix=j%C3%BCnk', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListRecords&resumptionToken=junk', 'badResumptionToken'],
  ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=junk&until=1990-01-10', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=junk', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&until=junk', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2001-02-30', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2001-02-05T24:30:00Z', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2001-02-05T05:35:00', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2001-02-05T05:35:00.5Z', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2002-02-05&until=2002-02-06T05:35:00Z', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2002-02-06&until=2002-02-05', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&until=2019-01-01', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2999-01-01', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=item_set_2', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=item_set_3', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=junk', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=a%20set', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&%00=%FF%00', 'badArgument']
]

t.test('rules of OAI-PMH 2.0', async (t) => {
  const { server, harvester } = await collection(t)
  const { app, api } = server

  for (const [query, ...codes] of WRONG) {
    await t.test(`3.6: "${query}" is answered by ${codes[0]!}, by GET and by POST`, async (t) => {
      t.same((await harvester.ask(query)).errors, codes)
      t.same((await harvester.ask(query, 'POST')).errors, codes)
    })
  }

  await t.test('3.1.1: arguments are taken by GET and by POST, also encoded, and answered alike', async (t) => {
    const queries = [
      'verb=Identify', 'verb=ListSets', `verb=GetRecord&identifier=${encodeURIComponent(id(3))}&metadataPrefix=oai_dc`,
      `metadataPrefix=oai_dc&verb=%4CistIdentifiers&from=${encodeURIComponent(at(0))}`
    ]
    for (const query of queries) {
      const [got, posted] = [await harvester.ask(query), await harvester.ask(query, 'POST')]
      t.same(got.errors, [])
      t.same(posted.root.children.slice(1), got.root.children.slice(1))
    }
    t.equal((await app.inject({ url: '/oai', method: 'POST', payload: {} })).statusCode, 415)
    const refused = await app.inject({ url: '/oai', method: 'DELETE' })
    t.equal(refused.statusCode, 405)
    t.equal(refused.headers.allow, 'GET, HEAD, POST, OPTIONS')
  })

  await t.test('3.2: the date of a response is in UTC, and not later than it is sent', async (t) => {
    const [date] = (await harvester.ask('verb=Identify')).texts('responseDate')
    t.ok(Date.parse(date!) <= Date.now())
  })

  await t.test('4.2: Identify names the repository as it is', async (t) => {
    const reply = await harvester.ask('verb=Identify')
    t.same(reply.texts('repositoryName'), ['Vitrine'])
    t.same(reply.texts('baseURL'), [BASE_URL])
    t.same(reply.texts('adminEmail'), ['webmaster@museum.example.org'])
    t.same(reply.texts('deletedRecord'), ['persistent'])
    t.same(reply.texts('granularity'), ['YYYY-MM-DDThh:mm:ssZ'])
    const [scheme] = reply.elements('description')[0]!.children
    t.equal(scheme!.name, 'http://www.openarchives.org/OAI/2.0/oai-identifier oai-identifier')
    t.same(scheme!.children.map(({ text }) => text), ['oai', 'museum.example.org', ':', id(1)])
  })

  await t.test('4.2: no datestamp is earlier than earliestDatestamp', async (t) => {
    const [earliest] = (await harvester.ask('verb=Identify')).texts('earliestDatestamp')
    const stamps = (await listed(harvester, {})).map(({ datestamp }) => datestamp)
    t.equal(stamps.sort()[0], earliest)
  })

  await t.test('4.4: every record has every format; oai_dc is among them', async (t) => {
    const prefixes = ['oai_dc', 'oai_qdc', 'rdf']
    t.same((await harvester.ask('verb=ListMetadataFormats')).texts('metadataPrefix'), prefixes)
    for (const number of [3, 5]) {
      t.same((await harvester.ask(`verb=ListMetadataFormats&identifier=${id(number)}`)).texts('metadataPrefix'), prefixes)
    }
    const formats = (await harvester.ask('verb=ListMetadataFormats')).elements('metadataFormat')
    for (const { children: [prefix, schema, namespace] } of formats) {
      const reply = await harvester.ask(`verb=GetRecord&identifier=${id(3)}&metadataPrefix=${prefix!.text}`)
      const [root] = reply.elements('metadata')[0]!.children
      t.equal(root!.name.split(' ')[0], namespace!.text)
      t.equal(root!.attributes['xsi:schemaLocation'], `${namespace!.text} ${schema!.text}`)
    }
  })

  await t.test('2.5.1: deleted and hidden items are deleted records; what never was public is none', async (t) => {
    const found = await listed(harvester, { until: at(9) }, 'ListRecords')
    t.same(found.map(({ identifier, isDeleted }) => [identifier, isDeleted]), [
      [id(3), false], [id(7), false], [id(5), true], [id(6), true]
    ])
    for (const { identifier, datestamp } of found) {
      const reply = await harvester.ask(`verb=GetRecord&metadataPrefix=rdf&identifier=${identifier}`)
      t.same(reply.texts('datestamp'), [datestamp])
      t.equal(reply.elements('metadata').length, found.find((one) => one.identifier === identifier)!.isDeleted ? 0 : 1)
    }
  })

  await t.test('2.6: records name the public sets that they are in, also deleted ones; a set lists its own', async (t) => {
    const found = await listed(harvester, { set: 'item_set_1' })
    t.same(found.map(({ identifier, sets }) => [identifier, sets]), [3, 5, 6].map((number) => [id(number), ['item_set_1']]))
    t.same((await listed(harvester, { set: 'item_set_1', from: at(8) })).map(({ identifier }) => identifier), [id(5), id(6)])
    t.same((await listed(harvester, { until: at(9) })).map(({ sets }) => sets.length), [1, 0, 1, 1])
    const reply = await harvester.ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${id(3)}`)
    t.same(reply.texts('setSpec'), ['item_set_1'])
  })

  await t.test('2.7.1: from and until are inclusive, by seconds and by days', async (t) => {
    const all = await listed(harvester, {})
    const between = async (from: string, until: string) => await listed(harvester, { from, until })
    const stamps = all.map(({ datestamp }) => datestamp)
    t.same(await between(stamps[1]!, stamps[3]!), all.slice(1, 4))
    t.same(await between(stamps[2]!, stamps[2]!), all.slice(2, 3))
    const days = all.map(({ datestamp }) => datestamp.slice(0, 10))
    const [, second] = [...new Set(days)]
    t.same(await between(second!, second!), all.filter((_, n) => days[n] === second))
    t.same(await listed(harvester, { from: second! }), all.filter((_, n) => days[n]! >= second!))
    t.same(await listed(harvester, { until: second! }), all.filter((_, n) => days[n]! <= second!))
    t.same(await listed(harvester, { from: '1900-01-01' }), all)
  })

  await t.test('3.5: the parts of a list are the list; the size is that of the list', async (t) => {
    const records = await listed(harvester, {}, 'ListRecords')
    t.equal(records.length, RECORDS + 4)
    t.same(records.map((record) => ({ ...record, metadata: '' })), await listed(harvester, {}))
    t.equal(new Set(records.map(({ identifier }) => identifier)).size, records.length)
    const reply = await harvester.ask('verb=ListRecords&metadataPrefix=oai_dc')
    const [token] = reply.elements('resumptionToken')
    t.equal(token!.attributes.completeListSize, String(RECORDS + 4))
    t.ok(Date.parse(token!.attributes.expirationDate!) > Date.now())
  })

  await t.test('3.5: a token can be used again, for its verb only, and not once it is changed or the log another', async (t) => {
    const [token] = (await harvester.ask('verb=ListRecords&metadataPrefix=oai_qdc')).texts('resumptionToken') as [string]
    const resumed = async (verb: string, text = token) => await harvester.ask(`verb=${verb}&resumptionToken=${text}`)
    t.same((await resumed('ListRecords')).root.children.slice(1), (await resumed('ListRecords')).root.children.slice(1))
    t.match(JSON.stringify((await resumed('ListRecords')).elements('metadata')), /worldcat/)
    t.same((await resumed('ListIdentifiers')).errors, ['badResumptionToken'])
    t.same((await resumed('ListSets')).errors, ['badResumptionToken'])
    const changed = token.replace(/^./, (first) => first === 'A' ? 'B' : 'A')
    t.same((await resumed('ListRecords', changed)).errors, ['badResumptionToken'])
    const [log] = await api.store.read.select().from(changeLog)
    const rename = async (name: string): Promise<void> => {
      await api.store.write(async (database) => { await database.update(changeLog).set({ epoch: name }) })
    }
    await rename('another')
    t.same((await resumed('ListRecords')).errors, ['badResumptionToken'])
    await rename(log!.epoch)
    t.same((await resumed('ListRecords')).errors, [])
  })

  await t.test('3.5: what changes during a list comes at its end, and nothing is left out', async (t) => {
    const reply = await harvester.ask('verb=ListIdentifiers&metadataPrefix=oai_dc&set=item_set_1')
    t.equal(reply.elements('resumptionToken').length, 0)
    const first = await harvester.ask('verb=ListRecords&metadataPrefix=oai_dc')
    await api.items.update(3, itemIn('Lighthouse at dusk', [1, 2]), BY_OPERATOR)
    const rest = await harvester.ask(`verb=ListRecords&resumptionToken=${first.texts('resumptionToken')[0]!}`)
    t.same(rest.texts('identifier').slice(-1), [id(3)])
    t.equal(new Set([...first.texts('identifier'), ...rest.texts('identifier')]).size, RECORDS + 4)
  })

  await t.test('4.6: all public item sets are sets, in parts; without any there is no hierarchy', async (t) => {
    const one = await harvester.ask('verb=ListSets')
    t.same([one.texts('setSpec'), one.texts('setName')], [['item_set_1'], ['Ships']])
    t.equal(one.elements('resumptionToken').length, 0)
    const { outcomes } = await api.itemSets.batchCreate(
      Array.from({ length: RECORDS }, (_, n) => title(`Set ${n}`)), BY_OPERATOR
    )
    const first = await harvester.ask('verb=ListSets')
    const rest = await harvester.ask(`verb=ListSets&resumptionToken=${first.texts('resumptionToken')[0]!}`)
    t.equal(rest.elements('resumptionToken')[0]!.text, '')
    const all = [...first.texts('setSpec'), ...rest.texts('setSpec')]
    t.same(all, ['item_set_1', ...outcomes.map((outcome) => outcome.ok ? `item_set_${outcome.id}` : '')])
    await api.itemSets.batchDelete([1, ...outcomes.map((outcome) => outcome.ok ? outcome.id : 0)], BY_OPERATOR)
    t.same((await harvester.ask('verb=ListSets')).errors, ['noSetHierarchy'])
  })

  await t.test('3.2: any text is well-formed, and comes back as it is, but for what XML cannot hold', async (t) => {
    // PostgreSQL refuses U+0000.
    const odd = `${IS_POSTGRES ? '' : '\u0000'}a<b>&amp;"']]>\u0008\u001f\ufffe\t\n\r é \u{1f3db} <!-- <?xml`
    const made = await api.items.create(itemIn(odd), BY_OPERATOR)
    await api.installation.set('installation_title', odd)
    const expected = odd.replace(/[^\t\n\r -\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    for (const prefix of ['oai_dc', 'oai_qdc', 'rdf']) {
      const reply = await harvester.ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${id(Number(made.id))}`)
      t.match(JSON.stringify(reply.root), JSON.stringify(expected).slice(1, -1))
    }
    t.same((await harvester.ask('verb=Identify')).texts('repositoryName'), [expected])
  })

  await t.test('each format has all values that it can express', async (t) => {
    const bibo = (await api.resource('vocabularies').search({ prefix: 'bibo' })).json()[0]!['o:id']
    const found = async (name: 'properties' | 'resource_classes', local: string): Promise<number> =>
      Number((await api.resource(name).search({ vocabulary_id: bibo, local_name: local })).json()[0]!['o:id'])
    const made = await api.items.create({
      ...title('Plan'),
      'o:resource_class': { 'o:id': await found('resource_classes', 'Map') },
      'dcterms:creator': [{ type: 'uri', property_id: 2, '@id': 'https://example.org/ada', 'o:label': 'Ada', 'o:lang': 'en' }],
      'dcterms:created': [{ type: 'literal', property_id: 20, '@value': '1890', '@language': 'no language' }],
      'dcterms:relation': [{ type: 'resource', property_id: 13, value_resource_id: 7 }],
      'dcterms:rights': [{ type: 'literal', property_id: 15, '@value': 'secret', is_public: false }],
      'bibo:doi': [{ type: 'literal', property_id: await found('properties', 'doi'), '@value': '10.1/1' }]
    }, BY_OPERATOR)
    const elementsIn = async (prefix: string): Promise<string[][]> => {
      const reply = await harvester.ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${id(Number(made.id))}`)
      const [root] = reply.elements('metadata')[0]!.children
      const described = prefix === 'rdf' ? root!.children[0]! : root!
      return described.children.map(({ name, attributes, text, children: [node] }) =>
        [name.split(/[/#]/).at(-1)!.replace(' ', ''), text, JSON.stringify(attributes), ...node === undefined
          ? []
          : [
              node.attributes['rdf:about']!, node.children[0]!.text, JSON.stringify(node.children[0]!.attributes)
            ]])
    }
    const [page, ada, harbour] = [made.id, 'https://example.org/ada', 'http://museum.example.org/api/items/7']
      .map((one) => typeof one === 'number' ? `http://museum.example.org/items/${one}` : String(one)) as [string, string, string]
    const [none, english, uri] = ['{}', '{"xml:lang":"en"}', '{"xsi:type":"dcterms:URI"}']
    t.same(await elementsIn('oai_dc'), [
      ['title', 'Plan', none], ['creator', 'Ada', english], ['creator', ada, none], ['date', '1890', none],
      ['relation', 'Harbour', none], ['relation', harbour, none], ['type', 'Map', none], ['identifier', page, none]
    ])
    t.same(await elementsIn('oai_qdc'), [
      ['title', 'Plan', none], ['creator', 'Ada', english], ['creator', ada, uri], ['created', '1890', none],
      ['relation', 'Harbour', none], ['relation', harbour, uri], ['type', 'Map', none], ['identifier', page, uri]
    ])
    t.same(await elementsIn('rdf'), [
      ['type', '', '{"rdf:resource":"http://purl.org/ontology/bibo/Map"}'], ['title', 'Plan', none],
      ['creator', '', none, ada, 'Ada', english], ['created', '1890', none],
      ['relation', '', none, harbour, 'Harbour', none], ['doi', '10.1/1', none]
    ])
  })

  await t.test('an expired token is refused', async (t) => {
    const [token] = (await harvester.ask('verb=ListRecords&metadataPrefix=oai_dc')).texts('resumptionToken')
    const { now } = Date
    t.teardown(() => { Date.now = now })
    Date.now = () => now() + 25 * HOUR * 1000
    t.same((await harvester.ask(`verb=ListRecords&resumptionToken=${token!}`)).errors, ['badResumptionToken'])
  })
})

t.test('an empty repository says so, by its own name where one is set, and is not served when it is switched off', async (t) => {
  const server = await build(t, { oaiNamespace: 'collections.example.net', oaiEmail: 'curator@example.net' })
  const harvester = new Harvester(BASE_URL, sending(server))
  const reply = await harvester.ask('verb=Identify')
  t.same(reply.texts('adminEmail'), ['curator@example.net'])
  t.match(JSON.stringify(reply.root), 'oai:collections.example.net:items/1')
  t.same((await harvester.ask('verb=ListRecords&metadataPrefix=oai_dc')).errors, ['noRecordsMatch'])
  t.same((await harvester.ask('verb=ListSets')).errors, ['noSetHierarchy'])
  const { app } = await build(t, { oai: false })
  t.equal((await app.inject('/oai?verb=Identify')).statusCode, 404)
})
