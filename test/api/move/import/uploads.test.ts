import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import t from 'tap'
import type { Actor } from '../../../../api/core/calls/actor.js'
import { onlyAdmins } from '../../../../api/access/access.js'
import { ImportUploads } from '../../../../api/move/import/uploads/uploads.js'
import { importUpload, job } from '../../../../db/tables/index.js'
import { stored } from '../../../files/fixtures/uploads.js'
import { build, type Ending } from '../../../helper.js'
import { refusal } from '../../collection.js'

const ADA: Actor = { id: 1, role: 'global_admin' }
const BEN: Actor = { id: 2, role: 'site_admin' }
const JOBS = { name: 'jobs', entity: 'Job', allows: onlyAdmins }

async function uploadsOf (t: Ending) {
  const server = await build(t)
  const { api, data } = server
  await server.account('global_admin')
  await server.account('site_admin')
  const uploads = new ImportUploads(api.store, api.files, 1000, JOBS)
  let received = 0
  return {
    server,
    api,
    uploads,
    async send (filename: string, text = 'Title\nNocturne\n', actor = ADA) {
      const file = path.join(data, `received-${received++}`)
      await writeFile(file, text)
      return await uploads.add({ path: file, filename, size: Buffer.byteLength(text) }, actor)
    },
    /** Stores a job that imports a file, and does not run it. */
    async startOn (id: string, actor = ADA): Promise<number> {
      return await uploads.startJob(id, async (database) => {
        const [row] = await database.insert(job).values({ class: 'Test', status: 'in_progress', started: 1 })
          .returning({ id: job.id })
        return row!.id
      }, actor)
    },
    async endJobs () { await api.store.write(async (database) => { await database.update(job).set({ status: 'completed' }) }) },
    /** Lets a day pass over a file. */
    async age (id: string) {
      await api.store.write(async (database) => {
        await database.update(importUpload).set({ created: Math.floor(Date.now() / 1000) - 25 * 60 * 60 })
          .where(eq(importUpload.id, id))
      })
    }
  }
}

t.test('an uploaded file is stored privately, under a generated name, with the options chosen for it', async (t) => {
  const { uploads, server, api, send } = await uploadsOf(t)
  const { id } = await send('../../evil/<b>Prints</b>.CSV.gz')
  t.match(id, /^[0-9a-f]{24}$/)
  t.same(await stored(server), [`imports/${id}.csv`])
  t.equal(await readFile(await uploads.pathOf(id, ADA), 'utf8'), 'Title\nNocturne\n')
  await uploads.choose(id, { of: 'mine' }, ADA)
  t.match(await uploads.find(id, ADA), { filename: '../../evil/<b>Prints</b>.CSV.gz', size: 15, choices: { of: 'mine' } })
  t.equal((await server.send({ url: `/files/imports/${id}.csv`, as: await server.account('global_admin') })).statusCode, 404)
  t.match(await api.checkFiles({ repair: true }), { files: 1, orphans: 0, removed: 0 })
  await api.files.store.delete(`imports/${id}.csv`)
  t.match(await refusal(uploads.pathOf(id, ADA)), { kind: 'not-found' }, 'the store has lost it')
})

t.test('it belongs to who sent it, and to administrators only', async (t) => {
  const { uploads, send } = await uploadsOf(t)
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

t.test('a file that is no table by its name, or empty, is refused and not stored', async (t) => {
  const { uploads, server, send } = await uploadsOf(t)
  t.match(await refusal(send('')), { errors: { file: ['No file was sent.'] } })
  for (const name of ['a.exe', 'csv', 'a.csv.exe', 'a.csv/', 'a.constructor']) {
    t.match(await refusal(send(name)), { errors: { file: [/kind of file cannot be imported/] } }, name)
  }
  t.match(await refusal(send('a.csv', '')), { errors: { file: ['The file is empty.'] } })
  t.same(await uploads.list(ADA), [])
  t.same(await stored(server), [])
})

t.test('the oldest gives way to the sixth, and to what needs its place, but not while a job reads it', async (t) => {
  const { uploads, server, send, startOn, endJobs, age } = await uploadsOf(t)
  const first = await send('first.csv')
  await age(first.id)
  await startOn(first.id)
  for (let i = 2; i <= 6; i++) await send(`${i}.csv`)
  const names = (await uploads.list(ADA)).map(({ filename }) => filename)
  t.equal(names.length, 5)
  t.ok(names.includes('first.csv'), 'a job reads it')
  t.ok(names.includes('6.csv'))
  await send('large.csv', 'x'.repeat(985))
  t.same((await uploads.list(ADA)).map(({ filename }) => filename).sort(), ['first.csv', 'large.csv'])
  t.equal((await stored(server)).length, 2)
  t.match(await refusal(send('larger.csv', 'x'.repeat(1001))), { kind: 'too-large' })
  t.match(await refusal(send('no room.csv', 'x'.repeat(990))), { kind: 'no-room' })
  await uploads.remove(first.id, ADA)
  await uploads.sweep()
  t.equal((await uploads.list(ADA)).some(({ id }) => id === first.id), true, 'it is not removed while it is read')
  await send('of somebody else.csv', 'x'.repeat(990), BEN)
  await endJobs()
  await uploads.remove(first.id, ADA)
  t.equal((await uploads.list(ADA)).some(({ id }) => id === first.id), false)
})

t.test('after a day a file is removed, and so is what a process has left that was killed', async (t) => {
  const { uploads, server, api, send, age } = await uploadsOf(t)
  const [old, fresh] = [await send('old.csv'), await send('fresh.csv')]
  await age(old.id)
  await uploads.sweep()
  t.same((await uploads.list(ADA)).map(({ id }) => id), [fresh.id])
  t.same(await stored(server), [`imports/${fresh.id}.csv`])
  await api.files.store.put('imports/0123.csv', Buffer.from('a'))
  t.match(await api.checkFiles({ repair: true }), { orphans: 1, removed: 1 })
})

t.test('a form that is sent twice starts one job', async (t) => {
  const { send, startOn } = await uploadsOf(t)
  const { id } = await send('a.csv')
  t.same(await Promise.all([startOn(id), startOn(id)]), [1, 1])
})
