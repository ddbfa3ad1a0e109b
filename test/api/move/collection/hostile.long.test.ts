import { appendFile, copyFile, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { build } from '../../../helper.js'
import type { Json } from '../../../files/fixtures/uploads.js'
import { mixed } from '../export/fixtures/mixed.js'
import { collectionFile, everything, exported, imported, linesOf, SOURCE, writeLines } from './fixtures/collections.js'

const item = (more: object = {}): Json => ({ '@type': 'o:Item', 'o:id': 1, ...more })
const user = (id: number, email: unknown): Json =>
  ({ '@type': 'o:User', 'o:id': id, 'o:name': 'Ada', 'o:email': email, 'o:role': 'author', 'o:is_active': true })
const vocabulary = (id: number, prefix: string, namespace: string): Json =>
  ({ '@type': 'o:Vocabulary', 'o:id': id, 'o:prefix': prefix, 'o:namespace_uri': namespace, 'o:label': 'Label' })
const media = (more: object): Json =>
  ({ '@type': 'o:Media', 'o:id': 2, 'o:item': { 'o:id': 1 }, 'o:ingester': 'upload', 'o:renderer': 'file', ...more })
const deep = (levels: number): unknown => levels === 0 ? 1 : [deep(levels - 1)]

/** Lines that lie, and what is said about them. */
const LIES: ReadonlyArray<readonly [name: string, lines: Json[], problem: RegExp]> = [
  ['no type', [{ 'o:id': 1 }], /error 2: @type: expected one of .*o:Item/],
  ['an unknown type', [item({ '@type': 'o:Robot' })], /error 2: @type: expected one of/],
  ['two types', [item({ '@type': ['o:Item', 'o:ItemSet'] })], /error 2: @type: expected one of/],
  ['the address of another type', [item({ '@id': `${SOURCE}/media/1` })], /error 2: @type: this is o:Item, but @id/],
  ['no id', [item({ 'o:id': null })], /error 2: o:id: expected a whole number from 1, not null/],
  ['a negative id', [item({ 'o:id': -5 })], /error 2: o:id: expected a whole number from 1, not -5/],
  ['an id that is not exact', [item({ 'o:id': 2 ** 53 })], /error 2: o:id: expected a whole number from 1/],
  ['an id as text', [item({ 'o:id': '1' })], /error 2: o:id: expected a whole number from 1, not "1"/],
  ['an id twice', [item(), item()], /error 3: o:id: 1 must be greater than 1/],
  ['an id of two types', [{ ...item(), '@type': 'o:ItemSet' }, item()], /error 3: o:id: one of item_sets has the id 1 already/],
  ['types in another order', [item(), { ...item(), '@type': 'o:ItemSet', 'o:id': 2 }], /error 3: @type: item_sets must come before items/],
  ['a property that does not exist', [item({ 'ex:none': [{ type: 'literal', '@value': 'x' }] })], /error 2: ex:none: there is no such property/],
  ['the prototype as a key', [JSON.parse('{"@type":"o:Item","o:id":1,"__proto__":[{"type":"literal"}]}') as Json], /error 2: __proto__: there is no such property/],
  ['values that are no list', [item({ 'dcterms:title': 'x' })], /error 2: dcterms:title: expected a list of values/],
  ['a link to a negative id', [item({ 'dcterms:title': [{ type: 'resource', value_resource_id: -1 }] })], /value_resource_id: expected an id/],
  ['a date that is none', [item({ 'o:created': { '@value': 'yesterday' } })], /error 2: o:created: expected a date/],
  ['a flag that is none', [item({ 'o:is_public': 'no' })], /error 2: o:is_public: expected true or false/],
  ['a reference that is none', [item({ 'o:owner': { 'o:id': 'x' } })], /error 2: o:owner: expected a reference/],
  ['media of no item', [media({ 'o:item': null })], /error 2: o:item: expected a reference/],
  ['media of an item that is not there', [media({ 'o:item': { 'o:id': 7 } })], /error 2: o:item: items 7: the file does not contain it/],
  ['a file name that leads elsewhere', [item(), media({ 'o:filename': '../../etc/passwd' })], /error 3: o:filename: expected the name of a stored file/],
  ['a file name with a slash', [item(), media({ 'o:filename': 'a/b.jpg' })], /error 3: o:filename: expected the name/],
  ['a checksum that is none', [item(), media({ 'o:sha256': 'x' })], /error 3: o:sha256: expected 64 hexadecimal digits/],
  ['an invalid address', [user(1, 'nobody')], /error 2: o:email: "nobody": /],
  ['an address twice', [user(1, 'ada@example.org'), user(2, 'ada@example.org')], /error 3: o:email: the record 1 of the file has the same/],
  ['a taken prefix', [vocabulary(9, 'dcterms', 'https://example.org/')], /error 2: o:prefix: already taken here/],
  ['a prefix twice', [vocabulary(8, 'ex', 'https://example.org/'), vocabulary(9, 'ex', 'https://example.com/')], /error 3: o:prefix: the record 8/],
  [
    'HTML that is too large to clean',
    [item(), media({ 'o:ingester': 'html', 'o:renderer': 'html', data: { html: '<p>'.repeat(30_000) } })],
    /error 3: HTML: /
  ],
  ['a deletion of nothing', [{ '@type': 'vitrine:Deletion', resource: 'robots', 'o:id': 1 }], /error 2: resource: expected one of/]
]

t.test('lines that lie are refused by line and key, and nothing at all is imported', async (t) => {
  const server = await build(t)
  const before = await everything(server.api)
  for (const [name, lines, problem] of LIES) {
    const file = await collectionFile(t, lines)
    const problems: string[] = []
    await imported(server, file, { isDryRun: true }).then((outcome) => problems.push(...outcome.problems))
    t.match(problems.join('\n'), problem, name)
    t.notOk((await imported(server, file)).isWritten, name)
  }
  t.same(await everything(server.api), before)
})

t.test('valid records can be imported without the invalid ones', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [item(), item({ 'o:id': 2, 'o:is_public': 'no' }), item({ 'o:id': 3 }), media({ 'o:id': 9, 'o:item': { 'o:id': 2 } })])
  const { problems, counts } = await imported(server, file, { continueOnError: true })
  t.equal(problems.length, 2)
  t.match(counts.items, { created: 2 })
  t.same((await everything(server.api)).items!.map((one) => one['o:id'] as number), [1, 3])
})

t.test('a file that is damaged, cut short or not a collection is refused before anything is written', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [item(), item({ 'o:id': 2 })])
  const [header, ...lines] = await linesOf(file)
  const end = lines.pop()!
  const cases: Array<[string, Buffer | string, RegExp]> = [
    ['without its end', [header, ...lines].map((line) => JSON.stringify(line)).join('\n'), /cut short/],
    ['with an end that counts otherwise', [header, lines[0], end].map((line) => JSON.stringify(line)).join('\n'), /says that there are 2 records, but the file has 1/],
    ['in the middle of a line', (await readFile(file, 'utf8')).slice(0, -60), /cut short in the middle|missing/],
    ['with lines after its end', `${await readFile(file, 'utf8')}{"@type":"o:Item","o:id":7}\n`, /must be the last line/],
    ['with lines that are no JSON', `${JSON.stringify(header)}\nnonsense\n`, /line 2: malformed JSON/],
    ['of another format', `${JSON.stringify({ ...header, format: 99 })}\n`, /format: expected 1/],
    ['from nowhere', `${JSON.stringify({ ...header, source: '' })}\n`, /source: expected a name/],
    ['compressed and cut', gzipSync(await readFile(file)).subarray(0, 150), /ends too early|no collection/],
    ['too deep', `${JSON.stringify(header)}\n${JSON.stringify({ ...item(), x: deep(2000) })}\n`, /nests deeper/],
    ['of other things', '{"@type":"o:Item"}\n', /is not a collection/]
  ]
  for (const [name, content, message] of cases) {
    const other = path.join(path.dirname(file), 'other.ndjson')
    await writeFile(other, content)
    await t.rejects(imported(server, other), message, name)
  }
  t.same((await everything(server.api)).items, [])
})

t.test('files that are missing, altered or lead elsewhere are reported; the record can come without', async (t) => {
  const source = await build(t)
  await mixed(source)
  const file = await exported(t, source)
  const folder = path.join(path.dirname(file), 'collection.files')
  const [original] = await readdir(path.join(folder, 'original'))
  const there = path.join(folder, 'original', original!)
  const kept = `${there}.kept`
  await copyFile(there, kept)
  const server = await build(t)
  const spoil: Array<[string, () => Promise<void>, RegExp]> = [
    ['longer', async () => { await appendFile(there, 'x') }, /bytes, not/],
    ['shorter', async () => { await truncate(there, 10) }, /has 10 bytes, not/],
    ['altered', async () => {
      const bytes = await readFile(there)
      bytes[20]! ^= 1
      await writeFile(there, bytes)
    }, /was altered: its SHA-256 is another/],
    ['a link', async () => {
      await rm(there)
      await symlink('/etc/passwd', there)
    }, /is missing/],
    ['missing', async () => { await rm(there) }, /is missing/]
  ]
  for (const [name, work, problem] of spoil) {
    await work()
    const { problems, isWritten } = await imported(server, file)
    t.match(problems.join('\n'), problem, name)
    t.notOk(isWritten, name)
    await rm(there, { force: true })
    await copyFile(kept, there)
  }
  await rm(there)
  const { problems } = await imported(server, file, { continueOnError: true })
  t.equal(problems.length, 1)
  const pictures = (await everything(server.api)).media!.filter((one) => one['o:ingester'] === 'upload')
  t.match(pictures, [{ 'o:filename': null, 'o:original_url': null, 'o:sha256': null }])
})

t.test('a folder of files that lies elsewhere is refused', async (t) => {
  const server = await build(t)
  for (const files of ['/etc', '../..', 'none']) {
    await t.rejects(imported(server, await collectionFile(t, [], { files })), /files: /, files)
  }
})

t.test('HTML is cleaned, and accounts that are here stay as they are', async (t) => {
  const server = await build(t)
  await server.account('author')
  const html = '<p>Text<script>alert(1)</script></p>'
  await imported(server, await collectionFile(t, [
    { ...user(1, 'author1@example.org'), 'o:role': 'global_admin' },
    item(), media({ 'o:ingester': 'html', 'o:renderer': 'html', data: { html } })
  ]))
  const { users, media: found } = await everything(server.api)
  t.match(users, [{ 'o:role': 'author' }])
  t.notMatch(JSON.stringify(found), 'alert')
})

t.test('a line of any length and a large file are read in pieces', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [item({ 'dcterms:title': [{ type: 'literal', '@value': 'x'.repeat(3_000_000) }] })])
  t.same((await imported(server, file)).problems, [])
  const lines = await linesOf(file)
  await writeLines(file, [lines[0]!, ...Array.from({ length: 3000 }, (_, at) => item({ 'o:id': at + 1 })), { ...lines.at(-1), records: 3000 }])
  t.match((await imported(server, file, { isDryRun: true })).counts.items, { created: 2999, updated: 1 })
})
