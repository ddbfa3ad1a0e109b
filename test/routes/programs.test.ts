import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { PARALLEL_PICTURES } from '../../files/thumbnails/pool.js'
import { file, sendForm, uploadMedia, type Json } from '../files/fixtures/uploads.js'
import { onSqlite } from '../database.js'
import { migrationNames, openOlderDatabase } from '../db/fixtures/older-database.js'
import { build, temporaryFolder, type Key, type Server } from '../helper.js'

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

/** An item with films, and their canvases in its manifest. */
async function filmsIn (server: Server, as: Key, count: number) {
  const given = Array.from({ length: count }, (_, at) => ({ 'o:ingester': 'upload', file_index: at }))
  const parts = Object.fromEntries(given.map((_, at) => [`file[${at}]`, file(FILM, 'film.mp4')]))
  const { json: { 'o:id': id } } = await sendForm(server, as, 'POST', '/api/items', {
    data: JSON.stringify({ 'o:media': given }), ...parts
  })
  return {
    id: id as number,
    canvases: async () => ((await server.send({ url: `/iiif/3/${id as number}/manifest`, as })).json() as Json).items
  }
}

t.test('a film is measured once ffprobe runs, if it was missing before, and then no more', async (t) => {
  const install = await programs(t)
  const server = await build(t)
  const as = await server.account('author')
  const { id, canvases } = await filmsIn(server, as, 1)
  let times = 0
  const measured = async (): Promise<unknown> => {
    // Makes a cached manifest stale.
    const payload = { 'o:is_public': ++times % 2 === 0 }
    await server.send({ method: 'PATCH', url: `/api/items/${id}`, as, payload })
    return (await canvases())[0]
  }
  t.match(await measured(), { duration: undefined })
  await install('ffprobe', 'exit 127')
  t.match(await measured(), { duration: undefined })
  await install('ffprobe', 'echo \'{"format": {"duration": "3.5"}}\'')
  t.match(await measured(), { duration: 3.5 })
  await install('ffprobe', 'exit 1')
  t.match(await measured(), { duration: 3.5 })
})

t.test('a manifest runs ffprobe once for each film, and is made again a minute after that could not run', async (t) => {
  const folder = await temporaryFolder(t, { log: '' })
  const install = await programs(t)
  const server = await build(t)
  const as = await server.account('author')
  const { canvases } = await filmsIn(server, as, 2)
  const runs = async (): Promise<number> => (await readFile(path.join(folder, 'log'), 'utf8')).length
  const installLogged = async (script: string): Promise<void> => {
    await install('ffprobe', `printf x >> '${folder}/log'; ${script}`)
  }
  await installLogged('exit 127')
  for (let request = 0; request < 3; request++) t.match(await canvases(), [{ duration: undefined }, {}])
  t.equal(await runs(), 2)
  await installLogged('echo \'{"format": {"duration": "3.5"}}\'')
  const { now } = performance
  performance.now = () => now.call(performance) + 60_000
  t.teardown(() => { performance.now = now })
  t.match(await canvases(), [{ duration: 3.5 }, { duration: 3.5 }])
  t.equal(await runs(), 4)
})

const ONLY = onSqlite('earlier versions had no other')

t.test('a film that an earlier version stored without its duration is measured again', ONLY, async (t) => {
  await (await programs(t))('ffprobe', 'echo \'{"format": {"duration": "3.5"}}\'')
  const data = await temporaryFolder(t, { files: { original: { 'film.mp4': 'a film' } } })
  const { driver } = openOlderDatabase(data, migrationNames().indexOf('0028_durations-of-films'))
  driver.exec(`INSERT INTO resource (id, kind, is_public, created) VALUES (1, 'item', 1, 0), (2, 'media', 1, 0);
    INSERT INTO item (id) VALUES (1);
    INSERT INTO media
      (id, item_id, ingester, renderer, media_type, storage_id, extension, has_original, has_thumbnails, position)
      VALUES (2, 1, 'upload', 'file', 'video/mp4', 'film', 'mp4', 1, 0, 1);
    INSERT INTO media_extent (media_id, width, height, duration, has_parts) VALUES (2, 640, 360, NULL, 0)`)
  driver.close()
  const server = await build(t, { data })
  t.match((await server.send({ url: '/iiif/3/1/manifest' })).json(), { items: [{ duration: 3.5 }] })
})
