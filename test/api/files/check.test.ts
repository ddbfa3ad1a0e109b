import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { FileProblem } from '../../../api/files/check.js'
import { newStorageId } from '../../../files/types/names.js'
import { build, type Server } from '../../helper.js'
import { file, sendForm, stored, uploadMedia, type Json } from '../../files/fixtures/uploads.js'
import sharp from 'sharp'
import { quadrants } from '../../files/fixtures/pictures.js'

const jpeg = await sharp(await quadrants(60, 40)).jpeg().toBuffer()

async function collection (t: Test): Promise<{ server: Server, media: Json, asset: Json }> {
  const server = await build(t)
  const as = await server.account('global_admin')
  const media = await uploadMedia(server, as, jpeg, 'a.jpg')
  const asset = (await sendForm(server, as, 'POST', '/api/assets', { data: '{}', file: file(jpeg, 'a.jpg') })).json
  return { server, media, asset }
}

const pathOf = ({ data }: Server, name: string): string => path.join(data, 'files', name)

async function put (server: Server, name: string): Promise<void> {
  await mkdir(path.dirname(pathOf(server, name)), { recursive: true })
  await writeFile(pathOf(server, name), 'left behind')
}

async function check ({ api }: Server, repair = false): Promise<{ problems: string[], summary: Json }> {
  const problems: FileProblem[] = []
  const summary = await api.checkFiles({ repair, onProblem: (problem) => problems.push(problem) })
  return {
    summary,
    problems: problems
      .map(({ trouble, name, owner, isRemoved }) =>
        [trouble, name, owner?.type, owner?.id, isRemoved ? 'repaired' : undefined]
          .filter((part) => part !== undefined)
          .join(' ')
      )
      .sort()
  }
}

t.test('a collection in order has nothing to report', async (t) => {
  const { server } = await collection(t)
  t.same(await check(server), {
    problems: [],
    summary: { files: 5, owners: 2, orphans: 0, missing: 0, altered: 0, removed: 0 }
  })
})

t.test('orphaned, missing and altered files are reported separately', async (t) => {
  const { server, media, asset } = await collection(t)
  const id = media['o:filename'].slice(0, 40) as string
  const stray = newStorageId()
  const orphans = [
    `original/${stray}.pdf`,
    `large/${stray}.jpg`,
    `asset/${stray}.png`,
    `asset/${id}.jpg`,
    `original/${id}.png`
  ]
  for (const name of orphans) await put(server, name)
  await writeFile(pathOf(server, `original/${id}.jpg`), jpeg.map((byte) => byte ^ 1))
  await rm(pathOf(server, `square/${id}.jpg`))
  await rm(pathOf(server, `asset/${asset['o:filename'] as string}`))
  const lost = [
    `altered original/${id}.jpg media ${media['o:id'] as number}`,
    `missing asset/${asset['o:filename'] as string} assets 1`,
    `missing square/${id}.jpg media ${media['o:id'] as number}`
  ]
  const expected = [...lost, ...orphans.map((name) => `orphan ${name}`)].sort()
  t.same(await check(server), {
    problems: expected,
    summary: { files: 8, owners: 2, orphans: 5, missing: 2, altered: 1, removed: 0 }
  })

  const repaired = await check(server, true)
  t.same(repaired.problems, [...lost, ...orphans.map((name) => `orphan ${name} repaired`)].sort())
  t.equal(repaired.summary.removed, 5)
  t.same((await check(server)).problems, lost, 'rows and what they name are left as they are')
  t.equal((await stored(server)).length, 3)
})

t.test('a file cut short is altered', async (t) => {
  const { server, media } = await collection(t)
  await writeFile(pathOf(server, `original/${media['o:filename'] as string}`), jpeg.subarray(0, 100))
  t.match((await check(server)).summary, { altered: 1, missing: 0, orphans: 0 })
})

t.test('files that a running server is storing are not orphans', async (t) => {
  const { server } = await collection(t)
  const stray = newStorageId()
  const note = await server.api.files.work.begin([`original/${stray}.txt`])
  await put(server, `original/${stray}.txt`)
  const other = await build(t, { data: server.data })
  t.same((await check(other, true)).problems, [], 'as another process finds')
  await note.end()
  t.same((await check(other, true)).problems, [`orphan original/${stray}.txt repaired`])
})
