import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bytesOf } from '../../../../files/types/bytes.js'
import { DamagedFileError } from '../../pipeline/problems.js'
import { CRATE_METADATA } from '../../export/crate/metadata.js'
import { isBomb, openZip } from '../../pipeline/zip.js'
import { readCollectionHeader } from '../read/collection-file.js'

const COLLECTION = /^\w[\w.-]*\.ndjson(?:\.gz)?$/
const STORED_FILE = /^\w[\w.-]*\/(?:original|asset|large|medium|square)\/[\w-][\w.-]*$/

/** A collection of a million media has four files for each. */
const ARCHIVE_MAX_ENTRIES = 5_000_000

/** Part of the free disk space that is left free. */
const FREE_SPACE_SHARE = 0.1

/** A collection file; `close` removes what was unpacked for it. */
export interface OpenedCollection {
  file: string
  close (): Promise<void>
}

/** Whether a path is an RO-Crate: a folder, or a zip archive with the extension `.zip`. */
export async function isCrate (source: string): Promise<boolean> {
  const stats = await stat(source)
  if (stats.isDirectory()) return (await readdir(source)).includes(CRATE_METADATA)
  // Check the extension, because spreadsheets are zip archives as well.
  return /\.zip$/i.test(source) && await isZip(source)
}

/**
 * Opens the collection in a file, in an RO-Crate folder, or in a zip archive of one, which is unpacked.
 * @param temporary folder for unpacking.
 * @throws DamagedFileError when there is no collection, or the archive is damaged or a zip bomb.
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
    throw damaged(error)
  }
}

/** The only collection file in a folder. */
async function collectionIn (folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => COLLECTION.test(name))
  const found: string[] = []
  for (const name of names) {
    const file = path.join(folder, name)
    if (await readCollectionHeader(file) !== undefined) found.push(file)
  }
  if (found.length === 1) return found[0]!
  throw new DamagedFileError(0, found.length === 0 ? 'it contains no collection' : 'it contains more than one collection')
}

/** Checks the four magic bytes of a zip archive. */
async function isZip (file: string): Promise<boolean> {
  const bytes = await bytesOf(file, 0, 4)
  return bytes.length === 4 && bytes.readUInt32BE() === 0x504B0304
}

/** Unpacks the collection and its files; other entries are skipped. */
async function unpack (archive: string, folder: string): Promise<void> {
  const zip = await openZip(archive)
  try {
    if (zip.entryCount > ARCHIVE_MAX_ENTRIES) throw new DamagedFileError(0, `the archive has ${zip.entryCount} entries`)
    const { bavail, bsize } = await statfs(folder)
    let room = bavail * bsize * (1 - FREE_SPACE_SHARE)
    for await (const entry of zip.eachEntry()) {
      if (!COLLECTION.test(entry.fileName) && !STORED_FILE.test(entry.fileName)) continue
      if (isBomb(entry)) {
        throw new DamagedFileError(0, `${entry.fileName} in the archive would become too large when it is unpacked`)
      }
      room -= entry.uncompressedSize
      if (room < 0) throw new DamagedFileError(0, 'the disk has not enough space to unpack the archive')
      const target = path.join(folder, entry.fileName)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      // The flag `wx` refuses an entry that occurs twice.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    }
  } finally {
    zip.close()
  }
}

/** The error of an archive that cannot be read, except for errors of the disk. */
function damaged (error: unknown): unknown {
  if (error instanceof DamagedFileError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOSPC' || code === 'EACCES') return error
  return new DamagedFileError(0, `the archive cannot be read: ${message}`)
}
