/**
 * Measures what files cost: the memory of a large upload, pictures made a second beside sharp called bare, and reads
 * meanwhile.
 *
 *   node --import tsx bench/files.ts [megabytes of the upload] [pictures]
 */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type OutgoingHttpHeaders } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { Client } from './http/client.js'
import { createAdministrator, KEY } from './processes/administrator.js'
import { build } from './processes/build.js'
import { VitrineServer } from './processes/server.js'
import { memoryOf } from './processes/usage.js'

const MEGABYTE = 1024 * 1024
const BOUNDARY = 'boundary'
const SIZES = [
  { width: 800, height: 800, fit: 'inside' },
  { width: 200, height: 200, fit: 'inside' },
  { width: 200, height: 200, fit: 'cover' }
] as const

/** Number of pictures sent concurrently. */
const UPLOADS = 8

const [megabytes = 1024, pictures = 200] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-files-'))
try {
  await build()
  const data = path.join(folder, 'data')
  await createAdministrator(data)
  const picture = await makePicture()
  await measureUpload(data)
  await measurePictures(data, picture)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureUpload (data: string): Promise<void> {
  const server = await VitrineServer.start(data)
  const before = memoryOf(server.pid)!
  const begin = performance.now()
  const chunk = Buffer.from('All work and no play. '.repeat(48_000)).subarray(0, MEGABYTE)
  await upload(server.base, 'large.txt', Array.from({ length: megabytes }, () => chunk))
  const seconds = (performance.now() - begin) / 1000
  say(
    `Upload of ${megabytes} MB: ${seconds.toFixed(1)} s, ` +
    `memory ${inMegabytes(before)} before, ${inMegabytes(memoryOf(server.pid, 'VmHWM')!)} at most`
  )
  await server.stop()
}

async function measurePictures (data: string, picture: Buffer): Promise<void> {
  const server = await VitrineServer.start(data)
  const reader = new Client(server.base)
  const idle = await readFor(reader, new Promise((resolve) => setTimeout(resolve, 3000)))
  const begin = performance.now()
  const pool = pLimit(UPLOADS)
  const making = Promise.all(
    Array.from(
      { length: pictures },
      async () =>
        await pool(async () => {
          await upload(server.base, 'a.jpg', [picture])
        })
    )
  )
  const busy = await readFor(reader, making)
  const made = pictures / ((performance.now() - begin) / 1000)
  say(`Memory with pictures: ${inMegabytes(memoryOf(server.pid, 'VmHWM')!)} at most`)
  reader.close()
  await server.stop()

  const bare = await bareSharp(picture)
  say(
    `Pictures uploaded, stored and thumbnailed: ${made.toFixed(1)} a second; ` +
    `sharp bare, three calls each: ${bare.toFixed(1)} a second (${(made / bare).toFixed(2)})`
  )
  say(
    'Reads of /api/items, one after the other: ' +
    `idle p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms; ` +
    `meanwhile p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms, longest ${busy.longest.toFixed(1)} ms`
  )
}

/** Reads repeatedly until `work` is done. */
async function readFor (
  client: Client,
  work: Promise<unknown>
): Promise<{ p50: number, p99: number, longest: number }> {
  const times: number[] = []
  const state = { isDone: false }
  const end = work.finally(() => {
    state.isDone = true
  })
  while (!state.isDone) times.push((await client.send({ path: '/api/items?per_page=10' })).milliseconds)
  await end
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
  return { p50: at(0.5), p99: at(0.99), longest: at(1) }
}

async function bareSharp (picture: Buffer): Promise<number> {
  const file = path.join(folder, 'picture.jpg')
  await writeFile(file, picture)
  const pool = pLimit(availableParallelism())
  const begin = performance.now()
  await Promise.all(Array.from({ length: pictures }, async () => await pool(async () => {
    for (const size of SIZES) await sharp(file).autoOrient().resize(size).jpeg({ quality: 85 }).toBuffer()
  })))
  return pictures / ((performance.now() - begin) / 1000)
}

/** A photograph of 12 megapixels, as far as a codec can tell. */
async function makePicture (): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 }
    }
  })
    .png()
    .toBuffer()
  return await sharp(noise).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer()
}

/** Makes an item with one media, its file sent piece by piece. */
async function upload (base: string, filename: string, chunks: readonly Buffer[]): Promise<void> {
  const data = JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] })
  const begin =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file[0]"; filename="${filename}"\r\n\r\n`
  const end = `\r\n--${BOUNDARY}--\r\n`
  const length = chunks.reduce((total, chunk) => total + chunk.length, begin.length + end.length)
  const headers: OutgoingHttpHeaders = {
    authorization: `Bearer ${KEY.identity}.${KEY.credential}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': length
  }
  const outgoing = request(`${base}/api/items`, { method: 'POST', headers })
  const answered = once(outgoing, 'response')
  for (const piece of [begin, ...chunks, end]) if (!outgoing.write(piece)) await once(outgoing, 'drain')
  outgoing.end()
  const [incoming] = await answered
  const body = await buffer(incoming)
  if (incoming.statusCode !== 200) throw new Error(`${incoming.statusCode as number}: ${String(body)}`)
}

function inMegabytes (bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

function say (text: string): void {
  process.stdout.write(`${text}\n`)
}
