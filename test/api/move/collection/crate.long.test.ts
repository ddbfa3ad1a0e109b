import { createWriteStream } from 'node:fs'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import t, { type Test } from 'tap'
import { ZipFile } from 'yazl'
import { isCrate } from '../../../../api/move/collection/run/crate.js'
import { build, temporaryFolder } from '../../../helper.js'
import { stored } from '../../../files/fixtures/uploads.js'
import { mixed } from '../export/fixtures/mixed.js'
import { everything, exported, imported } from './fixtures/collections.js'

async function zipped (t: Test, add: (zip: ZipFile) => void | Promise<void>): Promise<string> {
  const file = path.join(await temporaryFolder(t), 'crate.zip')
  const zip = new ZipFile()
  await add(zip)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}

async function addFolder (zip: ZipFile, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (entry.isFile()) zip.addFile(file, path.relative(folder, file))
  }
}

t.test('an RO-Crate comes in as a folder and as a zip archive', async (t) => {
  const source = await build(t)
  await mixed(source)
  const folder = path.dirname(await exported(t, source))
  await writeFile(path.join(folder, 'ro-crate-metadata.json'), '{}')
  const zip = await zipped(t, async (archive) => { await addFolder(archive, folder) })
  for (const crate of [folder, zip]) {
    const target = await build(t)
    t.same((await imported(target, crate)).problems, [])
    t.same(await everything(target.api), await everything(source.api))
    t.same(await stored(target), await stored(source))
    t.same(await readdir(target.api.files.work.temporary), [], 'nothing that was unpacked stays')
  }
})

t.test('a spreadsheet is no RO-Crate, although it is a zip archive', async (t) => {
  const archive = await zipped(t, (zip) => { zip.addBuffer(Buffer.from('x'), 'xl/workbook.xml') })
  const table = path.join(path.dirname(archive), 'table.xlsx')
  await copyFile(archive, table)
  t.notOk(await isCrate(table))
  t.ok(await isCrate(archive))
})

t.test('an archive that is damaged, has no collection or would fill the disk is refused', async (t) => {
  const server = await build(t)
  const bomb = await zipped(t, (zip) => { zip.addBuffer(Buffer.alloc(64 * 1024 * 1024), 'collection.ndjson') })
  await t.rejects(imported(server, bomb), /would become too large when it is unpacked/)
  await t.rejects(imported(server, await zipped(t, (zip) => { zip.addBuffer(Buffer.from('x'), 'x.txt') })), /contains no collection/)
  const damaged = path.join(await temporaryFolder(t), 'damaged.zip')
  await writeFile(damaged, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]))
  await t.rejects(imported(server, damaged), /the archive cannot be read/)
  await t.rejects(imported(server, await temporaryFolder(t)), /contains no collection/)
  t.same(await readdir(server.api.files.work.temporary), [])
})
