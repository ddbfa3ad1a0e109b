import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { title } from '../helper.js'
import { stored } from '../files/fixtures/uploads.js'
import { until, withPeople } from './fixtures/signed-in.js'
import { Person } from './person.js'

const PRINTS = `Identifier;Title;Subject;Unknown thing
P-1;Nocturne;river|night;<script>alert(1)</script>
P-2;"The ""Thames""";river;
`

/** A file as browsers send it. */
const csv = (text: string, name = 'prints.csv'): [Blob, string] => [new Blob([text], { type: 'text/csv' }), name]

/** The address of a page without its query, from the answer to a form that leads there. */
const addressIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers.location).replace(/[?#].*$/, '')

/** The fields of the form on a page, as a browser sends them when nothing was changed. */
function fieldsOf (page: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, id, name, rest] of page.matchAll(/<select id="([^"]+)" name="([^"]+)"[^>]*>(.*?)<\/select>/gs)) {
    if (id === name) fields[name!] = /<option value="([^"]*)" selected>/.exec(rest!)?.[1] ?? ''
  }
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
    const [name, type] = [attribute('name'), attribute('type')]
    if (type === 'text') fields[name] = attribute('value')
    if (type === 'checkbox' && tag.includes(' checked')) fields[name] = '1'
  }
  return fields
}

t.test('a table is sent, its columns are guessed and changed, previewed, imported and undone', async (t) => {
  const server = await withPeople(t, ['site_admin'])
  const { api, people: [admin] } = server
  const sent = await admin!.send('/admin/import', { file: csv(PRINTS) })
  const address = addressIn(sent)
  t.match(address, /^\/admin\/import\/[0-9a-f]{24}$/)
  const page = (await admin!.get(address)).payload
  t.match(page, /<h1>prints\.csv<\/h1>.*4 columns/s)
  t.match(page, '&lt;script&gt;alert(1)&lt;/script&gt;')
  const fields = fieldsOf(page)
  t.match(fields, {
    'to-1': 'dcterms:identifier',
    'to-2': 'dcterms:title',
    'to-3': 'dcterms:subject',
    'separator-3': '|',
    'to-4': '',
    identifier: '1',
    record_type: 'o:Item',
    visibility: '1',
    update_by: ''
  })
  const previewed = await admin!.post(address, {
    ...fields, 'to-4': 'dcterms:description', 'language-2': 'en-GB', visibility: '0', action: 'preview'
  })
  t.equal(previewed.headers.location, `${address}/preview`)
  const preview = (await admin!.get(previewed.headers.location!)).payload
  t.match(preview, /Row 2.*Nocturne.*Row 3.*The &quot;Thames&quot;/s)
  t.match(preview, /<dd lang="en-GB">Nocturne <span class="mine">en-GB<\/span><\/dd>/)
  t.match(preview, '<dd>&lt;script&gt;alert(1)&lt;/script&gt;</dd>')
  t.match(preview, /<strong>Private<\/strong>/)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0, 'a preview writes nothing')
  t.match(fieldsOf((await admin!.get(address)).payload), { 'to-4': 'dcterms:description', visibility: '0' }, 'it is kept')

  const started = await admin!.post(`${address}/run`)
  t.match(started.headers.location, /^\/admin\/job\/\d+$/)
  const job = await until(admin!, started.headers.location!, /<strong>(?:Completed|Failed)<\/strong>/)
  t.match(job, /Completed.*<dd>2 made<\/dd><dd>0 changed<\/dd>/s)
  t.match(job, /<p class="lead">File: prints\.csv<\/p>.*<a href="\/items\/1">Nocturne<\/a>/s)
  t.match(job, `href="${address}"`)
  const items = (await api.items.search({ sort_by: 'id' }, { actor: OPERATOR })).json()
  t.match(items, [
    { 'o:title': 'Nocturne', 'o:is_public': false, 'o:owner': { 'o:id': 1 }, 'dcterms:subject': { length: 2 } },
    { 'o:title': 'The "Thames"', 'dcterms:title': [{ '@language': 'en-GB' }] }
  ])

  const undoing = await admin!.post(`${started.headers.location!}/undo`)
  await until(admin!, undoing.headers.location!, /<strong>Completed<\/strong>/)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0)
  t.notMatch((await admin!.get(started.headers.location!)).payload, 'Undo the import', 'nothing is left to undo')
  t.equal((await admin!.post(`${address}/remove`)).headers.location, '/admin/import?done=removed')
  t.equal((await admin!.get(address)).statusCode, 404)
  t.same(await stored(server), [])
})

t.test('records that are there are updated by what identifies them, and restored by undoing', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  await api.items.create({
    ...title('Old title'),
    'dcterms:identifier': [{ type: 'literal', property_id: 10, '@value': 'P-1' }]
  }, { actor: OPERATOR })
  const address = addressIn(await admin!.send('/admin/import', { file: csv(PRINTS) }))
  const fields = fieldsOf((await admin!.get(address)).payload)
  await admin!.post(address, { ...fields, update_by: 'dcterms:identifier', action: 'preview' })
  const preview = (await admin!.get(`${address}/preview`)).payload
  t.match(preview, /Row 2 · updates a record/)
  t.notMatch(preview, /Row 3 · updates a record/)
  const { headers: { location: job } } = await admin!.post(`${address}/run`)
  t.match(await until(admin!, job!, /<strong>(?:Completed|Failed)<\/strong>/), /<dd>1 made<\/dd><dd>1 changed<\/dd>/)
  t.equal((await api.items.read(1, { actor: OPERATOR })).json()['o:title'], 'Nocturne')
  const undoing = await admin!.post(`${job!}/undo`)
  await until(admin!, undoing.headers.location!, /<strong>Completed<\/strong>/)
  t.equal((await api.items.read(1, { actor: OPERATOR })).json()['o:title'], 'Old title')
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 1)
})

t.test('invalid rows are listed in the preview and in the log, and nothing is imported', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const address = addressIn(await admin!.send('/admin/import', { file: csv('Title,Class,Visibility\nA,dctype:Image,yes\nB,Imagge,maybe\n') }))
  t.match(fieldsOf((await admin!.get(address)).payload), { 'to-2': 'o:resource_class', 'to-3': 'o:is_public' })
  const preview = (await admin!.get(`${address}/preview`)).payload
  t.match(preview, /1 of these rows has an error/)
  t.match(preview, /Row 3.*<li class="problem">Error: <span lang="en">column Visibility: /s)
  t.match(preview, /1 row of the file has an error\..*Row 3: column Visibility.*<select id="continue_on_error".*<button class="main">/s)
  t.match(fieldsOf(preview), { continue_on_error: '0' })
  const { headers: { location: job } } = await admin!.post(`${address}/run`)
  const failed = await until(admin!, job!, /<strong>(?:Completed|Failed)<\/strong>/)
  t.match(failed, /role="alert"><p lang="en">Nothing was imported, because the file has errors\.<\/p><p lang="en">Row 3: .*Failed/s)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0)
  const { headers: { location: second } } = await admin!.post(`${address}/run`, { continue_on_error: '1' })
  await until(admin!, second!, /<strong>Completed<\/strong>/)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 1, 'the others come in if one wants them to')
})

t.test('records as NDJSON and RDF are imported without a choice of columns', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const ndjson = '{"@type":"o:Item","dcterms:title":[{"type":"literal","@value":"Nocturne"}]}\n{"@type":"o:Thing"}\n'
  const turtle = '<http://example.org/1> <http://purl.org/dc/terms/title> "Dusk"@en .\n'
  for (const { file, place, lead } of [
    { file: csv(ndjson, 'records.ndjson'), place: /Line 1.*Nocturne.*Line 2.*Error: /s, lead: 'Records as JSON' },
    { file: csv(turtle, 'records.ttl'), place: /Record 1.*Dusk.*>en</s, lead: 'Statements in RDF' }
  ]) {
    const address = addressIn(await admin!.send('/admin/import', { file }))
    const page = (await admin!.get(address)).payload
    t.match(page, lead)
    t.match(fieldsOf(page), { update_by: '', create_item_sets: '1' })
    await admin!.post(address, { update_by: '', continue_on_error: '1', action: 'save' })
    t.match(fieldsOf((await admin!.get(address)).payload), { continue_on_error: '1', create_item_sets: undefined })
    t.match((await admin!.get(`${address}/preview`)).payload, place)
    const { headers: { location: job } } = await admin!.post(`${address}/run`)
    await until(admin!, job!, /<strong>Completed<\/strong>/)
  }
  const items = (await api.items.search({ sort_by: 'id' }, { actor: OPERATOR })).json()
  t.same(items.map((item) => item['o:title']), ['Nocturne', 'Dusk'])
})

t.test('a file that is no table is refused beside the field, and not stored', async (t) => {
  const server = await withPeople(t, ['global_admin'], { uploadLimit: 2000 })
  const { people: [admin] } = server
  await admin!.get('/admin/import')
  const refused = async (file: [Blob, string], reason: RegExp): Promise<void> => {
    const { statusCode, payload } = await admin!.send('/admin/import', { file })
    t.equal(statusCode, 422, String(reason))
    t.match(payload, /<input id="file"[^>]* aria-describedby="file-hint file-problem" aria-invalid="true"/)
    t.match(/id="file-problem">([^<]*)</.exec(payload)?.[1], reason)
  }
  await refused([new Blob([]), ''], /Choose a file/)
  await refused(csv(''), /This file is empty/)
  await refused(csv('Title\n', 'prints.exe'), /no file of a kind/)
  await refused(csv('\n\n\n'), /cannot be read as a table: the table is empty/)
  await refused([new Blob([Buffer.from('PK\u0003\u0004 half of a spreadsheet')]), 'a.xlsx'], /cannot be read as a table/)
  await refused([new Blob([Buffer.from([0xD0, 0xCF, 0x11, 0xE0, 0, 0, 0, 0])]), 'a.xlsx'], /XLS/)
  await refused(csv(`Title\n${'x'.repeat(3000)}\n`), /too large/)
  t.same(await stored(server), [])
})

t.test('a file that cannot be read pushes out none that waits; quotation marks may belong to the texts', async (t) => {
  const { people: [admin] } = await withPeople(t, ['global_admin'])
  for (let at = 0; at < 5; at++) await admin!.send('/admin/import', { file: csv(PRINTS, `prints-${at}.csv`) })
  const stray = 'Title\tExtent\n"Blue bowl\t5 cm\nPlate\t6 cm\n'
  const { statusCode, payload } = await admin!.send('/admin/import', { file: csv(stray, 'stray.tsv') })
  t.equal(statusCode, 422)
  t.match(payload, /cannot be read as a table: row 2: a quotation mark is opened here and closed nowhere/)
  t.match(payload, /name="no_quotes" value="1" checked.*Quotation marks belong to the texts/s)
  t.match(payload, 'prints-0.csv')
  const address = addressIn(await admin!.send('/admin/import', { no_quotes: '1', file: csv(stray, 'stray.tsv') }))
  const page = (await admin!.get(address)).payload
  t.match(page, /<li>"Blue bowl<\/li>|<li>&quot;Blue bowl<\/li>/)
  t.match(page, /name="no_quotes" value="1" checked/)
})

t.test('a file that is damaged further down, or cannot be imported as was chosen, says so in the preview', async (t) => {
  const { people: [admin] } = await withPeople(t, ['global_admin'])
  const gzip = gzipSync('{"@type":"o:Item"}\n'.repeat(3))
  for (const { file, changes, reason } of [
    { file: csv('<http://example.org/1> "no predicate" .', 'a.ttl'), changes: {}, reason: /cannot be read/ },
    {
      file: [new Blob([Buffer.from('<http://example.org/1> <http://purl.org/dc/terms/title> "é" .', 'latin1')]), 'a.ttl'] as [Blob, string],
      changes: {},
      reason: /line 1 is not UTF-8 \(0xE9, byte 58 of the document\)\. Save it as UTF-8\./
    },
    { file: [new Blob([gzip.subarray(0, gzip.length - 12)]), 'a.ndjson.gz'] as [Blob, string], changes: {}, reason: /./ },
    { file: csv('{"@type":"o:Item"}', 'a.ndjson'), changes: { update_by: 'dcterms:identifire' }, reason: /nearest/ }
  ]) {
    const address = addressIn(await admin!.send('/admin/import', { file }))
    await admin!.post(address, { update_by: '', action: 'preview', ...changes })
    const { statusCode, payload } = await admin!.get(`${address}/preview`)
    t.equal(statusCode, 422, file[1])
    t.match(/role="alert"><p>Error:\s+<span lang="en">([^<]*)/.exec(payload)?.[1], reason)
    t.notMatch(payload, '<button class="main">')
  }
})

t.test('only administrators import, each their own uploads', async (t) => {
  const { people: [admin, other, editor] } = await withPeople(t, ['global_admin', 'site_admin', 'editor'])
  const address = addressIn(await admin!.send('/admin/import', { file: csv(PRINTS) }))
  for (const page of [address, `${address}/preview`]) {
    t.equal((await admin!.get(page)).statusCode, 200)
    t.equal((await other!.get(page)).statusCode, 404, 'another administrator')
    t.equal((await editor!.get(page)).statusCode, 403)
    t.equal((await new Person(admin!.app).get(page)).statusCode, 303)
  }
  for (const form of ['', '/run', '/remove']) {
    t.match(String((await other!.post(address + form)).statusCode), form === '/remove' ? /303/ : /404/)
    t.equal((await editor!.post(address + form)).statusCode, 403)
  }
  t.equal((await editor!.get('/admin/import')).statusCode, 403)
  t.equal((await editor!.send('/admin/import', { file: csv(PRINTS) })).statusCode, 403)
  t.equal((await admin!.get(address)).statusCode, 200, 'it is still there')
  t.notMatch((await other!.get('/admin/import')).payload, 'prints.csv')
  t.match((await admin!.get('/admin/import')).payload, 'prints.csv')
  for (const wrong of ['/admin/import/..%2f..%2fvitrine.db', '/admin/import/nothing', `${address}x`]) {
    t.equal((await admin!.get(wrong)).statusCode, 404, wrong)
  }
})

t.test('a file that comes from elsewhere is not received', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  await admin!.get('/admin/import')
  const { token } = admin!
  for (const [parts, headers] of [
    [{ csrf: 'x', file: csv(PRINTS) }, {}],
    [{ csrf: '', file: csv(PRINTS) }, {}],
    [{ csrf: token, file: csv(PRINTS) }, { origin: 'https://evil.example' }]
  ] as const) {
    const answer = await admin!.send('/admin/import', { ...parts }, headers)
    t.equal(answer.statusCode, 403)
    t.match(answer.payload, 'did not come from a page of this site')
  }
  t.same(await api.importUploads.list({ id: 1, role: 'global_admin' }), [])
  t.same(await readdir(api.files.work.temporary), [], 'nothing of it is left')
  t.equal((await admin!.send('/admin/import', { csrf: token, file: csv(PRINTS) })).statusCode, 303)
})

t.test('invalid fields of a mapping are reported beside them', async (t) => {
  const { people: [admin] } = await withPeople(t, ['global_admin'])
  const address = addressIn(await admin!.send('/admin/import', { file: csv(PRINTS) }))
  const fields = fieldsOf((await admin!.get(address)).payload)
  const wrong = async (changes: Record<string, string>, field: string, reason: RegExp): Promise<void> => {
    const { statusCode, payload } = await admin!.post(address, { ...fields, action: 'preview', ...changes })
    t.equal(statusCode, 422, field)
    t.match(new RegExp(`id="${field}-problem">([^<]*)<`).exec(payload)?.[1], reason)
  }
  await wrong({ 'language-2': 'English language!' }, 'language-2', /not a language tag/)
  await wrong({ 'to-2': 'dcterms:tittle' }, 'to-2', /nearest is dcterms:title/)
  await wrong({ 'type-3': 'numeric:none' }, 'to-3', /unknown data type/)
  await wrong({ action: 'read', header_row: '0' }, 'header_row', /number of a row/)
  await wrong({ action: 'read', header_row: '99' }, 'header_row', /cannot be read as a table/)
  const none = await admin!.post(address, { ...fields, 'to-1': '', 'to-2': '', 'to-3': '', identifier: '', action: 'preview' })
  t.match(none.payload, /role="alert"><p>[^<]*uses no column/)
  t.match(fieldsOf((await admin!.get(address)).payload), { 'to-2': 'dcterms:title' }, 'nothing of it was kept')
})

t.test('options for reading the file can be changed, and the columns are guessed again', async (t) => {
  const { people: [admin] } = await withPeople(t, ['global_admin'])
  const latin = Buffer.from('About these prints\nTitre|Créateur\nÉtude|Sèvres\n', 'latin1')
  const address = addressIn(await admin!.send('/admin/import', { file: [new Blob([latin]), 'a.csv'] }))
  const fields = fieldsOf((await admin!.get(address)).payload)
  t.match(fields, { encoding: 'windows-1252', header_row: '1' })
  await admin!.post(address, { ...fields, header_row: '2', delimiter: '|', action: 'read' })
  const page = (await admin!.get(address)).payload
  t.match(fieldsOf(page), { 'to-1': 'dcterms:title', 'to-2': 'dcterms:creator', header_row: '2', delimiter: '|' })
  t.match(page, '<li>Étude</li>')
})

t.test('many columns come page by page, and nothing chosen is lost on the way', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const headers = Array.from({ length: 60 }, (_, i) => i === 0 ? 'Title' : `Column ${i + 1}`)
  const address = addressIn(await admin!.send('/admin/import', { file: csv(`${headers}\n${headers}\n`) }))
  const first = (await admin!.get(address)).payload
  t.match(first, /60 columns\..*Page 1 of 3/s)
  t.equal(Object.keys(fieldsOf(first)).filter((name) => name.startsWith('to-')).length, 25)
  const on = await admin!.post(address, { ...fieldsOf(first), 'to-25': 'dcterms:creator', page: '1', action: 'page-3' })
  t.equal(on.headers.location, `${address}?page=3#columns`)
  const third = (await admin!.get(on.headers.location!)).payload
  t.match(Object.keys(fieldsOf(third)).filter((name) => name.startsWith('to-')), { length: 10, 0: 'to-51' })
  await admin!.post(address, { ...fieldsOf(third), 'to-60': 'dcterms:subject', page: '3', action: 'preview' })
  t.match((await admin!.get(`${address}/preview`)).payload, /Column 25.*Column 60/s)
  const { headers: { location: job } } = await admin!.post(`${address}/run`)
  await until(admin!, job!, /<strong>Completed<\/strong>/)
  t.match((await api.items.read(1, { actor: OPERATOR })).json(), {
    'dcterms:creator': [{ '@value': 'Column 25' }], 'dcterms:subject': [{ '@value': 'Column 60' }]
  })
})

t.test('a file on this computer that a table names is not read', async (t) => {
  const { api, people: [admin] } = await withPeople(t, ['global_admin'])
  const address = addressIn(await admin!.send('/admin/import', { file: csv('Title,File\nA,file.csv\n') }))
  const fields = fieldsOf((await admin!.get(address)).payload)
  t.equal(fields['to-2'], '', 'it is not offered')
  await admin!.post(address, { ...fields, 'to-2': 'file', action: 'preview' })
  t.match((await admin!.get(`${address}/preview`)).payload, /local files cannot be imported here/)
  const { headers: { location: job } } = await admin!.post(`${address}/run`)
  await until(admin!, job!, /<strong>Failed<\/strong>/)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0)
})
