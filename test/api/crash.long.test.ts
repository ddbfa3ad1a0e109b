import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Api } from '../../api/api.js'
import { open } from '../../app.js'
import { packageFolder } from '../../package.js'
import { quadrants } from '../files/fixtures/pictures.js'
import { stored } from '../files/fixtures/uploads.js'
import { keptIn } from '../database.js'
import { temporaryFolder } from '../helper.js'

/** The compiled program; `npm test` compiles it first. */
const APP = path.join(packageFolder, 'dist/app.js')
const ADMIN = { id: 1, role: 'global_admin' } as const

/** An empty collection on disk, and a picture to upload. */
async function prepare (t: Test): Promise<{ data: string, picture: string }> {
  const folder = await temporaryFolder(t)
  const picture = path.join(folder, 'picture')
  await writeFile(picture, await sharp(await quadrants(60, 40)).jpeg().toBuffer())
  const data = path.join(folder, 'data')
  const api = await open(await keptIn(data))
  await api.accounts.createUser({ email: 'admin@example.org', name: 'admin', role: 'global_admin' })
  await api.close()
  return { data, picture }
}

/** Runs a script on the collection in another process, and kills it where the script waits for ever. */
async function killedWhile ({ data, picture }: { data: string, picture: string }, script: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `
    const { open } = await import(${JSON.stringify(APP)})
    const api = await open(${JSON.stringify(await keptIn(data))})
    const here = async () => { console.log('here'); await new Promise(() => setInterval(() => {}, 1000)) }
    const stopBeforeCommit = (store) => {
      const write = store.write.bind(store)
      store.write = async (work) => await write(async (database) => { await work(database); await here() })
    }
    const call = { actor: ${JSON.stringify(ADMIN)}, uploads: [
      { field: 'file', index: '0', filename: 'a.jpg', path: ${JSON.stringify(picture)}, size: 1 }
    ] }
    const asset = { ...call, uploads: [{ ...call.uploads[0], index: null }] }
    const item = { 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }
    ${script}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Counts of files and of their rows after the collection was opened again, and the problems that a check finds. */
async function after (
  data: string
): Promise<{ files: number, media: number, assets: number, problems: string[], tmp: number }> {
  const api: Api = await open(await keptIn(data))
  try {
    const problems: string[] = []
    await api.checkFiles({ onProblem: ({ trouble, name }) => problems.push(`${trouble} ${name}`) })
    const total = async (name: string): Promise<number> =>
      (await api.resource(name).search({}, { actor: ADMIN })).total ?? NaN
    return {
      files: (await stored({ api })).length,
      media: await total('media'),
      assets: await total('assets'),
      problems,
      tmp: (await readdir(path.join(data, 'tmp'))).length
    }
  } finally {
    await api.close()
  }
}

const NOTHING = { files: 0, media: 0, assets: 0, problems: [], tmp: 1 }

t.test('killed between storing and committing, a creation has not happened', async (t) => {
  for (const work of ['api.items.create(item, call)', 'api.resource("assets").create({}, asset)']) {
    const folder = await prepare(t)
    await killedWhile(folder, `api.store.write = here; await ${work}`)
    t.same(await after(folder.data), NOTHING, work)
  }
})

t.test('killed inside the transaction, a creation has not happened', async (t) => {
  const folder = await prepare(t)
  await killedWhile(folder, 'stopBeforeCommit(api.store); await api.items.create(item, call)')
  t.same(await after(folder.data), NOTHING)
})

t.test('killed while it stores one file after the other, a creation has not happened', async (t) => {
  const folder = await prepare(t)
  await killedWhile(folder, `
    const put = api.files.store.put.bind(api.files.store)
    api.files.store.put = async (name, source) => {
      if (name.startsWith('square')) await here()
      return await put(name, source)
    }
    await api.items.create(item, call)`)
  t.same(await after(folder.data), NOTHING)
})

t.test('killed right after it was committed, a creation has happened', async (t) => {
  const folder = await prepare(t)
  await killedWhile(folder, 'api.files.keep = here; await api.items.create(item, call)')
  t.same(await after(folder.data), { ...NOTHING, files: 4, media: 1 })
})

t.test('killed before it was committed, a deletion has not happened', async (t) => {
  const folder = await prepare(t)
  await killedWhile(
    folder,
    'const { id } = await api.items.create(item, call); stopBeforeCommit(api.store); await api.items.delete(id, call)'
  )
  t.same(await after(folder.data), { ...NOTHING, files: 4, media: 1 })
})

t.test('killed after it was committed, a deletion takes the files along at the next start', async (t) => {
  const folder = await prepare(t)
  await killedWhile(folder, `
    const { id } = await api.items.create(item, call)
    const picture = await api.resource('assets').create({}, asset)
    api.files.store.delete = () => new Promise(() => {})
    for (const deleting of [api.items.delete(id, call), api.resource('assets').delete(picture.id, call)]) deleting.catch(console.error)
    const left = async () => (await api.items.search({}, call)).total + (await api.resource('assets').search({}, call)).total
    while (await left() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await here()`)
  const left = await after(folder.data)
  t.match(left, { media: 0, assets: 0, files: 0, problems: [] })
})
