import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Extract, type Header } from 'tar-stream'
import { LinesOnDisk } from '../pipeline/lines-on-disk.js'
import { isGzip } from '../../../files/types/bytes.js'
import { isFileName } from '../../../files/types/names.js'
import {
  BackupError, CHECKSUMS, DATABASE, FILES, FORMAT, MANIFEST, readManifest, SETTINGS, unpackedSize, type Manifest
} from './manifest.js'

/** Limit for the manifest and the settings, which are read into memory. */
const TEXT_ENTRY_MAX_BYTES = 1024 * 1024

const CHECKSUM_LINE_MAX_CHARACTERS = 400

type Entry = Readable & { header: Header }

/** Handles the content of an archive while it is read. */
export interface Unpacking {
  /** Called first. An error that it throws ends the reading. */
  begin (manifest: Manifest): Promise<void>
  /** The new file to which the database, the settings or a file is written; undefined: it is only verified. */
  fileOf (name: string): string | undefined
  /** Called with the number of unpacked bytes. An error that it throws ends the reading. */
  onProgress (done: number, total: number): void
}

/**
 * Reads an archive from start to end and verifies it against its manifest and checksums. Accepts only entries that a
 * backup makes, each once and no larger than the manifest announces, so that a forged archive cannot write anywhere
 * else or fill the disk.
 * @param temporary path of a temporary file for the computed checksums.
 * @returns the manifest.
 * @throws BackupError when the archive is damaged, was cut short, or is not an archive.
 */
export async function readArchive (source: Readable, temporary: string, unpacking: Unpacking): Promise<Manifest> {
  const sums = await LinesOnDisk.open(temporary)
  const reader = new Reader(sums, unpacking)
  try {
    const { tar, fed } = await tarIn(source)
    for await (const entry of tar) await reader.read(entry as unknown as Entry)
    await fed
    return reader.end()
  } catch (error) {
    source.destroy()
    throw explained(error as NodeJS.ErrnoException)
  } finally {
    await sums.close()
  }
}

/**
 * Reads only the manifest of an archive.
 * @returns undefined when it cannot be read: the file is damaged, or of a newer version.
 */
export async function manifestOf (file: string): Promise<Manifest | undefined> {
  const source = createReadStream(file)
  try {
    const { tar } = await tarIn(source)
    const { value: entry } = await tar[Symbol.asyncIterator]().next() as { value: Entry | undefined }
    if (entry?.header.name !== MANIFEST) return undefined
    return checkedManifest((await textOf(entry, MANIFEST)).toString())
  } catch {
    return undefined
  } finally {
    source.destroy()
  }
}

/** The tar stream, decompressed if necessary; `fed` resolves when the source has been read to its end. */
async function tarIn (source: Readable): Promise<{ tar: Extract, fed: Promise<void> }> {
  const tar = extract()
  const target = tar as unknown as Writable
  await once(source, 'readable')
  const first = source.read() as Buffer | null
  if (first !== null) source.unshift(first)
  const isCompressed = first !== null && isGzip(first)
  const fed = isCompressed ? pipeline(source, createGunzip(), target) : pipeline(source, target)
  fed.catch(() => {})
  return { tar, fed }
}

/** Turns errors of the formats into BackupErrors; errors of the disk stay as they are. */
function explained (error: NodeJS.ErrnoException): Error {
  const { code = '', message } = error
  if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || /tar header|end of data/.test(message)) {
    return new BackupError(`The archive is damaged or was cut short: ${message}.`, { cause: error })
  }
  return error
}

class Reader {
  readonly #names = new Set<string>()
  #manifest: Manifest | undefined
  #files = 0
  #bytes = 0
  #done = 0
  #isEnded = false

  constructor (private readonly sums: LinesOnDisk, private readonly unpacking: Unpacking) {}

  async read (entry: Entry): Promise<void> {
    const { name, type = 'file', size = 0 } = entry.header
    if (this.#isEnded) throw new BackupError(`The archive has content after its end: ${JSON.stringify(name)}.`)
    if (type !== 'file') throw unexpected(name)
    if (name === CHECKSUMS) {
      await this.#compare(entry)
      return
    }
    this.#expect(name, size)
    let sha256
    if (this.#manifest === undefined) {
      const content = await textOf(entry, name)
      sha256 = createHash('sha256').update(content).digest('hex')
      this.#manifest = checkedManifest(content.toString())
      await this.unpacking.begin(this.#manifest)
    } else {
      sha256 = await this.#unpack(entry, unpackedSize(this.#manifest))
    }
    await this.sums.add(`${sha256}  ${name}`)
  }

  /** @throws BackupError when this entry is not allowed at this place. */
  #expect (name: string, size: number): void {
    if (this.#manifest === undefined) {
      if (name !== MANIFEST) throw new BackupError('This is not an archive that "vitrine backup" made.')
      return
    }
    const { database, settings, files } = this.#manifest
    if (name.startsWith(FILES) && isFileName(name.slice(FILES.length))) {
      this.#bytes += size
      if (++this.#files > (files?.number ?? 0) || this.#bytes > (files?.bytes ?? 0)) {
        throw new BackupError(`The archive has more files than it announces: ${name}.`)
      }
      return
    }
    const announced = name === DATABASE ? database : name === SETTINGS ? settings : null
    if (announced !== size || this.#names.has(name)) throw unexpected(name)
    this.#names.add(name)
  }

  /** @returns the SHA-256 of the content, in hexadecimal. */
  async #unpack (entry: Entry, total: number): Promise<string> {
    const { name, mtime: modified = new Date(0) } = entry.header
    const { unpacking } = this
    const hash = createHash('sha256')
    let done = this.#done
    const file = unpacking.fileOf(name)
    if (file !== undefined) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(entry, async function * (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
        done += chunk.length
        unpacking.onProgress(done, total)
      }
    }, file === undefined ? new PassThrough().resume() : createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    this.#done = done
    // The time of storage, which the server sends as Last-Modified.
    if (file !== undefined) await utimes(file, modified, modified)
    return hash.digest('hex')
  }

  /** Compares the computed checksums with the list at the end of the archive, line by line. */
  async #compare (entry: Entry): Promise<void> {
    this.#isEnded = true
    const read: AsyncGenerator<string, undefined> = this.sums.all()
    try {
      for await (const expected of linesOf(entry)) {
        const { value: line } = await read.next()
        if (line === expected) continue
        const [, name] = expected.split('  ')
        throw new BackupError(line?.split('  ')[1] !== name
          ? `The archive is damaged: it lacks ${JSON.stringify(name)}.`
          : `The archive is damaged: ${JSON.stringify(name)} is not what was backed up.`)
      }
      const more = await read.next()
      if (more.done !== true) {
        throw new BackupError(`The archive is damaged: there is no checksum for ${JSON.stringify(more.value.split('  ')[1])}.`)
      }
    } finally {
      await read.return(undefined)
    }
  }

  end (): Manifest {
    const manifest = this.#manifest
    if (manifest === undefined) throw new BackupError('This is not an archive that "vitrine backup" made.')
    const { files, settings } = manifest
    const isWhole = this.#isEnded && this.#names.has(DATABASE) && this.#files === (files?.number ?? 0) &&
      this.#bytes === (files?.bytes ?? 0) && this.#names.has(SETTINGS) === (settings !== null)
    if (!isWhole) throw new BackupError('The archive was cut short: it lacks entries that it announces.')
    return manifest
  }
}

function checkedManifest (text: string): Manifest {
  const manifest = readManifest(text)
  if (manifest === undefined) throw new BackupError('The archive is damaged: its manifest cannot be read.')
  if (!('database' in manifest)) {
    throw new BackupError(`The archive was made by a newer version of Vitrine (${String(manifest.version)}): ` +
      `its format is ${manifest.format}, and this one reads up to ${FORMAT}. Update Vitrine.`)
  }
  return manifest
}

async function textOf (entry: Entry, name: string): Promise<Buffer> {
  if ((entry.header.size ?? 0) > TEXT_ENTRY_MAX_BYTES) throw unexpected(name)
  return await buffer(entry)
}

/** Splits an entry into lines, with a limit on their length. */
async function * linesOf (entry: Entry): AsyncIterable<string> {
  let begun = ''
  for await (const chunk of entry) {
    const lines = (begun + String(chunk)).split('\n')
    begun = lines.pop()!
    if (begun.length > CHECKSUM_LINE_MAX_CHARACTERS) throw new BackupError('The archive is damaged: its checksums cannot be read.')
    yield * lines
  }
  if (begun !== '') throw new BackupError('The archive was cut short: its last checksum is not complete.')
}

function unexpected (name: string): BackupError {
  return new BackupError(`The archive contains ${JSON.stringify(name)}, which no backup puts there. Nothing of it is used.`)
}
