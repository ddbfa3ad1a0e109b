import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UploadShare } from '../../api/files/upload-space.js'
import type { Upload } from '../../api/core/calls/call.js'
import { ApiError, BadRequestError, TooLargeError } from '../../api/core/calls/errors.js'
import { gatheredBytes } from '../../files/streams/received-bytes.js'

/** Maximal number of parts of a form. */
const MAX_PARTS = 1000

/** Maximal size of the headers of a part, in bytes. */
const PART_HEADER_MAX_BYTES = 80 * 1024

/** Maximal size of a field, in bytes. */
const FIELD_MAX_BYTES = 64 * 1024

/**
 * Bytes of a part that are buffered while the disk is slow. Must be larger than one read of the socket (64 KiB): the
 * library continues to read parts that it ignores, such as parts with `Content-Disposition: attachment`, only while
 * this buffer is not full; otherwise such a form would never end.
 */
const PART_BUFFER_BYTES = 256 * 1024

/** Where the files of a form are written, and how large they may be. */
interface FileLimits {
  /** An existing, empty folder for the uploaded files. */
  folder: string
  /** Maximal size of a file, in bytes. */
  uploadLimit: number
  /** Claims space for bytes before they are written. @throws ApiError when there is not enough. */
  claim: (bytes: number) => void
}

interface FormLimits extends FileLimits {
  /** Maximal size of the part `data`, in bytes. */
  bodyLimit: number
  /** Called with the fields other than `data`, of at most FIELD_MAX_BYTES bytes each; without it they are dropped. */
  onField?: (name: string, text: string) => void
  /** Called before a file is read, after the fields that precede it. If it throws, the form is refused. */
  onFile?: () => Promise<void>
}

interface Form {
  /** The bytes of the part `data`; empty when there is no such part. */
  data: Buffer
  uploads: Upload[]
}

const FORM = /^multipart\/form-data/i

/** Who uploads files, and how the form of a request is received. */
interface Receiver {
  uploaderOf (request: FastifyRequest): number | null
  receive (request: FastifyRequest, reply: FastifyReply, limits: FileLimits): Promise<void>
}

/**
 * Makes this scope receive forms. Files are written to disk as they arrive, into a folder that is removed before the
 * answer is sent, also after an error, unless a handler has moved them.
 *
 * Use it only in the scope of routes with forms, because @fastify/multipart adds hooks to all requests there.
 */
export async function receiveForms (fastify: FastifyInstance, { uploaderOf, receive }: Receiver): Promise<void> {
  const { files: { work, uploadSpace }, settings: { uploadLimit } } = fastify.api
  const pending = new WeakMap<FastifyRequest, { folder: string, space: UploadShare }>()

  // The embedding application may have registered @fastify/multipart already, with its own options.
  if (!fastify.hasRequestDecorator('parts')) await fastify.register(multipart)
  fastify.removeContentTypeParser('multipart/form-data')
  fastify.addContentTypeParser(FORM, async () => undefined)

  async function begin (request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const folder = await mkdtemp(path.join(work.temporary, 'form-'))
    const space = uploadSpace.share(uploaderOf(request))
    pending.set(request, { folder, space })
    await receive(request, reply, { folder, uploadLimit, claim: space.claim })
  }

  fastify.addHook('preValidation', (request, reply, next) => {
    if (!FORM.test(request.headers['content-type'] ?? '')) return next()
    begin(request, reply).then(() => { next() }, next)
  })

  // `onSend` runs for every answer, errors included, even if the client has closed the connection.
  fastify.addHook('onSend', (request, _reply, payload, next) => {
    const { folder, space } = pending.get(request) ?? {}
    if (folder === undefined) return next(null, payload)
    rm(folder, { recursive: true, force: true }).finally(space?.release).then(() => { next(null, payload) }, next)
  })
}

/**
 * Receives `multipart/form-data` (docs/contract/http.md §7). Files are streamed to disk and never collected in memory.
 *
 * @throws BadRequestError when the form is malformed or incomplete, TooLargeError over a limit.
 */
export async function receiveForm (request: FastifyRequest, limits: FormLimits): Promise<Form> {
  // The library waits for events of the connection, and a closed connection emits none.
  if (request.raw.destroyed) throw new BadRequestError('The form was cut short.')
  try {
    return await receive(request, limits)
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException)
  } finally {
    // After an error the rest is read and dropped: many clients read the answer only when they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function receive (request: FastifyRequest, limits: FormLimits): Promise<Form> {
  const { folder, bodyLimit, uploadLimit, claim, onField, onFile } = limits
  const nameOf = uploadNames()
  const uploads: Upload[] = []
  let data: Buffer = Buffer.alloc(0)
  for await (const { file, ...named } of partsOf(request, Math.max(bodyLimit, uploadLimit))) {
    const part = { file, fieldname: unquoted(named.fieldname), filename: unquoted(named.filename) }
    if (part.fieldname === 'data') {
      data = await gatheredBytes(limited(bodyLimit)(part.file))
    } else if (part.fieldname === undefined || part.filename === undefined) {
      if (part.fieldname === undefined || onField === undefined) part.file.resume()
      else onField(part.fieldname, (await gatheredBytes(limited(FIELD_MAX_BYTES)(part.file))).toString('utf8'))
    } else {
      await onFile?.()
      const file = path.join(folder, String(uploads.length))
      // No file has U+0000 in its name, and not every database can store it.
      const filename = part.filename.replaceAll('\0', '')
      const upload = { ...nameOf(part.fieldname), filename, path: file, size: 0 }
      uploads.push(upload)
      await pipeline(part.file, limited(uploadLimit, claim), createWriteStream(upload.path, { mode: 0o600 }))
      upload.size = part.file.bytesRead
    }
  }
  return { data, uploads }
}

/** A part. It may lack both names, contrary to the library's types. */
type Part = Omit<MultipartFile, 'fieldname' | 'filename'> & Partial<Pick<MultipartFile, 'fieldname' | 'filename'>>

/**
 * The parts of a form, each as a stream, because `data` may be a field or a file and is needed as raw bytes. All
 * options are given, because the parent application may have registered the library with others.
 */
function partsOf (request: FastifyRequest, largest: number): AsyncIterable<Part> {
  // The library's content type parser would set this, but also apply the parent's options to the form.
  Object.defineProperty(request, 'isMultipart', { value: () => true })
  return request.parts({
    limits: {
      parts: MAX_PARTS,
      files: MAX_PARTS,
      fields: MAX_PARTS,
      fileSize: largest + 1,
      fieldSize: 0,
      headerPairs: MAX_PARTS,
      headerSize: PART_HEADER_MAX_BYTES
    },
    isPartAFile: () => true,
    fileHwm: PART_BUFFER_BYTES,
    defCharset: 'utf8',
    preservePath: false
  }) as AsyncIterable<Part>
}

/** A name in single quotes is quoted for PHP, too, but not for the library. */
function unquoted (name: string | undefined): string | undefined {
  return name !== undefined && name.length > 1 && name.startsWith("'") && name.endsWith("'") ? name.slice(1, -1) : name
}

/** Errors of the disk stay as they are; all others mean that the form is malformed. */
function refusalOf (error: NodeJS.ErrnoException): Error {
  if (error instanceof ApiError || error.syscall !== undefined) return error
  if (error.code === 'FST_PARTS_LIMIT') return new TooLargeError(`The form has more than ${MAX_PARTS} parts.`)
  return new BadRequestError(`The form cannot be read: ${error.message}.`)
}

/** Passes on the bytes of a part. @throws TooLargeError when there are more than `limit`; errors of `claim`. */
function limited (
  limit: number, claim?: (bytes: number) => void
): (part: AsyncIterable<Buffer>) => AsyncIterable<Buffer> {
  return async function * (part) {
    let size = 0
    for await (const chunk of part) {
      size += chunk.length
      if (size > limit) throw new TooLargeError(`A part of the form is larger than ${limit} bytes.`)
      claim?.(chunk.length)
      yield chunk
    }
  }
}

/** Parses the name `file[3]` as field `file`, index `3`; `file[]` gets the next number, as in PHP. */
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
