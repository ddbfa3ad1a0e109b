import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { PARALLEL_PICTURES } from '../../files/thumbnails/pool.js'
import { file, sendForm, uploadMedia, type Json } from '../files/fixtures/uploads.js'
import { build, temporaryFolder } from '../helper.js'

/** An empty film. */
const FILM = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'), Buffer.alloc(1000)])

/** Puts a folder for scripts in place of the programs of the system; the shell's own commands remain. */
async function programs (t: Test): Promise<(name: string, script: string) => Promise<void>> {
  const folder = await temporaryFolder(t)
  const { PATH } = process.env
  process.env.PATH = folder
  t.teardown(() => { process.env.PATH = PATH })
  return async (name, script) => {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(path.join(folder, name), 0o755)
  }
}

t.test('films that occupy ffmpeg hold up no pictures', async (t) => {
  const folder = await temporaryFolder(t)
  await (await programs(t))('ffmpeg', `while [ ! -e '${folder}/end' ]; do :; done; exit 1`)
  const server = await build(t)
  const as = await server.account('author')
  let ended = 0
  const films = Array.from({ length: PARALLEL_PICTURES }, async () =>
    await uploadMedia(server, as, FILM, 'film.mp4').finally(() => { ended++ }))
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png().toBuffer()
  t.match(await uploadMedia(server, as, picture, 'red.png'), { thumbnail_display_urls: { medium: /files\/medium/ } })
  t.equal(ended, 0)
  await writeFile(path.join(folder, 'end'), '')
  t.match(await Promise.all(films), films.map(() => ({ thumbnail_display_urls: { medium: /video\.png/ } })))
})

t.test('a film is measured once ffprobe runs, if it was missing before, and then no more', async (t) => {
  const install = await programs(t)
  const server = await build(t)
  const as = await server.account('author')
  const upload = { 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }
  const parts = { data: JSON.stringify(upload), 'file[0]': file(FILM, 'film.mp4') }
  const { json: { 'o:id': id } } = await sendForm(server, as, 'POST', '/api/items', parts)
  let times = 0
  const measured = async (): Promise<unknown> => {
    // Makes a cached manifest stale.
    const payload = { 'o:is_public': ++times % 2 === 0 }
    await server.send({ method: 'PATCH', url: `/api/items/${id as number}`, as, payload })
    return ((await server.send({ url: `/iiif/3/${id as number}/manifest`, as })).json() as Json).items[0]
  }
  t.match(await measured(), { duration: undefined })
  await install('ffprobe', 'exit 127')
  t.match(await measured(), { duration: undefined })
  await install('ffprobe', 'echo \'{"format": {"duration": "3.5"}}\'')
  t.match(await measured(), { duration: 3.5 })
  await install('ffprobe', 'exit 1')
  t.match(await measured(), { duration: 3.5 })
})
