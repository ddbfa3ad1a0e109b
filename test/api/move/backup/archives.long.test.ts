import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { extract, pack, type Header } from 'tar-stream'
import t from 'tap'
import { backup, type BackupProblem } from '../../../../api/move/backup/backup.js'
import { restore } from '../../../../api/move/backup/restore.js'
import { verify } from '../../../../api/move/backup/restore.js'
import { defaultSettings, type Settings } from '../../../../api/runtime/settings/settings.js'
import { uploadMedia, stored } from '../../../files/fixtures/uploads.js'
import { serveS3 } from '../../../files/fixtures/servers.js'
import { GoneError, open, OPERATOR, type Api } from '../../../../app.js'
import { build, temporaryFolder, title, WITHOUT_THREADS, type Server } from '../../../helper.js'

interface Piece { header: Partial<Header> & { name: string }, content: Buffer }

const settingsOf = ({ data, api: { settings: { database } } }: Server, more: Partial<Settings> = {}): Settings =>
  ({ ...defaultSettings(), data, database, ...more })

async function archiveOf (settings: Settings): Promise<Buffer> {
  const chunks: Buffer[] = []
  await backup({
    settings, target: new Writable({ write (chunk, _encoding, next) { chunks.push(chunk as Buffer); next() } })
  })
  return Buffer.concat(chunks)
}

async function piecesOf (archive: Buffer): Promise<Piece[]> {
  const pieces: Piece[] = []
  const tar = extract()
  const fed = pipeline(Readable.from([archive]), tar as unknown as Writable)
  for await (const entry of tar) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    pieces.push({ header: entry.header, content: Buffer.concat(chunks) })
  }
  await fed
  return pieces
}

async function archiveFrom (pieces: readonly Piece[]): Promise<Buffer> {
  const tar = pack()
  for (const { header, content } of pieces) tar.entry({ ...header, size: content.length }, content)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The pieces with true checksums, as an attacker would forge them. */
function summed (pieces: readonly Piece[]): Piece[] {
  const entries = pieces.filter(({ header }) => header.name !== 'SHA256SUMS')
  const lines = entries.map(({ header, content }) => `${createHash('sha256').update(content).digest('hex')}  ${header.name}\n`)
  return [...entries, { header: { name: 'SHA256SUMS' }, content: Buffer.from(lines.join('')) }]
}

t.test('an archive that is forged, damaged or cut short is refused, and makes no collection', async (t) => {
  const server = await build(t)
  await uploadMedia(server, await server.account('global_admin'), 'hello', 'a.txt')
  const archive = await archiveOf(settingsOf(server))
  const pieces = await piecesOf(archive)
  t.same(pieces.map(({ header }) => header.name.replace(/[0-9a-f]{40}/, 'ID')), [
    'backup.json', 'vitrine.db', 'files/original/ID.txt', 'SHA256SUMS'
  ])
  const [manifest, database, file, sums] = pieces as [Piece, Piece, Piece, Piece]
  const described = JSON.parse(manifest.content.toString()) as Record<string, unknown>
  const saying = (more: object): Piece =>
    ({ ...manifest, content: Buffer.from(JSON.stringify({ ...described, ...more })) })
  const named = (name: string): Piece => ({ ...file, header: { ...file.header, name } })
  const altered = (piece: Piece): Piece => ({ ...piece, content: Buffer.from(piece.content).fill(0x41, 1, 5) })
  const more = { ...(described.files as object), number: 2, bytes: 10 }
  const otherId = file.header.name.replace(/[0-9a-f]{40}/, 'f'.repeat(40))
  const cases: Array<[name: string, archive: Buffer, message: RegExp]> = [
    ['nothing', Buffer.alloc(0), /not an archive|cut short/],
    ['another tar', await archiveFrom([named('a.txt')]), /not an archive that "vitrine backup" made/],
    ['text', Buffer.from('x'.repeat(5000)), /damaged or was cut short/],
    ['cut', archive.subarray(0, archive.length / 2), /damaged or was cut short/],
    ['cut after an entry', await archiveFrom([manifest, database, file]), /cut short: it lacks entries that it announces/],
    ['cut gzip', gzipSync(archive).subarray(0, 20_000), /damaged or was cut short/],
    ['a flipped byte', await archiveFrom([manifest, database, altered(file), sums]), /"files\/original\/\w+\.txt" is not what was backed up/],
    ['another database', await archiveFrom([manifest, altered(database), file, sums]), /"vitrine\.db" is not what was backed up/],
    ['a database that is damaged', await archiveFrom(summed([manifest, { ...database, content: Buffer.from(database.content).fill(0xff, 8192, 200_000) }, file])), /The database in the archive is damaged/],
    ['a missing file', await archiveFrom([manifest, database, sums]), /lacks "files\/original/],
    ['a missing file, forged', await archiveFrom(summed([manifest, database])), /lacks entries that it announces/],
    ['a path that leads elsewhere', await archiveFrom(summed([manifest, database, named('files/original/../../../evil.txt')])), /evil\.txt", which no backup puts there/],
    ['an absolute path', await archiveFrom(summed([manifest, database, named('/tmp/evil.txt')])), /which no backup puts there/],
    ['a link', await archiveFrom(summed([manifest, database, { header: { name: file.header.name, type: 'symlink', linkname: '/etc/passwd' }, content: Buffer.alloc(0) }])), /which no backup puts there/],
    ['a folder', await archiveFrom(summed([manifest, database, { header: { name: 'files/original/', type: 'directory' }, content: Buffer.alloc(0) }])), /which no backup puts there/],
    ['more files than announced', await archiveFrom(summed([manifest, database, file, named(otherId)])), /more files than it announces/],
    ['a larger file than announced', await archiveFrom(summed([manifest, database, { ...file, content: Buffer.alloc(1000) }])), /more files than it announces/],
    ['the same file twice', await archiveFrom(summed([saying({ files: more }), database, file, file])), /EEXIST|already exists/],
    ['the database twice', await archiveFrom(summed([manifest, database, database, file])), /"vitrine\.db", which no backup puts there/],
    ['settings that are not announced', await archiveFrom(summed([manifest, database, named('vitrine.json'), file])), /"vitrine\.json", which no backup puts there/],
    ['something after the end', await archiveFrom([manifest, database, file, sums, named(otherId)]), /has content after its end/],
    ['more than the disk holds', await archiveFrom(summed([saying({ files: { number: 1, bytes: 2 ** 52, missing: 0 } }), database, file])), /are needed in .*, where .* are free/],
    ['a newer format', await archiveFrom(summed([saying({ format: 2, version: '9.0.0', files: [] }), database, file])), /newer version of Vitrine \(9\.0\.0\)/],
    ['a newer migration', await archiveFrom(summed([saying({ migration: 2e13, version: '9.0.0' }), database, file])), /newer version of Vitrine \(9\.0\.0\)/],
    ['a manifest that is none', await archiveFrom(summed([saying({ database: 'x' }), database, file])), /manifest cannot be read/],
    ['a manifest of megabytes', await archiveFrom(summed([{ ...manifest, content: Buffer.alloc(2 ** 21, ' ') }, database, file])), /"backup\.json", which no backup puts there/]
  ]
  const folder = await temporaryFolder(t)
  for (const [name, content, message] of cases) {
    const target = path.join(folder, 'restored')
    await t.rejects(restore({ source: Readable.from([content]), folder: target }), { message }, name)
    t.same(await readdir(folder), [], `${name}: nothing is left`)
    if (name === 'the same file twice' || name === 'more than the disk holds') continue
    await t.rejects(verify(Readable.from([content])), { message }, `${name}, verified`)
  }
  const { manifest: read } = await restore({ source: Readable.from([archive]), folder: path.join(folder, 'restored') })
  t.match(read, { counts: { items: 1, media: 1 }, files: { number: 1, bytes: 5, missing: 0 }, omitted: [] })
})

t.test('files of a bucket come into the archive, and are on disk in the copy; its keys do not', async (t) => {
  const folder = await temporaryFolder(t)
  const { endpoint, region, accessKeyId, secretAccessKey } = await serveS3(t, folder)
  const keys = { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey }
  const bucket = { s3Endpoint: endpoint, s3Region: region, ...keys }
  const server = await build(t, bucket)
  const as = await server.account('global_admin')
  for (let number = 0; number < 12; number++) await uploadMedia(server, as, `text ${number}`, 'a.txt')
  await writeFile(path.join(server.data, 'vitrine.json'), JSON.stringify({ ...bucket, explore: false }))
  const whole = path.join(folder, 'whole.tar')
  const { manifest } = await backup({ settings: settingsOf(server, bucket), target: whole })
  t.match(manifest, { files: { number: 12, missing: 0 }, omitted: Object.keys(bucket) })
  const target = path.join(folder, 'restored')
  await restore({ source: createReadStream(whole), folder: target })
  t.same(JSON.parse(await readFile(path.join(target, 'vitrine.json'), 'utf8')), { explore: false })
  t.same((await readdir(path.join(target, 'files', 'original'))).map((name) => `original/${name}`).sort(), await stored(server))

  const settings = settingsOf(server, bucket)
  const rest = await backup({ settings, target: path.join(folder, 'rest.tar'), withFiles: false })
  t.match(rest.manifest, { files: null, omitted: Object.keys(keys) })
  const other = path.join(folder, 'other')
  await restore({ source: createReadStream(path.join(folder, 'rest.tar')), folder: other })
  t.same(JSON.parse(await readFile(path.join(other, 'vitrine.json'), 'utf8')), { s3Endpoint: endpoint, s3Region: region, explore: false })
})

t.test('when the archive cannot be written, or the command is stopped, nothing is left', async (t) => {
  const server = await build(t)
  await uploadMedia(server, await server.account('global_admin'), 'x'.repeat(5_000_000), 'a.txt')
  const settings = settingsOf(server)
  const folder = await temporaryFolder(t)
  const leftovers = async () => [...await readdir(folder), ...await readdir(path.join(server.data, 'tmp'))].length
  const before = await leftovers()
  let written = 0
  const full = new Writable({
    write (chunk: Buffer, _encoding, next) {
      written += chunk.length
      next(written > 1_000_000 ? Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }) : null)
    }
  })
  await t.rejects(backup({ settings, target: full }), { code: 'ENOSPC' })
  t.equal(await leftovers(), before)
  for (const phase of ['database', 'files']) {
    const stop = new AbortController()
    await t.rejects(backup({
      settings,
      target: path.join(folder, 'a.tar'),
      signal: stop.signal,
      onProgress: (progress) => { if (progress.phase === phase) stop.abort() }
    }), { message: 'The backup was stopped; no archive was made.' }, phase)
    t.equal(await leftovers(), before, phase)
  }
  const target = path.join(folder, 'a.tar')
  await backup({ settings, target })
  const stop = new AbortController()
  await t.rejects(restore({
    source: createReadStream(target), folder: path.join(folder, 'new'), signal: stop.signal, onProgress: () => { stop.abort() }
  }), { message: 'The restore was stopped; no collection was made.' })
  t.same(await readdir(folder), ['a.tar'])
})

t.test('two backups of a folder do not run at the same time', async (t) => {
  const server = await build(t)
  await uploadMedia(server, await server.account('global_admin'), 'x'.repeat(5_000_000), 'a.txt')
  const folder = await temporaryFolder(t)
  let begun: (() => void) | undefined
  let release: (() => void) | undefined
  const start = new Promise<void>((resolve) => { begun = resolve })
  const slow = new Writable({ write (_chunk, _encoding, next) { release ??= next; begun?.() } })
  const first = backup({ settings: settingsOf(server), target: slow })
  await start
  const second = backup({ settings: settingsOf(server), target: path.join(folder, 'a.tar') })
  await t.rejects(second, { message: `Another backup of ${server.data} is running.` })
  slow.destroy(new Error('gone'))
  await t.rejects(first)
  await backup({ settings: settingsOf(server), target: path.join(folder, 'a.tar') })
  t.ok(existsSync(path.join(folder, 'a.tar')))
})

t.test('a file that is gone is reported with its row, and the rest is backed up', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const media = await uploadMedia(server, as, 'one', 'a.txt')
  await uploadMedia(server, as, 'two', 'a.txt')
  await server.api.files.store.delete(`original/${media['o:filename'] as string}`)
  await mkdir(path.join(server.data, 'files', 'large'), { recursive: true })
  const problems: BackupProblem[] = []
  const folder = await temporaryFolder(t)
  const target = path.join(folder, 'a.tar')
  const made = await backup({ settings: settingsOf(server), target, onProblem: (problem) => problems.push(problem) })
  t.match(made, { problems: 1, manifest: { files: { number: 1, bytes: 3, missing: 1 } } })
  t.same(problems, [{ trouble: 'missing', name: `original/${media['o:filename'] as string}`, owner: { type: 'media', id: media['o:id'] } }])
  t.match(await verify(createReadStream(target)), { files: { missing: 1 } })
})

t.test('after a restore, mirrors that know of what was after the backup are refused, the others go on', async (t) => {
  const server = await build(t)
  const as = await server.account('global_admin')
  const write = async (text: string): Promise<void> => {
    const { statusCode } = await server.send({ method: 'POST', url: '/api/items', payload: title(text), as })
    t.equal(statusCode, 200)
  }
  await write('before')
  const known = await server.api.changes.read()
  const archive = await archiveOf(settingsOf(server))
  await write('lost')
  await write('lost, too')
  const late = await server.api.changes.read()
  t.equal(late.last, known.last + 2)

  const folder = await temporaryFolder(t)
  const reopened = async (name: string): Promise<Api> => {
    await restore({ source: Readable.from([archive]), folder: path.join(folder, name) })
    const api = await open({ data: path.join(folder, name), ...WITHOUT_THREADS })
    t.teardown(async () => { await api.close() })
    return api
  }
  const make = async (api: Api, number: number): Promise<void> => {
    for (let i = 0; i < number; i++) await api.items.create(title(`new ${i}`), { actor: OPERATOR })
  }
  const first = await reopened('first')
  await t.rejects(first.changes.read({ since: late.last }), { message: /backup from which this one was restored.*since=0/ })
  await make(first, 4)
  await t.rejects(first.changes.read({ since: late.last }), GoneError, 'also when more was written than before')
  await t.rejects(first.changes.read({ since: known.last, epoch: known.epoch }), GoneError,
    'and who may have read the changes before it out of their order')
  t.match((await first.changes.read({ since: known.last })).entries.map(({ op, id }) => `${op} ${id}`),
    ['create 2', 'create 3', 'create 4', 'create 5'], 'what was known at the backup stays known')
  const anew = await first.changes.read()
  t.same(anew.entries.map(({ id }) => id), [1, 2, 3, 4, 5])
  t.ok(anew.done && [anew.last, ...anew.entries.map(({ position }) => position)].every(Number.isSafeInteger))
  await make(first, 1)
  t.same((await first.changes.read({ since: anew.last, epoch: anew.epoch })).entries.map(({ id }) => id), [6])

  const second = await reopened('second')
  await make(second, 9)
  await t.rejects(second.changes.read({ since: anew.last }), GoneError, 'the same backup, restored again')
  t.equal((await second.changes.read()).entries.length, 10)
})
