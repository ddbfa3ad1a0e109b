import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { Upload } from '../api/call.js'
import { BadRequestError, TooLargeError } from '../api/errors.js'

/** More parts than any honest form has. */
const MAX_PARTS = 1000

export interface FormLimits {
  /** Folder that is there, in which a folder for the files of this form is made. */
  parent: string
  /** Largest `data`, in bytes. */
  bodyLimit: number
  /** Largest file, in bytes. */
  uploadLimit: number
  /** False: files are let through and not kept. */
  keepsFiles: boolean
}

export interface Form {
  /** The bytes of the part `data`; none when there is no such part. */
  data: Buffer
  uploads: Upload[]
  /** Where the files are; whoever calls removes it. */
  folder: string
}

/**
 * Receives `multipart/form-data` without ever holding a file in memory. On failure, and when the client hangs up,
 * nothing stays on disk.
 *
 * @throws BadRequestError when the form is malformed, TooLargeError over a limit.
 */
export async function receiveForm (source: Readable, headers: IncomingHttpHeaders, limits: FormLimits): Promise<Form> {
  const folder = await mkdtemp(path.join(limits.parent, 'form-'))
  try {
    return { folder, ...await receive(source, headers as BusboyHeaders, folder, limits) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function receive (source: Readable, headers: BusboyHeaders, folder: string, { bodyLimit, uploadLimit, keepsFiles }: FormLimits): Promise<Omit<Form, 'folder'>> {
  const parser = parserFor(headers)
  const stop = new AbortController()
  const nameOf = uploadNames()
  const uploads: Upload[] = []
  const parts: Array<Promise<void>> = []
  let data: Buffer = Buffer.alloc(0)

  async function take (part: string, stream: BusboyFileStream, filename: string | undefined): Promise<void> {
    if (part === 'data') {
      const chunks: Buffer[] = []
      await consume(stream, bodyLimit, stop.signal, async (bytes) => { for await (const chunk of bytes) chunks.push(chunk) })
      data = Buffer.concat(chunks)
    } else if (filename === undefined || !keepsFiles) {
      stream.resume()
    } else {
      const upload = { ...nameOf(part), filename, path: path.join(folder, String(uploads.length)), size: 0 }
      uploads.push(upload)
      upload.size = await consume(stream, uploadLimit, stop.signal, createWriteStream(upload.path))
    }
  }

  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (part: string, stream: BusboyFileStream, filename: string | undefined) => {
        const taken = take(part, stream, filename)
        taken.catch(reject)
        parts.push(taken)
      })
      parser.once('partsLimit', () => { reject(new TooLargeError(`The form has more than ${MAX_PARTS} parts.`)) })
      parser.once('finish', resolve)
      parser.once('error', (error: Error) => { reject(new BadRequestError(`The form cannot be read: ${error.message}.`)) })
      finished(source).catch(() => { reject(new BadRequestError('The form was cut short.')) })
      source.pipe(parser)
    })
    await Promise.all(parts)
    return { data, uploads }
  } finally {
    // The rest of a form that is refused is let through, so that the client gets to read why.
    source.unpipe(parser)
    source.resume()
    stop.abort()
    await Promise.allSettled(parts)
  }
}

function parserFor (headers: BusboyHeaders): InstanceType<typeof Busboy> {
  try {
    // Every part is a stream: `data` may come as a field or as a file, and its bytes are wanted undecoded.
    return new Busboy({ headers, limits: { parts: MAX_PARTS }, isPartAFile: () => true })
  } catch (error) {
    throw new BadRequestError(`The form cannot be read: ${(error as Error).message}.`)
  }
}

/** Passes a part on to where it goes and says how many bytes it had. */
async function consume (stream: Readable, limit: number, signal: AbortSignal, sink: Writable | ((bytes: AsyncIterable<Buffer>) => Promise<void>)): Promise<number> {
  let size = 0
  async function * counted (bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > limit) throw new TooLargeError(`A part of the form is larger than ${limit} bytes.`)
      yield chunk
    }
  }
  await pipeline(stream, counted, sink as Writable, { signal })
  return size
}

/** Reads `file[3]` as field `file`, index `3`; `file[]` takes the next number, as in PHP. */
function uploadNames (): (part: string) => Pick<Upload, 'field' | 'index'> {
  const next = new Map<string, number>()
  return (part) => {
    const [, field, given] = /^([^[]+)\[([^\]]*)\]/.exec(part) ?? []
    if (field === undefined || given === undefined) return { field: part, index: null }
    const index = given === '' ? String(next.get(field) ?? 0) : given
    if (/^\d+$/.test(index)) next.set(field, Math.max(next.get(field) ?? 0, Number(index) + 1))
    return { field, index }
  }
}
