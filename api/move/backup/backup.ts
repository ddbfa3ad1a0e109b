import { statSync } from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { count, eq, sql } from 'drizzle-orm'
import { copyRows } from '../../../db/bulk/copy/copy.js'
import { checkDatabaseIn } from '../../../db/engine/data-folder.js'
import { checkDatabase } from '../../../db/sqlite/log/integrity.js'
import { Snapshot } from '../../../db/sqlite/log/snapshot.js'
import { appliedMigration, connect, type Connection } from '../../../db/sqlite/connection/connection.js'
import { asset, resource, setting, site, sitePage, user } from '../../../db/tables/index.js'
import { WorkFolder } from '../../../files/own/work-folder.js'
import { openFileStore } from '../../../files/stores/open.js'
import { makeFolder } from '../../../make-folder.js'
import { version } from '../../../package.js'
import { removalHold } from '../../files/file-services.js'
import { storeSettings } from '../../files/files-settings.js'
import { INSTALLATION_ID } from '../../runtime/settings/installation.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { betweenDatabases } from '../migrate/migrate.js'
import { LinesOnDisk } from '../pipeline/lines-on-disk.js'
import { ArchiveFile } from './archive-file.js'
import { ArchiveWriter } from './archive-writer.js'
import { BackedUpFiles, type FileToBackUp, type NamedFile } from './backed-up-files.js'
import { checkSpace } from './disk-space.js'
import { BackupError, DATABASE, FILES, FORMAT, MANIFEST, SETTINGS, unpackedSize, type Manifest } from './manifest.js'
import { archivedSettings } from './settings-file.js'

/** Bytes of an entry's header and padding. */
const ENTRY_OVERHEAD_BYTES = 1536

/** A problem of the collection; the backup is made nevertheless. */
export type BackupProblem =
  | { trouble: 'damaged', message: string }
  /** The file is not in the store, or its bytes have changed. */
  | { trouble: 'missing' | 'altered', name: string, owner: { type: string, id: number } }

interface BackupProgress { phase: 'database' | 'files', /** Bytes. */ done: number, total: number }

export interface BackupCall {
  settings: Settings
  /** Path of the archive, or a stream to write it to. */
  target: string | Writable
  /** False: leave the stored files out. */
  withFiles?: boolean
  /** Replace an existing archive. */
  replace?: boolean
  /** Insert a timestamp into the name. */
  isStamped?: boolean
  signal?: AbortSignal
  onPlan?: (manifest: Manifest) => void
  onProgress?: (progress: BackupProgress) => void
  onProblem?: (problem: BackupProblem) => void
}

/** `file`: path of the archive; undefined when it was written to a stream. */
export interface BackupSummary { file: string | undefined, manifest: Manifest, problems: number }

/**
 * Writes a collection into an archive: a snapshot of the database, and exactly the files that it names. A server may
 * be running; until the backup ends it removes no files (RemovalHold), so none that the snapshot names is lost. When
 * the backup fails or is aborted, no archive is left.
 * @throws BackupError, NoCollectionError
 */
export async function backup (call: BackupCall): Promise<BackupSummary> {
  const { settings, target, replace = false } = call
  const database = path.join(settings.data, DATABASE)
  if (settings.database === '') checkDatabaseIn(settings.data)
  const stamp = call.isStamped === true ? { stamp: new Date() } : {}
  const archive = typeof target === 'string' ? await ArchiveFile.at(target, { replace, ...stamp }) : undefined
  const tmp = path.resolve(settings.data, 'tmp')
  // With a remote database, this data folder may never have been used.
  makeFolder(tmp)
  const hold = await removalHold(settings).take()
  if (hold === undefined) throw new BackupError(`Another backup of ${settings.data} is running.`)
  try {
    // Remove copies that killed backups left. Journals are left for the next start of a server.
    await WorkFolder.takeOver(tmp, async (names) => {
      if (names.length > 0) throw new Error('There is a journal.')
    })
    const work = await WorkFolder.open(tmp)
    try {
      return await new Backup(call, work.temporary, archive).run(database)
    } catch (error) {
      await archive?.discard()
      throw call.signal?.aborted === true ? new BackupError('The backup was stopped; no archive was made.') : error
    } finally {
      await work.close()
    }
  } finally {
    hold.release()
  }
}

class Backup {
  #problems = 0

  constructor (
    private readonly call: BackupCall, private readonly temporary: string,
    private readonly archive: ArchiveFile | undefined
  ) {}

  async run (database: string): Promise<BackupSummary> {
    const { settings, withFiles = true, onPlan } = this.call
    const moment = settings.database === '' ? await this.#copy(database) : await this.#copyRows(settings.database)
    for (const message of await checkDatabase(this.temporary)) this.#report({ trouble: 'damaged', message })
    const copy = connect(path.join(this.temporary, DATABASE))
    const stored = storeSettings(settings)
    const store = await openFileStore(stored, this.temporary)
    try {
      const isRemote = stored.s3 !== null
      const files = new BackedUpFiles(copy.database, store, isRemote, this.temporary)
      const measured = withFiles ? await files.measure((file) => { this.#reportFile('missing', file) }) : null
      const { text, omitted } = await archivedSettings(settings.data, isRemote && withFiles)
      const manifest: Manifest = {
        '@type': 'vitrine:Backup',
        format: FORMAT,
        version,
        migration: appliedMigration(copy),
        installation: await installationOf(copy),
        moment: moment.toISOString(),
        database: statSync(path.join(this.temporary, DATABASE)).size,
        files: measured,
        settings: text === null ? null : Buffer.byteLength(text),
        omitted,
        counts: await countsOf(copy)
      }
      onPlan?.(manifest)
      await this.#checkSpace(manifest)
      await this.#write(manifest, text, files)
      return { file: this.archive?.file, manifest, problems: this.#problems }
    } finally {
      await store.close()
      copy.driver.close()
    }
  }

  /** Copies the database into the temporary folder. @returns the time of the snapshot. */
  async #copy (database: string): Promise<Date> {
    const snapshot = Snapshot.open(database)
    try {
      await checkSpace(this.temporary, snapshot.size)
      await snapshot.copyTo(path.join(this.temporary, DATABASE), (done) => {
        this.call.signal?.throwIfAborted()
        this.call.onProgress?.({ phase: 'database', done, total: snapshot.size })
      })
      return snapshot.moment
    } finally {
      snapshot.close()
    }
  }

  /** Copies a remote database into a file. @returns the time of the snapshot. */
  async #copyRows (address: string): Promise<Date> {
    const { signal, onProgress } = this.call
    return await betweenDatabases(address, this.temporary, async (source, target) => {
      const snapshot = await source.snapshot()
      const moment = new Date()
      try {
        const total = await source.size()
        const { sequences } = await copyRows(snapshot.database, target, {
          signal,
          onProgress ({ phase, done, total: rows }) {
            if (phase === 'copy') onProgress?.({ phase: 'database', done: Math.round(total * done / rows), total })
          }
        })
        await target.finish(sequences)
      } finally {
        await snapshot.close()
      }
      return moment
    })
  }

  async #checkSpace (manifest: Manifest): Promise<void> {
    const archive = this.archive
    // The size of a compressed archive is not known in advance.
    if (archive === undefined || archive.isCompressed) return
    const entries = (manifest.files?.number ?? 0) + 4
    await checkSpace(path.dirname(archive.file), unpackedSize(manifest) + entries * ENTRY_OVERHEAD_BYTES)
  }

  async #write (manifest: Manifest, settings: string | null, files: BackedUpFiles): Promise<void> {
    const { target, signal, onProgress } = this.call
    const output = this.archive === undefined ? target as Writable : await this.archive.open()
    const checksums = await LinesOnDisk.open(path.join(this.temporary, 'checksums'))
    const writer = new ArchiveWriter(output, checksums, {
      isCompressed: this.archive?.isCompressed === true, ...(signal !== undefined && { signal })
    })
    try {
      const moment = new Date(manifest.moment)
      await writer.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`, moment)
      await writer.addFile(DATABASE, path.join(this.temporary, DATABASE))
      if (settings !== null) await writer.addText(SETTINGS, settings, moment)
      if (manifest.files !== null) {
        const total = manifest.files.bytes
        let done = 0
        for await (const file of files.read()) {
          await this.#add(writer, file)
          done += file.size
          onProgress?.({ phase: 'files', done, total })
        }
      }
      await writer.finish()
    } catch (error) {
      writer.destroy()
      throw error
    } finally {
      await checksums.close()
    }
    await this.archive?.commit()
  }

  async #add (writer: ArchiveWriter, file: FileToBackUp): Promise<void> {
    const { name, size, modified, content, owner: { original } } = file
    const sha256 = await writer.add({ name: FILES + name, size, modified, content })
    if (name !== original?.name || original.sha256 === null) return
    if (original.sha256 !== sha256 || original.size !== size) this.#reportFile('altered', file)
  }

  #reportFile (trouble: 'missing' | 'altered', { name, owner: { type, id } }: NamedFile): void {
    this.#report({ trouble, name, owner: { type, id } })
  }

  #report (problem: BackupProblem): void {
    this.#problems++
    this.call.onProblem?.(problem)
  }
}

async function installationOf ({ database }: Connection): Promise<string | null> {
  const [row] = await database.select().from(setting).where(eq(setting.id, INSTALLATION_ID))
  return row === undefined ? null : String(row.value)
}

async function countsOf ({ database }: Connection): Promise<Record<string, number>> {
  const kinds = await database.select({ kind: resource.kind, total: count() }).from(resource).groupBy(resource.kind)
  const counts = Object.fromEntries(kinds.map(({ kind, total }) => [kind === 'media' ? kind : `${kind}s`, total]))
  for (const [name, table] of Object.entries({ assets: asset, users: user, sites: site, site_pages: sitePage })) {
    const [row] = await database.select({ total: sql<number>`count(*)` }).from(table)
    counts[name] = row!.total
  }
  return counts
}
