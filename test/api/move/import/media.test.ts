import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { importing, item, lines, picture, text, type Importing } from './fixtures/importing.js'

const upload = (file: string, more = {}) => ({ 'o:ingester': 'upload', file, ...more })

async function filesIn (c: Importing, folder: string): Promise<number> {
  return (await readdir(path.join(c.data, 'files', folder)).catch(() => [])).length
}

/** A server on loopback that answers with bytes by path, else 404. */
async function serving (t: Test, answers: Record<string, Buffer>): Promise<string> {
  const server = createServer((request, response) => {
    const body = answers[request.url!]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'image/jpeg' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('pictures beside the file come in as REST would take them', async (t) => {
  const c = await importing(t)
  const red = await picture('red')
  await c.write('pictures/red.jpg', red)
  const { media, created, errors } = await c.run(lines(item('_:a', 'A', {
    'o:media': [
      upload('pictures/red.jpg', {
        'dcterms:title': text('Front'), 'o:is_public': false, 'o:lang': 'en', 'o:alt_text': 'A red one', 'o:source': 'Box 7'
      }),
      { 'o:ingester': 'html', html: '<p>Granite</p><script>no</script>' }
    ]
  })))
  t.match({ media, created, errors }, { media: 2, created: 1, errors: 0 })
  const [found] = await c.all('items')
  const [first, second] = await c.all('media')
  t.match(first, {
    'o:ingester': 'upload',
    'o:renderer': 'file',
    'o:media_type': 'image/jpeg',
    'o:sha256': createHash('sha256').update(red).digest('hex'),
    'o:size': red.length,
    'o:title': 'Front',
    'o:is_public': false,
    'o:lang': 'en',
    'o:alt_text': 'A red one',
    'o:source': 'Box 7',
    'o:item': { 'o:id': found!['o:id'] }
  })
  t.match(second, { 'o:ingester': 'html', data: { html: '<p>Granite</p>' } })
  t.same(found!['o:media'].map((one: { 'o:id': number }) => one['o:id']), [first!['o:id'], second!['o:id']])
  t.same([await filesIn(c, 'original'), await filesIn(c, 'large'), await filesIn(c, 'square')], [1, 1, 1])
  t.match(await c.api.checkFiles(), { missing: 0, orphans: 0 })
})

t.test('REST and an import make the same media of the same picture', async (t) => {
  const c = await importing(t)
  const file = await c.write('red.jpg', await picture('red'))
  await c.run(lines(item('_:a', 'A', { 'o:media': [upload('red.jpg', { 'dcterms:title': text('Front') })] })))
  await c.make('items', {
    'dcterms:title': text('A'),
    'o:media': [{ 'o:ingester': 'upload', file_index: '0', 'dcterms:title': text('Front') }]
  }, { ...c.as.global_admin, uploads: [{ field: 'file', index: '0', filename: 'red.jpg', path: file, size: 1 }] })
  const [imported, created] = (await c.all('media')).map((media) => JSON.stringify(media)
    .replaceAll(/"o:id":\d+|[0-9a-f]{40}|(item|media)s?\/\d+|"@value":"\d{4}-[^"]+"/g, ''))
  t.equal(imported, created)
})

t.test('a picture that viewers cannot zoom into comes in, and the import says so with its line', async (t) => {
  const c = await importing(t)
  await c.write('red.jpg', await picture('red'))
  await c.write('cut.jpg', (await picture('red')).subarray(0, -20))
  const { created, problems } = await c.run(lines(
    item('_:a', 'A', { 'o:media': [upload('red.jpg')] }), item('_:b', 'B', { 'o:media': [upload('cut.jpg')] })
  ))
  t.equal(created, 2)
  t.same(problems, ['2: o:media: "cut.jpg" is stored, but cannot be decoded here (image/jpeg). ' +
    'It has no thumbnails, and viewers cannot zoom in. Send it as TIFF, PNG or JPEG, too.'])
})

t.test('a file must lie below the folder, and be a picture that is accepted', async (t) => {
  const c = await importing(t)
  await c.write('good.jpg', await picture('red'))
  await c.write('empty.jpg', '')
  await c.write('script.sh', '#!/bin/sh\n')
  await mkdir(path.join(c.folder, 'folder'))
  const outside = path.join(c.data, 'secret.jpg')
  await writeFile(outside, await picture('blue'))
  await symlink(outside, path.join(c.folder, 'link.jpg'))
  await symlink(c.data, path.join(c.folder, 'up'))
  await symlink(path.join(c.folder, 'good.jpg'), path.join(c.folder, 'inside.jpg'))
  const names = [
    '../secret.jpg', outside, 'link.jpg', 'up/secret.jpg', 'folder/../../secret.jpg', '..\\secret.jpg', 'good.jpg\0',
    'C:\\good.jpg', 'folder', 'empty.jpg', 'missing.jpg', `${'x'.repeat(5000)}.jpg`, 'script.sh', '', '.'
  ]
  const { problems, created } = await c.run(lines(
    ...names.map((name, at) => item(`_:${at}`, 'A', { 'o:media': [upload(name)] })),
    item('_:good', 'Good', { 'o:media': [upload('good.jpg'), upload('inside.jpg'), upload('folder\\..\\good.jpg')] })
  ))
  t.equal(created, 0)
  const below = /: o:media: the file ".*" is not below the folder of the files$/
  // Where the database cannot store it, no text may have it.
  const nul = /is not below the folder of the files$|U\+0000 cannot be stored/
  t.match(problems, [
    below, below, /link that leads out/, /link that leads out/, below, below, nul, below, /folder is not a file/,
    /empty.jpg is empty/, /missing.jpg does not exist/, /name that is too long/,
    /Error validating "script.sh". Cannot store files with the media type/, /needs "file"/, below
  ])
  t.equal(problems.length, names.length)
  t.equal(await filesIn(c, 'original'), 0)
  t.match(await c.run(lines(item('_:a', 'A', { 'o:media': [upload('inside.jpg')] })), { file: 'b.ndjson', files: null }), {
    problems: ['1: o:media: local files cannot be imported here; use addresses']
  })
})

t.test('files may lie in another folder', async (t) => {
  const c = await importing(t)
  await c.write('elsewhere/red.jpg', await picture('red'))
  const record = lines(item('_:a', 'A', { 'o:media': [upload('red.jpg')] }))
  t.match(await c.run(record), { media: 0, errors: 1 })
  t.match(await c.run(record, { files: path.join(c.folder, 'elsewhere') }), { media: 1, errors: 0 })
})

t.test('errors of media are reported before anything is written', async (t) => {
  const c = await importing(t)
  const media = [
    { 'o:ingester': 'uplod', file: 'a.jpg' },
    {},
    { 'o:ingester': 'upload' },
    { 'o:ingester': 'url', ingest_url: 'file:///etc/passwd' },
    { 'o:ingester': 'url', ingest_url: 'no address' },
    { 'o:ingester': 'html', htlm: '<p>' },
    { 'o:ingester': 'html', html: 'x', 'dcterms:titel': text('x') },
    'text'
  ]
  const { problems } = await c.run(lines(
    ...media.map((one, at) => item(`_:${at}`, 'A', { 'o:media': [one] })),
    item('_:many', 'Many', { 'o:media': Array.from({ length: 1001 }, () => ({ 'o:ingester': 'html', html: 'x' })) }),
    item('_:no list', 'No list', { 'o:media': { 'o:ingester': 'html' } })
  ), { isDryRun: true })
  t.match(problems, [
    /^1: o:media: "o:ingester" must be one of upload, .*; the nearest is upload$/,
    /^2: o:media: "o:ingester" must be one of/,
    '3: o:media: the ingester upload needs "file"',
    '4: o:media: "ingest_url" must be an address with http or https: file:///etc/passwd',
    '5: o:media: "ingest_url" must be an address with http or https: no address',
    '6: o:media: the ingester html needs "html"',
    '6: o:media: htlm: unknown term; the nearest is html',
    '7: o:media: dcterms:titel: unknown term; the nearest is dcterms:title',
    '8: o:media: expected a list of objects',
    '9: o:media: a record may have 1000 media, there are 1001',
    '10: o:media: expected a list of media'
  ])
})

t.test('media come from addresses, but not from private ones unless that is allowed', async (t) => {
  const bytes = await picture('green')
  const address = await serving(t, { '/green.jpg': bytes })
  const record = lines(item('_:a', 'A', { 'o:media': [{ 'o:ingester': 'url', ingest_url: `${address}/green.jpg` }] }))
  const strict = await importing(t)
  await t.rejects(strict.run(record), { message: /The file of a media cannot be fetched/ })
  t.same(await strict.all('items'), [])
  const c = await importing(t, { allowPrivateAddresses: true })
  t.match(await c.run(record), { media: 1, errors: 0 })
  t.match(await c.all('media'), [{ 'o:ingester': 'url', 'o:source': `${address}/green.jpg`, 'o:size': bytes.length }])
})

t.test('a picture that cannot be had ends the import, or is left out; the rest comes in later', async (t) => {
  const answers: Record<string, Buffer> = { '/1.jpg': await picture('green') }
  const address = await serving(t, answers)
  const c = await importing(t, { allowPrivateAddresses: true })
  const content = lines(...[1, 2, 3].map((at) =>
    item(`_:${at}`, `Item ${at}`, { 'o:media': [{ 'o:ingester': 'url', ingest_url: `${address}/${at}.jpg` }] })))
  await t.rejects(c.run(content, { batchSize: 1 }), { message: /The file of a media cannot be fetched. Records that are already imported stay/ })
  t.equal((await c.all('items')).length, 1)
  t.match(await c.api.jobs.report(1, c.as.global_admin.actor), {
    status: 'error', log: [/Started/, /Line 2: o:media: Error downloading .*2.jpg.*404/, /The file of a media cannot be fetched/]
  })
  answers['/2.jpg'] = await picture('blue')
  const { problems, ...counts } = await c.run(content, { batchSize: 1, continueOnError: true })
  t.match(counts, { created: 2, present: 1, media: 1, errors: 1 })
  t.match(problems, [/^3: o:media: Error downloading/])
  t.same((await c.all('items')).map((one) => one['o:media'].length), [1, 1, 0])
  t.equal(await filesIn(c, 'original'), 2)
  t.match(await c.api.checkFiles(), { missing: 0, orphans: 0 })
})
