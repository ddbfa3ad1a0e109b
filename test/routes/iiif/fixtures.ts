import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Test } from 'tap'
import { temporaryFolder, title, type Key, type Server } from '../../helper.js'
import { pdf, quadrants } from '../../files/fixtures/pictures.js'
import { file, sendForm, type Json } from '../../files/fixtures/uploads.js'

export const jpegOf = async (width: number, height: number): Promise<Buffer> =>
  await sharp(await quadrants(width, height)).jpeg().toBuffer()

/** Two seconds of a tone. */
export async function sound (t: Test): Promise<Buffer> {
  return await recorded(t, 'wav', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'])
}

/** Three seconds of film, 64 × 48 pixels. */
export async function film (t: Test): Promise<Buffer> {
  return await recorded(t, 'mp4', ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=3', '-pix_fmt', 'yuv420p'])
}

async function recorded (t: Test, extension: string, source: readonly string[]): Promise<Buffer> {
  const target = path.join(await temporaryFolder(t), `recorded.${extension}`)
  execFileSync('ffmpeg', ['-loglevel', 'error', ...source, target])
  return readFileSync(target)
}

export const document = (): Buffer => Buffer.from(pdf(300, 400))

/** Makes an item with these files, in this order. @returns the item as it is read. */
export async function itemWith (
  server: Server, as: Key, files: ReadonlyArray<readonly [name: string, content: Uint8Array]>, more: object = {}
): Promise<Json> {
  const parts = Object.fromEntries(files.map(([name, content], at) => [`file[${at}]`, file(content, name)]))
  const data = JSON.stringify({
    ...title('Lighthouse'),
    'o:media': files.map((_, at) => ({ 'o:ingester': 'upload', file_index: at })),
    ...more
  })
  const { status, json } = await sendForm(server, as, 'POST', '/api/items', { data, ...parts })
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`)
  return json
}

export const mediaOf = (item: Json): number[] => (item['o:media'] as Json[]).map((media) => media['o:id'] as number)
