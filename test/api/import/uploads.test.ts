import { readdir, stat, utimes, writeFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import type { Actor } from '../../../api/access/actor.js'
import { ImportUploads, type UploadLimits } from '../../../api/import/uploads/uploads.js'
import { onlyAdmins } from '../../../api/access/rules.js'
import { refusal } from '../collection.js'
import { temporaryFolder, type Ending } from '../../helper.js'

const ADA: Actor = { id: 1, role: 'global_admin' }
const BEN: Actor = { id: 2, role: 'site_admin' }
const JOBS = { name: 'jobs', entity: 'Job', allows: onlyAdmins }

async function store (t: Ending, limits: Partial<UploadLimits> = {}) {
  const folder = await temporaryFolder(t)
  const uploads = new ImportUploads(path.join(folder, 'imports'), {
    space: 1000, isUnderWay: async () => false, ...limits
  }, JOBS)
  let received = 0
  return {
    uploads,
    folder: path.join(folder, 'imports'),
    async send (filename: string, text = 'Title\nNocturne\n', actor = ADA) {
      const file = path.join(folder, `received-${received++}`)
      await writeFile(file, text)
      return await uploads.add({ path: file, filename, size: Buffer.byteLength(text) }, actor)
    }
  }
}

t.test('a file is kept privately, under a name of ours, with what was chosen for it', async (t) => {
  const { uploads, folder, send } = await store(t)
  const { id } = await send('../../evil/<b>Prints</b>.CSV')
  t.match(id, /^[0-9a-f]{24}$/)
  t.equal(await uploads.pathOf(id, ADA), path.join(folder, id, 'file.csv'))
  t.same(await readdir(folder), [id])
  t.equal((await stat(path.join(folder, id))).mode & 0o777, 0o700)
  await uploads.choose(id, { of: 'mine' }, ADA)
  t.match(await uploads.find(id, ADA), { filename: '../../evil/<b>Prints</b>.CSV', size: 15, choices: { of: 'mine' } })
})

t.test('it belongs to who sent it, and to administrators only', async (t) => {
  const { uploads, send } = await store(t)
  const { id } = await send('a.csv')
  t.same(await uploads.list(BEN), [])
  const attempts = [
    async () => await uploads.find(id, BEN),
    async () => await uploads.pathOf(id, BEN),
    async () => await uploads.choose(id, {}, BEN),
    async () => { await uploads.remove(id, BEN) },
    async () => await uploads.startJob(id, async () => 1, BEN),
    async () => await uploads.find('../../etc', ADA),
    async () => await uploads.find('x'.repeat(24), ADA)
  ]
  for (const attempt of attempts) t.match(await refusal(attempt()), { kind: 'not-found' })
  for (const role of ['editor', 'author', 'researcher', null] as const) {
    t.match(await refusal(uploads.list({ id: 1, role })), { kind: 'forbidden' }, String(role))
  }
  t.equal((await uploads.list(ADA)).length, 1)
})

t.test('what is no table by its name, or is empty, is refused and not kept', async (t) => {
  const { uploads, send } = await store(t)
  t.match(await refusal(send('')), { errors: { file: ['No file was sent.'] } })
  for (const name of ['a.exe', 'csv', 'a.csv.exe', 'a.csv/', 'a.constructor']) {
    t.match(await refusal(send(name)), { errors: { file: [/of a known kind/] } }, name)
  }
  t.match(await refusal(send('a.csv', '')), { errors: { file: ['The file is empty.'] } })
  t.same(await uploads.list(ADA), [])
})

t.test('the oldest gives way to the sixth, and to what needs its place, but not while a job reads it', async (t) => {
  const running = new Set<number>()
  const { uploads, send } = await store(t, { isUnderWay: async (job) => running.has(job) })
  const first = await send('first.csv')
  await uploads.startJob(first.id, async () => 7, ADA)
  running.add(7)
  for (let i = 2; i <= 6; i++) await send(`${i}.csv`)
  const names = (await uploads.list(ADA)).map(({ filename }) => filename)
  t.equal(names.length, 5)
  t.ok(names.includes('first.csv'), 'a job reads it')
  t.ok(names.includes('6.csv'))
  await send('large.csv', 'x'.repeat(985))
  t.same((await uploads.list(ADA)).map(({ filename }) => filename).sort(), ['first.csv', 'large.csv'])
  t.match(await refusal(send('larger.csv', 'x'.repeat(1001))), { kind: 'too-large' })
  t.match(await refusal(send('no room.csv', 'x'.repeat(990))), { kind: 'no-room' })
  await uploads.remove(first.id, ADA)
  t.equal((await uploads.list(ADA)).some(({ id }) => id === first.id), true, 'it is not removed while it is read')
  await send('of somebody else.csv', 'x'.repeat(990), BEN)
  running.clear()
  await uploads.remove(first.id, ADA)
  t.equal((await uploads.list(ADA)).some(({ id }) => id === first.id), false)
})

t.test('after a day a file is removed, and so is half of one', async (t) => {
  const { uploads, folder, send } = await store(t)
  const [old, fresh] = [await send('old.csv'), await send('fresh.csv')]
  const facts = path.join(folder, old.id, 'upload.json')
  await writeFile(facts, JSON.stringify({ ...old, created: old.created - 25 * 60 * 60 }))
  const half = path.join(folder, 'a'.repeat(24))
  await mkdir(half)
  await uploads.sweep()
  t.same((await readdir(folder)).sort(), [fresh.id, 'a'.repeat(24)].sort(), 'it may be on its way')
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  await utimes(half, yesterday, yesterday)
  await uploads.sweep()
  t.same(await readdir(folder), [fresh.id])
})

t.test('a form that is sent twice starts one job', async (t) => {
  const { uploads, send } = await store(t, { isUnderWay: async () => true })
  const { id } = await send('a.csv')
  let jobs = 0
  const start = async (): Promise<number> => ++jobs
  t.same(await Promise.all([uploads.startJob(id, start, ADA), uploads.startJob(id, start, ADA)]), [1, 1])
  t.equal(jobs, 1)
})
