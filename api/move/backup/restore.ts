import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { checkDatabase } from '../../../db/sqlite/log/integrity.js'
import { noteRestore } from '../../../db/sqlite/log/restored-log.js'
import { newestMigration } from '../../../db/sqlite/connection/connection.js'
import { FILE_FOLDERS } from '../../files/stored-files.js'
import { flush } from '../../../files/own/flush.js'
import { readArchive, type Unpacking } from './archive-reader.js'
import { checkSpace } from './disk-space.js'
import { BackupError, DATABASE, unpackedSize, type Manifest } from './manifest.js'
import { Staging } from './staging.js'

const PARALLEL_FLUSHES = 16

/** Disk usage of a file or folder in addition to its content. */
const FILE_OVERHEAD_BYTES = 4096

export interface RestoreCall {
  source: Readable
  /** The data folder to create. */
  folder: string
  /** Move a folder with content aside. */
  moveAside?: boolean
  signal?: AbortSignal
  onPlan?: (manifest: Manifest) => void
  /** Called with bytes. */
  onProgress?: (done: number, total: number) => void
}

/** `aside`: new path of the folder's earlier content; undefined when there was none. */
export interface RestoreSummary { manifest: Manifest, aside: string | undefined }

/**
 * Creates a data folder from an archive. It becomes visible only when everything has been verified and flushed to the
 * disk; before, or when this fails, there is none.
 * @throws BackupError
 */
export async function restore ({ source, signal, ...call }: RestoreCall): Promise<RestoreSummary> {
  const staging = await Staging.open(path.resolve(call.folder), call.moveAside === true)
  const { content } = staging
  try {
    const manifest = await unpack(source, staging.temporary, content, {
      async begin (manifest) {
        const bytes = unpackedSize(manifest) + (manifest.files?.number ?? 0) * FILE_OVERHEAD_BYTES
        await checkSpace(content, bytes)
        for (const name of manifest.files === null ? [] : FILE_FOLDERS) {
          await mkdir(path.join(content, 'files', name), { recursive: true, mode: 0o700 })
        }
        call.onPlan?.(manifest)
      },
      fileOf: (name) => path.join(content, name),
      onProgress (done, total) {
        signal?.throwIfAborted()
        call.onProgress?.(done, total)
      }
    })
    noteRestore(content)
    await flushAll(content)
    signal?.throwIfAborted()
    return { manifest, aside: await staging.commit() }
  } catch (error) {
    throw signal?.aborted === true ? new BackupError('The restore was stopped; no collection was made.') : error
  } finally {
    await staging.close()
  }
}

/**
 * Verifies an archive: every checksum, completeness, and the database, for which alone it unpacks into a temporary
 * folder.
 * @throws BackupError
 */
export async function verify (source: Readable, onProgress: Unpacking['onProgress'] = () => {}): Promise<Manifest> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-check-'))
  try {
    return await unpack(source, folder, folder, {
      begin: async (manifest) => { await checkSpace(folder, manifest.database) },
      fileOf: (name) => name === DATABASE ? path.join(folder, name) : undefined,
      onProgress
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads an archive that this version can serve, and checks its database, which comes into `content`. */
async function unpack (
  source: Readable, temporary: string, content: string, { begin, ...unpacking }: Unpacking
): Promise<Manifest> {
  const manifest = await readArchive(source, path.join(temporary, 'checksums'), {
    ...unpacking,
    async begin (manifest) {
      if (manifest.migration > newestMigration()) {
        throw new BackupError(`The archive was made by a newer version of Vitrine (${manifest.version}). Update Vitrine.`)
      }
      await begin(manifest)
    }
  })
  const [problem] = await checkDatabase(content)
  if (problem !== undefined) throw new BackupError(`The database in the archive is damaged: ${problem}`)
  return manifest
}

/** Flushes a folder with everything in it. */
async function flushAll (folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await pLimit(PARALLEL_FLUSHES).map(entries, async (entry) => {
    const name = path.join(folder, entry.name)
    await (entry.isDirectory() ? flushAll(name) : flush(name))
  })
  await flush(folder)
}
