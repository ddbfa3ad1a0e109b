import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { VocabularyPreview } from '../../../../api/move/vocabulary/vocabulary-import.js'
import { collection, literal, refusal, type Collection, type Json } from '../../collection.js'

const NAMESPACE = 'http://example.org/ns#'

const TURTLE = `
@prefix ex: <${NAMESPACE}> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex: a owl:Ontology ; rdfs:label "Example" .
ex:size a owl:DatatypeProperty ; rdfs:label "Size" ; rdfs:comment "How large", "Wie groß"@de .
ex:weight a rdf:Property ; rdfs:label "weight" ; skos:prefLabel "Weight" .
ex:colour a rdf:Property , owl:FunctionalProperty .
ex:Thing a owl:Class ; rdfs:label "Thing" .
<http://elsewhere.org/other> a rdf:Property .
`
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const N_TRIPLES = `
<${NAMESPACE}weight> <${RDF}type> <${RDF}Property> .
<${NAMESPACE}weight> <http://www.w3.org/2000/01/rdf-schema#label> "Weight" .
`
const XML = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <rdf:Property rdf:about="${NAMESPACE}weight"><rdfs:label>Weight</rdfs:label>
    <rdfs:comment xml:lang="en">How heavy</rdfs:comment></rdf:Property>
</rdf:RDF>`
const JSON_LD = JSON.stringify({
  '@context': {
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    label: 'http://www.w3.org/2000/01/rdf-schema#label'
  },
  '@graph': [{ '@id': `${NAMESPACE}weight`, '@type': 'rdf:Property', label: 'Weight' }]
})

async function document ({ data }: Collection, text: string | Buffer, name = 'vocabulary'): Promise<string> {
  const file = path.join(data, name)
  await writeFile(file, text)
  return file
}

const members = async ({ api, as }: Collection, type: string, prefix = 'ex'): Promise<Json[]> =>
  (await api.resource(type).search({ vocabulary_prefix: prefix }, as.anonymous)).json() as Json[]

t.test('a vocabulary comes in from Turtle, its members by type and then as they stand', async (t) => {
  const c = await collection(t)
  const source = await document(c, TURTLE)
  const options = { source, prefix: 'ex', namespace: NAMESPACE, label: 'Example' }
  t.match(await c.api.vocabularies.preview(options, OPERATOR), {
    id: null,
    properties: {
      added: [{ localName: 'weight' }, { localName: 'colour' }, { localName: 'size' }],
      changed: [],
      removed: []
    },
    classes: { added: [{ localName: 'Thing', label: 'Thing', comment: null }] }
  })
  t.same(await members(c, 'properties'), [])

  const report = await c.api.vocabularies.run(options, c.as.site_admin.actor)
  t.match(report, {
    name: 'Vitrine\\Job\\ImportVocabulary',
    status: 'completed',
    log: [/Started/, /Properties: 3 added, 0 changed/, /Classes: 1 added/, /Completed/]
  })
  t.same(
    (await members(c, 'properties')).map((one) => [one['o:term'], one['o:label'], one['o:comment']]),
    [
      ['ex:weight', 'Weight', null],
      ['ex:colour', 'colour', null],
      ['ex:size', 'Size', 'How large']
    ]
  )
  t.same((await members(c, 'resource_classes')).map((one) => one['o:term']), ['ex:Thing'])
  t.match(await c.get('vocabularies', 5), {
    'o:prefix': 'ex',
    'o:namespace_uri': NAMESPACE,
    'o:label': 'Example',
    'o:owner': { 'o:id': c.id('site_admin') }
  })
  const item = await c.make('items', { 'ex:weight': [literal('3 kg')] })
  t.match(await c.get('items', item), { 'ex:weight': [{ property_label: 'Weight' }] })
})

t.test('every format says the same', async (t) => {
  const c = await collection(t)
  for (const text of [N_TRIPLES, XML, JSON_LD, `[${JSON_LD}]`, `\uFEFF${XML}`]) {
    const { properties } = await c.api.vocabularies.preview(
      { source: await document(c, text), prefix: 'ex', namespace: NAMESPACE },
      OPERATOR
    )
    t.same(properties.added, [
      { localName: 'weight', label: 'Weight', comment: text.includes('heavy') ? 'How heavy' : null }
    ])
  }
})

t.test('language and properties of labels and comments can be chosen; all kinds of members are taken, or named', async (t) => {
  const c = await collection(t)
  const kinds = [
    'ObjectProperty', 'DatatypeProperty', 'AnnotationProperty', 'FunctionalProperty', 'InverseFunctionalProperty',
    'SymmetricProperty', 'AsymmetricProperty', 'TransitiveProperty', 'ReflexiveProperty', 'IrreflexiveProperty',
    'OntologyProperty', 'DeprecatedProperty'
  ]
  const source = await document(c, `${TURTLE.split('ex: a owl')[0]}
    ex:sail a owl:ObjectProperty ; rdfs:label "Segel"@de , "sail"@EN-gb , "plain" ; skos:prefLabel "voile"@fr ;
      rdfs:comment "Tuch"@de , "cloth"@en ; skos:definition "What catches the wind"@en .
    ex:mast a owl:DatatypeProperty ; rdfs:label "mât"@fr , "" .
    ex:Boat a owl:DeprecatedClass . ex:Ship a rdfs:Class ; skos:altLabel "vessel"@en .
    ${kinds.map((kind, at) => `ex:p${at} a owl:${kind} .`).join(' ')} ex:member a rdfs:ContainerMembershipProperty .
    ex:Argo a owl:NamedIndividual , ex:Ship . <${NAMESPACE}a/b> a rdf:Property . ex: a owl:Ontology .`)
  const options = { source, prefix: 'ex', namespace: NAMESPACE }
  const chosen = async (choice: Json): Promise<Record<string, unknown>> => {
    const { properties, classes } = await c.api.vocabularies.preview({ ...options, ...choice }, OPERATOR)
    return Object.fromEntries([...properties.added, ...classes.added]
      .map(({ localName, label, comment }) => [localName, [label, comment]]))
  }
  t.match(await chosen({}), { sail: ['voile', 'Tuch'], mast: ['mât', null], Ship: ['Ship', null] })
  t.match(await chosen({ lang: 'en' }), { sail: ['sail', 'cloth'], mast: ['mât', null] }, 'a variety of the language')
  t.match(await chosen({ lang: 'DE' }), { sail: ['Segel', 'Tuch'] })
  t.match(await chosen({ lang: 'es' }), { sail: ['plain', 'Tuch'] }, 'else what is in no language')
  t.match(await chosen({
    lang: 'en',
    labelProperty: '<http://www.w3.org/2004/02/skos/core#altLabel>',
    commentProperty: 'http://www.w3.org/2004/02/skos/core#definition'
  }), { sail: ['sail', 'What catches the wind'], Ship: ['vessel', null] })
  for (const choice of [{ lang: 'English please' }, { labelProperty: 'label' }, { commentProperty: '' }]) {
    const { errors } = await refusal(c.api.vocabularies.run({ ...options, ...choice }, OPERATOR))
    t.same(Object.keys(errors), Object.keys(choice))
  }

  const report = await c.api.vocabularies.run({ ...options, lang: 'de' }, OPERATOR)
  t.match(report.log.slice(1, 4), [
    / Properties: 15 added/, / Classes: 2 added/,
    ' Left out, because they are not properties or classes, or their names cannot be part of a term: ' +
      'Argo (http://www.w3.org/2002/07/owl#NamedIndividual), a/b (http://www.w3.org/1999/02/22-rdf-syntax-ns#Property).'
  ])
  t.match((await members(c, 'properties'))[0], { 'o:term': 'ex:sail', 'o:label': 'Segel', 'o:comment': 'Tuch' })
})

t.test('a vocabulary in another encoding is decoded when it is XML, and refused otherwise', async (t) => {
  const c = await collection(t)
  const preview = async (content: Buffer): Promise<VocabularyPreview> => await c.api.vocabularies.preview(
    { source: await document(c, content), prefix: 'ex', namespace: NAMESPACE }, OPERATOR
  )
  const labelled = XML.replace('Weight', 'Schwere (g, größer)')
  for (const content of [
    Buffer.from(labelled.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1'),
    Buffer.from(`\uFEFF${labelled}`, 'utf16le'),
    gzipSync(labelled)
  ]) {
    t.match(await preview(content), { properties: { added: [{ label: 'Schwere (g, größer)' }] } })
  }
  for (const [content, line] of [[TURTLE, 8], [labelled, 3], [JSON_LD.replace('Weight', 'ö'), 1]] as const) {
    t.match((await refusal(preview(Buffer.from(content, 'latin1')))).errors, {
      source: [new RegExp(` cannot be read: line ${line} is not UTF-8 \\(0x(?:DF|F6), byte \\d+ of the document\\)\\. Save it as UTF-8\\.$`)]
    })
  }
})

t.test('a new version adds and changes members, keeps their ids, and removes missing ones on request', async (t) => {
  const c = await collection(t)
  const first = { source: await document(c, TURTLE), prefix: 'ex', namespace: NAMESPACE }
  await c.api.vocabularies.run(first, OPERATOR)
  const before = await members(c, 'properties')
  const item = await c.make('items', {
    'dcterms:title': [literal('t')],
    'ex:weight': [literal('3')],
    'ex:colour': [literal('red')]
  })
  await c.get('items', item)

  const second = {
    source: await document(
      c,
      TURTLE.replace('"Weight"', '"Mass"').replace(/^ex:colour.*$/m, 'ex:depth a rdf:Property .'),
      'second'
    ),
    prefix: 'ex'
  }
  t.match(await c.api.vocabularies.preview(second, OPERATOR), {
    id: 5,
    properties: {
      added: [{ localName: 'depth' }],
      changed: [{ localName: 'weight', label: 'Mass', was: { label: 'Weight', comment: null } }],
      removed: [{ localName: 'colour' }]
    },
    classes: { added: [], changed: [], removed: [] }
  })
  t.match(
    (await c.api.vocabularies.run(second, OPERATOR)).log[1],
    'Properties: 1 added, 1 changed, 1 stay that the document does not have.'
  )
  t.same((await members(c, 'properties')).slice(0, 3).map((one) => one['o:id']), before.map((one) => one['o:id']))
  t.match(await c.get('items', item), { 'ex:weight': [{ property_label: 'Mass' }], 'ex:colour': [{ '@value': 'red' }] })
  t.match((await c.api.vocabularies.run({ ...second, remove: true }, OPERATOR)).log[1], '0 added, 0 changed, 1 removed')
  t.match(await c.get('items', item), { 'ex:weight': [{ property_label: 'Mass' }], 'ex:colour': undefined })
})

t.test('a vocabulary that cannot be imported is refused and changes nothing', async (t) => {
  const c = await collection(t)
  const source = await document(c, TURTLE)
  const errorsOf = async (options: object): Promise<unknown> =>
    (await refusal(c.api.vocabularies.preview({ source, prefix: 'ex', namespace: NAMESPACE, ...options }, OPERATOR)))
      .errors
  t.match(await errorsOf({ namespace: 'http://example.org/nothing#' }), { source: [/no properties or classes/] })
  t.match(await errorsOf({ namespace: undefined }), { 'o:namespace_uri': [/Give its namespace/] })
  t.match(await errorsOf({ prefix: 'foaf' }), { 'o:prefix': [/already taken/] })
  t.match(await errorsOf({ namespace: 'http://purl.org/dc/terms/' }), { 'o:prefix': [/has the prefix "dcterms" already/] })
  t.match(await errorsOf({ source: await document(c, 'Dear Sir', 'letter') }), { source: [/cannot be read/] })
  t.match(await errorsOf({ source: path.join(c.data, 'missing.ttl') }), { source: [/missing\.ttl cannot be read: ENOENT/] })
  t.match(await errorsOf({ source: await document(c, '{"@context":"http://127.0.0.1:1/c","@id":"x"}', 'remote') }), {
    source: [/fetched only when that is allowed/]
  })
  t.match(await errorsOf({ source: 'http://127.0.0.1:1/vocabulary.ttl' }), { source: [/cannot be read/] })
  t.match(await refusal(c.api.vocabularies.run({ source, prefix: 'ex', namespace: NAMESPACE }, c.as.editor.actor)), {
    kind: 'forbidden'
  })
  t.match(await refusal(c.api.vocabularies.preview({ source, prefix: 'dcterms' }, c.as.site_admin.actor)), {
    kind: 'forbidden'
  })
  t.match(await c.api.vocabularies.run({ source, prefix: 'o', namespace: NAMESPACE }, OPERATOR), {
    status: 'error',
    log: [/Started/, /The prefix "o" is reserved/]
  })
  const long = await document(c, TURTLE.replace('"Size"', `"${'x'.repeat(300)}"`), 'long')
  t.match(await c.api.vocabularies.run({ source: long, prefix: 'ex', namespace: NAMESPACE }, OPERATOR), {
    status: 'error',
    log: [/Started/, /The member "size"/]
  })
  t.same(await members(c, 'properties'), [])
})

t.test('members of a built-in vocabulary are removed by force only', async (t) => {
  const c = await collection(t)
  const source = await document(c, N_TRIPLES.replaceAll(NAMESPACE, 'http://xmlns.com/foaf/0.1/'))
  const options = { source, prefix: 'foaf', remove: true }
  t.equal((await c.api.vocabularies.run(options, OPERATOR)).status, 'error')
  t.equal((await c.api.vocabularies.run({ ...options, force: true }, OPERATOR)).status, 'completed')
  t.same((await members(c, 'properties', 'foaf')).map((one) => one['o:term']), ['foaf:weight'])
})

t.test('a vocabulary comes from an address, where the settings allow it', async (t) => {
  const server = createServer((_request, response) => { response.end(TURTLE) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close() })
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const options = { source, prefix: 'ex', namespace: NAMESPACE }
  const strict = await collection(t)
  t.match((await refusal(strict.api.vocabularies.preview(options, OPERATOR))).errors, { source: [/cannot be read/] })
  const open = await collection(t, { allowPrivateAddresses: true })
  t.equal((await open.api.vocabularies.preview(options, OPERATOR)).properties.added.length, 3)
})

t.test('a context that a document names is fetched only when that is allowed', async (t) => {
  const { '@context': context, ...named } = JSON.parse(JSON_LD) as Record<string, unknown>
  const asked: Array<string | undefined> = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response
      .writeHead(200, { 'content-type': 'application/ld+json' })
      .end(request.url === '/context' ? JSON.stringify({ '@context': context }) : 'Dear Sir')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close() })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const c = await collection(t, { allowPrivateAddresses: true })
  const options = async (address: string) => ({
    source: await document(c, JSON.stringify({ '@context': `${base}${address}`, ...named })),
    prefix: 'ex',
    namespace: NAMESPACE
  })
  t.match((await refusal(c.api.vocabularies.preview(await options('/context'), OPERATOR))).errors, {
    source: [/fetched only when that is allowed/]
  })
  t.same(asked, [])
  const { properties } = await c.api.vocabularies.preview(
    { ...(await options('/context')), allowRemoteContexts: true },
    OPERATOR
  )
  t.same(properties.added, [{ localName: 'weight', label: 'Weight', comment: null }])
  t.same(asked, ['/context'])
  t.match(
    (await refusal(c.api.vocabularies.preview({ ...(await options('/letter')), allowRemoteContexts: true }, OPERATOR)))
      .errors,
    { source: [/cannot be read/] }
  )
  const strict = await collection(t)
  t.match(
    (
      await refusal(
        strict.api.vocabularies.preview({ ...(await options('/context')), allowRemoteContexts: true }, OPERATOR)
      )
    ).errors,
    { source: [/cannot be read/] },
    'where the settings allow it'
  )
})

t.test('Schema.org comes in whole', async (t) => {
  const c = await collection(t)
  const source = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq')
  t.match(
    (
      await c.api.vocabularies.run(
        { source, prefix: 'schema', namespace: 'http://schema.org/', label: 'Schema.org' },
        OPERATOR
      )
    ).log,
    [/Started/, /Properties: 1\d\d\d added/, /Classes: 9\d\d added|Classes: 1\d\d\d added/]
  )
  t.match(await members(c, 'resource_classes', 'schema'), { length: Number })
  t.equal((await c.find('properties', { term: 'schema:name' })).length, 1)
  const again = await c.api.vocabularies.preview({ source, prefix: 'schema' }, OPERATOR)
  t.same([again.properties, again.classes], Array(2).fill({ added: [], changed: [], removed: [] }))
})
