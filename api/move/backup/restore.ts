import { createWriteStream } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import pLimit from 'p-limit'
import { checkDatabase } from '../../../db/sqlite/log/integrity.js'
import { noteRestore } from '../../../db/sqlite/log/restored-log.js'
import { newestMigration } from '../../../db/sqlite/connection/connection.js'
import { MIGRATIONS } from '../../../db/engine/migrations.js'
import { FILE_FOLDERS } from '../../files/stored-files.js'
import { flush } from '../../../files/own/flush.js'
import { readArchive, type UnpackedEntry, type Unpacking } from './archive-reader.js'
import { BackupError } from './backup-error.js'
import { checkSpace } from './disk-space.js'
import { unpackedSize, type Manifest } from './manifest.js'
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
  onProgress?: (progress: { phase: 'files', done: number, total: number }) => void
}

/** `aside`: new path of the folder's earlier content; undefined when there was none. */
export interface RestoreSummary { manifest: Manifest, folder: string, aside: string | undefined }

/**
 * Creates a data folder from an archive. It becomes visible only when everything has been verified and flushed to the
 * disk; before, or when this fails, there is none.
 * @throws BackupError
 */
export async function restore (call: RestoreCall): Promise<RestoreSummary> {
  const folder = path.resolve(call.folder)
  const staging = await Staging.open(folder, call.moveAside === true)
  try {
    const manifest = await readArchive(call.source, path.join(staging.temporary, 'checksums'), new Restoring(call, staging))
    const [problem] = await checkDatabase(staging.content)
    if (problem !== undefined) throw new BackupError(`The database in the archive is damaged: ${problem}`)
    noteRestore(staging.content)
    await flushAll(staging.content)
    call.signal?.throwIfAborted()
    const aside = await staging.commit()
    return { manifest, folder, aside }
  } catch (error) {
    throw call.signal?.aborted === true ? new BackupError('The restore was stopped; no collection was made.') : error
  } finally {
    await staging.close()
  }
}

/** Refuses an archive that this version cannot serve. @throws BackupError */
export function checkMigration ({ migration, version }: Manifest): void {
  if (migration <= newestMigration(MIGRATIONS)) return
  throw new BackupError(`The archive was made by a newer version of Vitrine (${version}). Update Vitrine.`)
}

class Restoring implements Unpacking {
  readonly #call: RestoreCall
  readonly #content: string

  constructor (call: RestoreCall, { content }: Staging) {
    this.#call = call
    this.#content = content
  }

  async begin (manifest: Manifest): Promise<void> {
    checkMigration(manifest)
    const bytes = unpackedSize(manifest) + (manifest.files?.number ?? 0) * FILE_OVERHEAD_BYTES
    await checkSpace(this.#content, bytes)
    if (manifest.files !== null) {
      for (const name of FILE_FOLDERS) {
        await mkdir(path.join(this.#content, 'files', name), { recursive: true, mode: 0o700 })
      }
    }
    this.#call.onPlan?.(manifest)
  }

  async open ({ name }: UnpackedEntry): Promise<Writable> {
    this.#call.signal?.throwIfAborted()
    const file = path.join(this.#content, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    return createWriteStream(file, { flags: 'wx', mode: 0o600 })
  }

  /** Restores the time of storage, which the server sends as Last-Modified. */
  async done ({ name, modified }: UnpackedEntry): Promise<void> {
    await utimes(path.join(this.#content, name), modified, modified)
  }

  onProgress (done: number, total: number): void {
    this.#call.signal?.throwIfAborted()
    this.#call.onProgress?.({ phase: 'files', done, total })
  }
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
