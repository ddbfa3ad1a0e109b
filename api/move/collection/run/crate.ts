import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { CollectionFileError, readCollectionHeader } from '../read/collection-file.js'

/** The file by which a folder or an archive is known as an RO-Crate. */
const METADATA = 'ro-crate-metadata.json'

const COLLECTION = /^\w[\w.-]*\.ndjson(?:\.gz)?$/
const STORED_FILE = /^\w[\w.-]*\/(?:original|asset|large|medium|square)\/[\w-][\w.-]*$/

/** A collection of a million media has four files of each. */
const MOST_ENTRIES = 5_000_000

/** Lines of JSON are compressed to a tenth or a twentieth; small entries are harmless at any ratio. */
const HIGHEST_RATIO = 400
const HARMLESS = 16 * 1024 * 1024

/** Part of the free disk that is not filled. */
const RESERVE = 0.1

/** A collection file and how to remove what was unpacked for it. */
export interface OpenedCollection {
  file: string
  close (): Promise<void>
}

/** Whether a path is that of an RO-Crate: a folder, or a zip archive with the extension `.zip`. */
export async function isCrate (source: string): Promise<boolean> {
  const stats = await stat(source)
  if (stats.isDirectory()) return (await readdir(source)).includes(METADATA)
  // Spreadsheets are zip archives as well.
  return /\.zip$/i.test(source) && await isZip(source)
}

/**
 * The collection in a file, in the folder of an RO-Crate, or in a zip archive of one, which is unpacked.
 *
 * @param temporary folder for what is unpacked.
 * @throws CollectionFileError when there is none, or the archive is not what it seems.
 */
export async function openCollection (source: string, temporary: string): Promise<OpenedCollection> {
  const stats = await stat(source)
  if (stats.isDirectory()) return { file: await collectionIn(source), close: async () => {} }
  if (!await isZip(source)) return { file: source, close: async () => {} }
  const folder = await mkdtemp(path.join(temporary, 'collection-'))
  const close = async (): Promise<void> => { await rm(folder, { recursive: true, force: true }) }
  try {
    await unpack(source, folder)
    return { file: await collectionIn(folder), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The one file of a folder that is a collection. */
async function collectionIn (folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => COLLECTION.test(name))
  const found: string[] = []
  for (const name of names) {
    const file = path.join(folder, name)
    if (await readCollectionHeader(file) !== undefined) found.push(file)
  }
  if (found.length === 1) return found[0]!
  throw new CollectionFileError(0, found.length === 0 ? 'it holds no collection' : 'it holds more than one collection')
}

/** By the four bytes that every zip archive begins with. */
async function isZip (file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32BE() === 0x504B0304
  } finally {
    await handle.close()
  }
}

/** Unpacks the collection and its files; whatever else is in the archive stays there. */
async function unpack (archive: string, folder: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    .catch((error: unknown) => { throw damaged(error) })
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new CollectionFileError(0, `the archive has ${zip.entryCount} entries`)
    const { bavail, bsize } = await statfs(folder)
    let room = bavail * bsize * (1 - RESERVE)
    for await (const entry of entriesOf(zip)) {
      if (!COLLECTION.test(entry.fileName) && !STORED_FILE.test(entry.fileName)) continue
      refuseBomb(entry)
      room -= entry.uncompressedSize
      if (room < 0) throw new CollectionFileError(0, 'there is no room on the disk to unpack the archive')
      await write(zip, entry, path.join(folder, entry.fileName))
    }
  } finally {
    zip.close()
  }
}

async function * entriesOf (zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch (error) {
    throw damaged(error)
  }
}

function refuseBomb ({ fileName, compressedSize, uncompressedSize }: Entry): void {
  if (uncompressedSize > HARMLESS && uncompressedSize > compressedSize * HIGHEST_RATIO) {
    throw new CollectionFileError(0, `${fileName} in the archive is compressed beyond belief`)
  }
}

async function write (zip: ZipFile, entry: Entry, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  try {
    // An entry that is there twice is refused.
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw damaged(error)
  }
}

function damaged (error: unknown): unknown {
  if (error instanceof CollectionFileError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOSPC' || code === 'EACCES') return error
  return new CollectionFileError(0, `the archive cannot be read: ${message}`)
}
