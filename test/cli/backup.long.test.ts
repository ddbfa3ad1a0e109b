import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import t, { type Test } from 'tap'
import { extract, pack } from 'tar-stream'
import { IS_POSTGRES } from '../database.js'
import { dice } from '../dice.js'
import { IN_FOLDER, start, vitrine, type Outcome, type Run } from './program.js'
import { temporaryFolder } from '../helper.js'

interface Site { address: string, authorization: string, run: Run, data: string }

async function serve (t: Test, data: string): Promise<Site> {
  const run = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await run.says(/listening at (\S+)/)
  const [identity, credential] = [await run.says(/key_identity=(\S+)/), await run.says(/key_credential=(\S+)/)]
  return { run, address, data, authorization: `Bearer ${identity}.${credential}` }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Makes an item with a text file of its own. @returns its id. */
async function create ({ address, authorization }: Site, text: string): Promise<number> {
  const form = new FormData()
  form.set('data', JSON.stringify({
    'dcterms:title': [{ '@value': text }], 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }]
  }))
  form.set('file[0]', new Blob([text.repeat(2000)], { type: 'text/plain' }), 'a.txt')
  const response = await fetch(`${address}/api/items`, { method: 'POST', headers: { authorization }, body: form })
  if (response.status !== 200) throw new Error(await response.text())
  return ((await response.json()) as { 'o:id': number })['o:id']
}

async function remove ({ address, authorization }: Site, id: number): Promise<void> {
  const response = await fetch(`${address}/api/items/${id}`, { method: 'DELETE', headers: { authorization } })
  if (response.status !== 200) throw new Error(await response.text())
}

/** Title of each item, and the checksum of its file as it is served. */
async function contents (address: string): Promise<Map<number, { title: string, sha256: string }>> {
  const read = async (query: string) =>
    await (await fetch(`${address}/api/${query}`)).json() as Array<Record<string, any>>
  const found = new Map<number, { title: string, sha256: string }>()
  const media = new Map((await read('media?per_page=99999')).map((one) => [one['o:item']['o:id'] as number, one]))
  for (const item of await read('items?per_page=99999')) {
    const file = await fetch(new URL(media.get(item['o:id'])!['o:original_url']).pathname.replace(/^/, address))
    found.set(item['o:id'], { title: item['o:title'], sha256: sha256(new Uint8Array(await file.arrayBuffer())) })
  }
  return found
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(folder, 'files', 'original')).catch(() => [])).sort()

t.test('a backup under load holds what was acknowledged before, and nothing half', async (t) => {
  const folder = await temporaryFolder(t)
  const site = await serve(t, path.join(folder, 'data'))
  const alive = new Map<number, string>()
  const deleted = new Set<number>()
  const end = new AbortController()
  const writer = async (name: number): Promise<void> => {
    const mine: number[] = []
    for (let number = 0; !end.signal.aborted; number++) {
      const text = `Item ${name}.${number}`
      const id = await create(site, text)
      alive.set(id, text)
      mine.push(id)
      if (number % 3 !== 2) continue
      const [oldest] = mine.splice(0, 1)
      // From here on it may be in a backup, or not.
      alive.delete(oldest!)
      await remove(site, oldest!)
      deleted.add(oldest!)
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(writer))
  while (alive.size < 40) await delay(20)
  const before = { alive: new Map(alive), deleted: new Set(deleted) }
  const file = path.join(folder, 'made.tar')
  const made = await vitrine(t, ['backup', file, '--data', site.data])
  end.abort()
  await writing
  t.equal(made.code, 0, made.stdout + made.stderr)
  const restored = path.join(folder, 'restored')
  const outcome = await vitrine(t, ['restore', file, '--data', restored], IN_FOLDER)
  t.match(outcome, { code: 0, stdout: /\b0 orphans, 0 missing, 0 altered/ })
  const copy = start(t, ['serve', '--data', restored, '--port', '0'], IN_FOLDER)
  const found = await contents(await copy.says(/listening at (\S+)/))
  for (const [id, title] of before.alive) {
    // A file that was deleted meanwhile was deleted after the moment of the backup, or before it.
    if (!alive.has(id) && !found.has(id)) continue
    t.same(found.get(id), { title, sha256: sha256(Buffer.from(title.repeat(2000))) }, title)
  }
  for (const { title, sha256: sum } of found.values()) t.equal(sum, sha256(Buffer.from(title.repeat(2000))), title)
  t.notOk([...before.deleted].some((id) => found.has(id)), 'what was deleted before stays deleted')
  copy.process.kill('SIGTERM')
  t.equal((await copy.outcome()).code, 0)
  site.run.process.kill('SIGTERM')
  await site.run.outcome()
  t.match(await vitrine(t, ['check', '--data', site.data]), { code: 0, stdout: / 0 orphans, 0 missing, 0 altered/ })
})

t.test('files whose items are deleted during a backup stay until it is over', async (t) => {
  const folder = await temporaryFolder(t)
  const site = await serve(t, path.join(folder, 'data'))
  const ids: number[] = []
  for (let number = 0; number < 60; number++) ids.push(await create(site, `Number ${number}, of some length`))
  const before = await filesIn(site.data)
  t.equal(before.length, 60)
  const backup = start(t, ['backup', '-', '--data', site.data])
  // The pipe is not read yet: it fills, and the backup waits in the middle of the files.
  backup.process.stdout!.removeAllListeners('data').pause()
  await backup.says(/in (60 files)/)
  for (const id of ids) await remove(site, id)
  t.same(await filesIn(site.data), before, 'they are still there')
  const chunks: Buffer[] = []
  backup.process.stdout!.on('data', (chunk: Buffer) => { chunks.push(chunk) })
  backup.process.stdout!.resume()
  t.equal((await backup.outcome()).code, 0)
  for (let look = 0; look < 600 && (await filesIn(site.data)).length > 0; look++) await delay(50)
  t.same(await filesIn(site.data), [], 'now they are gone')
  await writeFile(path.join(folder, 'a.tar'), Buffer.concat(chunks))
  const restored = path.join(folder, 'restored')
  t.match(await vitrine(t, ['restore', path.join(folder, 'a.tar'), '--data', restored], IN_FOLDER), {
    code: 0, stdout: /60 files of 60 media and assets: 0 orphans, 0 missing, 0 altered/
  })
  t.same(await filesIn(restored), before)
})

t.test('a server that ends, or is killed, during a backup leaves the removal to the next start', async (t) => {
  const folder = await temporaryFolder(t)
  const site = await serve(t, path.join(folder, 'data'))
  const ids = [await create(site, 'One'), await create(site, 'Two')]
  for (let number = 0; number < 40; number++) await create(site, `Number ${number}, of some length`)
  const backup = start(t, ['backup', '-', '--data', site.data])
  backup.process.stdout!.removeAllListeners('data').pause()
  await backup.says(/in (42 files)/)
  for (const id of ids) await remove(site, id)
  site.run.process.kill('SIGKILL')
  await site.run.outcome()
  t.equal((await vitrine(t, ['job', 'list', '--data', site.data])).code, 0)
  t.equal((await filesIn(site.data)).length, 42, 'not even another start removes them')
  backup.process.kill('SIGKILL')
  await backup.outcome()
  t.equal((await vitrine(t, ['job', 'list', '--data', site.data])).code, 0)
  t.equal((await filesIn(site.data)).length, 40)
  t.equal((await vitrine(t, ['check', '--data', site.data])).code, 0)
})

t.test('a restored server gives the answers of the original', async (t) => {
  const folder = await temporaryFolder(t)
  const site = await serve(t, path.join(folder, 'data'))
  await writeFile(path.join(site.data, 'vitrine.json'), '{"explore": true, "s3SecretAccessKey": "hush"}')
  const id = await create(site, 'Lighthouse')
  const archive = path.join(folder, 'a.tar.gz')
  const made = await vitrine(t, ['backup', archive, '--data', site.data])
  t.match(made, { code: 0, stdout: /Left out: s3SecretAccessKey\.\n$/ })
  t.equal((await stat(archive)).mode & 0o777, 0o600)
  t.match(await vitrine(t, ['check', archive]), { code: 0, stdout: /^The archive of \S+ is whole: .*1 file\.\n$/ })
  const restored = path.join(folder, 'restored')
  t.match(await vitrine(t, ['restore', archive, '--data', restored], IN_FOLDER), {
    code: 0, stdout: /Settings that the archive leaves out: s3SecretAccessKey\./
  })
  t.same(JSON.parse(await readFile(path.join(restored, 'vitrine.json'), 'utf8')), { explore: true })
  const copy = start(t, ['serve', '--data', restored, '--port', '0'], IN_FOLDER)
  const address = await copy.says(/listening at (\S+)/)
  const [media] = await (await fetch(`${site.address}/api/media?item_id=${id}`)).json() as Array<Record<string, string>>
  for (const question of [`/api/items/${id}`, '/api/media', '/api/vocabularies', '/api/items?fulltext_search=lighthouse', new URL(media!['o:original_url']!).pathname]) {
    const [one, other] = await Promise.all([site.address, address].map(async (base) => await fetch(base + question)))
    t.equal(other!.status, 200, question)
    t.equal(await other!.text().then((text) => text.replaceAll(address, '')), await one!.text().then((text) => text.replaceAll(site.address, '')), question)
    t.equal(other!.headers.get('last-modified'), one!.headers.get('last-modified'), question)
  }
  const headers = { authorization: site.authorization }
  t.equal((await fetch(`${address}/api/users`, { headers })).status, 200, 'keys hold')
})

t.test('backups and restores that are killed leave nothing that looks whole', async (t) => {
  const folder = await temporaryFolder(t)
  const site = await serve(t, path.join(folder, 'data'))
  for (let number = 0; number < 30; number++) await create(site, `Number ${number}, of some length`)
  const roll = dice(14)
  const good = path.join(folder, 'good.tar')
  t.equal((await vitrine(t, ['backup', good, '--data', site.data])).code, 0)
  for (let round = 0; round < 4; round++) {
    const file = path.join(folder, 'killed.tar')
    const backup = start(t, ['backup', file, '--overwrite', '--data', site.data])
    await delay(100 + roll(700))
    backup.process.kill('SIGKILL')
    await backup.outcome()
    if (existsSync(file)) t.equal((await vitrine(t, ['check', file])).code, 0, 'what is there is whole')
    // Into a folder that is there, and is empty; or into a new one.
    const target = path.join(folder, `target ${round}`)
    if (round % 2 === 0) await mkdir(target)
    const restore = start(t, ['restore', good, '--data', target], IN_FOLDER)
    await delay(100 + roll(500))
    restore.process.kill('SIGKILL')
    await restore.outcome()
    if (existsSync(path.join(target, 'vitrine.db'))) {
      t.match(await vitrine(t, ['check', '--data', target], IN_FOLDER), { code: 0, stdout: /30 files of 30 media/ }, 'whole')
    } else {
      const again = await vitrine(t, ['restore', good, '--data', target], IN_FOLDER)
      t.equal(again.code, 0, `it can be begun again: ${again.stderr}`)
      t.notOk(existsSync(path.join(target, '.restoring')), 'nothing is left behind')
      t.notOk(existsSync(path.join(folder, `.target ${round}.restoring`)), 'nothing is left behind')
    }
  }
  t.equal((await vitrine(t, ['backup', path.join(folder, 'killed.tar'), '--overwrite', '--data', site.data])).code, 0)
  t.notOk(existsSync(path.join(folder, '.killed.tar.partial')), 'nothing is left behind')
  t.same((await readdir(path.join(site.data, 'tmp'))).length, 1, 'but the folder of the server')
})

t.test('impossible commands are refused with a reason, and change nothing', async (t) => {
  const folder = await temporaryFolder(t, { full: { a: '1' }, file: 'x' })
  const data = path.join(folder, 'data')
  const fails = async (args: string[], message: string | RegExp, environment = {}): Promise<void> => {
    const before = (await readdir(folder, { recursive: true })).sort()
    const { code, stderr } = await vitrine(t, args, environment)
    t.equal(code, 1, args.join(' '))
    t.match(stderr.replaceAll(folder, ''), message, args.join(' '))
    t.same((await readdir(folder, { recursive: true })).sort(), before, 'nothing was made')
  }
  const archive = path.join(folder, 'a.tar')
  await fails(['backup', archive, '--data', data], 'vitrine: There is no collection in /data.', IN_FOLDER)
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  t.equal((await vitrine(t, ['backup', archive, '--data', data])).code, 0)
  await fails(['backup', archive, '--data', data], 'vitrine: /a.tar already exists.')
  await fails(['backup', path.join(folder, 'a.zip'), '--data', data], 'expected a name that ends in .tar')
  await fails(['backup', path.join(folder, 'none/a.tar'), '--data', data], 'vitrine: There is no folder /none.')
  await fails(['restore', archive, '--data', path.join(folder, 'full')], 'vitrine: /full is not empty.')
  await fails(['restore', archive, '--data', path.join(folder, 'file')], 'vitrine: /file is not a folder.')
  await fails(['restore', path.join(folder, 'none.tar'), '--data', path.join(folder, 'new')], 'no such file')
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  await server.says(/listening/)
  await fails(['restore', archive, '--force', '--data', data], 'vitrine: A server is running on /data.')
  server.process.kill('SIGTERM')
  await server.outcome()
  const outcome = await vitrine(t, ['restore', archive, '--force', '--data', data])
  const [, aside] = /is in (\S+) now/.exec(outcome.stdout)!
  t.ok(existsSync(path.join(aside!, IS_POSTGRES ? 'tmp' : 'vitrine.db')), 'what was there is still somewhere')
})

t.test('archives with a time in their name are retained up to a number', async (t) => {
  const folder = await temporaryFolder(t, { 'a-other.tar': '', 'a-2020-01-01T000000Z.tar': '', 'a-2020-01-02T000000Z.tar': '', '.a-2020-01-02T000000Z.tar.partial': '' })
  const data = path.join(folder, 'data')
  await vitrine(t, ['user', 'create', '--data', data, '--email', 'a@example.org', '--name', 'a', '--role', 'author'])
  const { code, stdout } = await vitrine(t, ['backup', path.join(folder, 'a.tar'), '--keep', '2', '--data', data])
  t.equal(code, 0)
  t.match(stdout, 'a-2020-01-01T000000Z.tar was removed.')
  const names = (await readdir(folder)).sort()
  t.match(names, ['a-2020-01-02T000000Z.tar', /^a-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/, 'a-other.tar', 'data'])
  t.equal(names.length, 4)
})

t.test('--keep removes archives of the same collection only, and none when the new one is much smaller', async (t) => {
  const folder = await temporaryFolder(t)
  const [data, other] = [path.join(folder, 'data'), path.join(folder, 'other')]
  const user = ['--email', 'a@example.org', '--name', 'a', '--role', 'author']
  await vitrine(t, ['user', 'create', '--data', data, ...user], IN_FOLDER)
  await vitrine(t, ['user', 'create', '--data', other, ...user], IN_FOLDER)
  const file = (stamp: string): string => path.join(folder, `a-${stamp}.tar.gz`)
  const run = async (...args: string[]): Promise<Outcome> => await vitrine(t, ['backup', ...args], IN_FOLDER)
  await run(file('2020-01-01T000000Z'), '--data', data)
  await run(file('2020-01-02T000000Z'), '--data', other)
  await writeFile(file('2020-01-03T000000Z'), 'no archive')
  const old = file('2020-01-04T000000Z')
  await withoutInstallation(file('2020-01-01T000000Z'), old)
  await run(file('2020-01-05T000000Z'), '--data', data)

  const kept = await run(path.join(folder, 'a.tar.gz'), '--keep', '2', '--data', data)
  t.equal(kept.code, 0, kept.stderr)
  t.match(kept.stdout, `${file('2020-01-01T000000Z')} was removed.`)
  t.match(kept.stderr, `made of another collection; remove it yourself when you do not need it: ${file('2020-01-02T000000Z')}\n`)
  t.match(kept.stderr, `made by an older version, which did not note of which collection; remove it yourself when you do not need it: ${old}\n`)
  t.match(kept.stderr, `damaged, or made by a newer version; remove it yourself when you do not need it: ${file('2020-01-03T000000Z')}\n`)
  t.match((await readdir(folder)).filter((name) => name.startsWith('a-')).sort(), [
    'a-2020-01-02T000000Z.tar.gz', 'a-2020-01-03T000000Z.tar.gz', 'a-2020-01-04T000000Z.tar.gz',
    'a-2020-01-05T000000Z.tar.gz', /^a-20/
  ])

  await appendFile(file('2020-01-05T000000Z'), Buffer.alloc((await stat(file('2020-01-05T000000Z'))).size * 2))
  const small = await run(path.join(folder, 'a.tar.gz'), '--overwrite', '--keep', '1', '--data', data)
  t.equal(small.code, 1)
  t.match(small.stderr, /vitrine: The new archive \(.*\) is less than half as large as .*a-2020-01-05T000000Z\.tar\.gz \(.*\), so no archive was removed\./)
  t.ok(existsSync(file('2020-01-05T000000Z')))
})

/** Copies an archive as a version wrote it that did not note the installation. */
async function withoutInstallation (from: string, to: string): Promise<void> {
  const archive = pack()
  const written = pipeline(archive, createGzip(), createWriteStream(to))
  for await (const entry of createReadStream(from).pipe(createGunzip()).pipe(extract())) {
    const content = await buffer(entry as AsyncIterable<Buffer> as Readable)
    const kept = entry.header.name === 'backup.json'
      ? JSON.stringify({ ...JSON.parse(content.toString()) as object, installation: undefined })
      : content
    archive.entry({ name: entry.header.name }, kept)
  }
  archive.finalize()
  await written
}

t.test('a collection that is not whole is backed up, with exit code 1, and older archives stay', async (t) => {
  const folder = await temporaryFolder(t, { 'a-2020-01-01T000000Z.tar': '' })
  const site = await serve(t, path.join(folder, 'data'))
  for (const text of ['Missing', 'Altered', 'Whole']) await create(site, text)
  const media = await (await fetch(`${site.address}/api/media?sort_by=id&sort_order=asc`)).json() as Array<Record<string, string>>
  const [missing, altered] = media.map((one) => `original/${path.basename(one['o:original_url']!)}`)
  await rm(path.join(site.data, 'files', missing!))
  await writeFile(path.join(site.data, 'files', altered!), 'something else')
  const { code, stderr } = await vitrine(t, ['backup', path.join(folder, 'a.tar'), '--keep', '1', '--data', site.data])
  t.equal(code, 1)
  t.match(stderr, `missing   ${missing!}  media/`)
  t.match(stderr, `altered   ${altered!}  media/`)
  t.match(stderr, 'The archive is complete, but the collection is not: 2 problems (vitrine check).')
  const names = await readdir(folder)
  t.ok(names.includes('a-2020-01-01T000000Z.tar'))
  const made = names.find((name) => name.endsWith('.tar') && !name.includes('2020'))!
  t.equal((await vitrine(t, ['check', path.join(folder, made)])).code, 0, 'the archive itself is whole')
  const piped = start(t, ['check', '-'], {}, 'pipe')
  createReadStream(path.join(folder, made)).pipe(piped.process.stdin!)
  t.equal((await piped.outcome()).code, 0)
})
