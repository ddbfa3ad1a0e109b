import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import t, { type Test } from 'tap'
import { openPromise } from 'yauzl'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { CRATE_FILES, writeExport, type ExportSummary } from '../../../../api/move/export/crate/export-file.js'
import { readCollection } from '../../../../api/move/collection/read/collection-file.js'
import { stored, type Json } from '../../../files/fixtures/uploads.js'
import { build, temporaryFolder, type Server } from '../../../helper.js'
import { mixed } from './fixtures/mixed.js'

const FACTS = { title: 'A museum', source: 'https://example.org/api' }

async function crate ({ api }: Server, target: string): Promise<ExportSummary> {
  const source = await api.export({ filesFolder: CRATE_FILES }, { actor: OPERATOR })
  const made = { file: target, crate: { isArchive: target.endsWith('.zip'), ...FACTS } }
  return await writeExport(source, made, api.files.store)
}

async function filesIn (folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name))).sort()
}

/** Unpacks an archive with another program than ours. */
async function unpacked (t: Test, archive: string): Promise<string> {
  const folder = await temporaryFolder(t)
  const zip = await openPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const target = path.join(folder, entry.fileName)
    await mkdir(path.dirname(target), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }))
  }
  return folder
}

for (const name of ['museum.crate', 'museum.zip']) {
  t.test(`${name} is an RO-Crate with records, files, metadata and checksums`, async (t) => {
    const server = await build(t)
    await mixed(server)
    const target = path.join(await temporaryFolder(t), name)
    const { records, files, missing } = await crate(server, target)
    const folder = name.endsWith('.zip') ? await unpacked(t, target) : target
    const names = await stored(server)
    t.same([files, missing], [names.length, []])
    t.same(await filesIn(folder), [
      ...names.map((one) => `collection.files/${one}`), 'collection.ndjson', 'manifest-sha256.txt', 'ro-crate-metadata.json'
    ].sort())
    let read = 0
    for await (const lines of readCollection(path.join(folder, 'collection.ndjson'))) read += lines.length
    t.equal(read, records)

    const manifest = (await readFile(path.join(folder, 'manifest-sha256.txt'), 'utf8')).trimEnd().split('\n')
    t.equal(manifest.length, names.length + 2)
    for (const line of manifest) {
      const [checksum, file] = line.split('  ') as [string, string]
      const content = await readFile(path.join(folder, file))
      t.equal(createHash('sha256').update(content).digest('hex'), checksum, file)
    }

    const metadata = JSON.parse(await readFile(path.join(folder, 'ro-crate-metadata.json'), 'utf8')) as Json
    t.equal(metadata['@context'], 'https://w3id.org/ro/crate/1.1/context')
    const graph = new Map((metadata['@graph'] as Json[]).map((entity) => [entity['@id'] as string, entity]))
    t.equal(graph.size, metadata['@graph'].length, 'every entity once')
    t.match(graph.get('ro-crate-metadata.json'), {
      '@type': 'CreativeWork', conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' }, about: { '@id': './' }
    })
    const root = graph.get('./')!
    t.match(root, { '@type': 'Dataset', name: 'A museum', description: String, license: { '@id': '#rights' } })
    t.ok(Date.parse(root.datePublished as string))
    const parts = (root.hasPart as Json[]).map((part) => part['@id'] as string)
    t.same([...parts].sort(), ['collection.ndjson', ...names.map((one) => `collection.files/${one}`)].sort())
    for (const part of parts) {
      const { length } = await readFile(path.join(folder, part))
      t.match(graph.get(part), { '@type': 'File', contentSize: String(length), encodingFormat: /\w\/\w/ })
    }
    t.same(await readdir(path.dirname(target)), [name])
  })
}

t.test('nothing is left of a crate that could not be finished, and what was there stays', async (t) => {
  for (const name of ['museum.crate', 'museum.zip']) {
    const server = await build(t)
    await mixed(server)
    const folder = await temporaryFolder(t)
    const target = path.join(folder, name)
    await writeFile(target, 'earlier')
    server.api.files.store.get = async () => { throw new Error('on purpose') }
    await t.rejects(crate(server, target), /on purpose/)
    t.same(await readdir(folder), [name])
    t.equal(await readFile(target, 'utf8'), 'earlier')
  }
})

t.test('a file that is not stored any more is named, and left out of the checksums', async (t) => {
  const server = await build(t)
  await mixed(server)
  const [first] = await stored(server)
  await rm(path.join(server.data, 'files', first!))
  const target = path.join(await temporaryFolder(t), 'museum.crate')
  t.same((await crate(server, target)).missing, [first])
  t.notMatch(await readFile(path.join(target, 'manifest-sha256.txt'), 'utf8'), first!)
})
