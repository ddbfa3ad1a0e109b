import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Store } from '../../../../db/open/store.js'
import { importUpload, job } from '../../../../db/tables/index.js'
import { importName } from '../../../../files/types/names.js'
import { checkType, type Guarded } from '../../../access/access.js'
import type { Actor } from '../../../core/calls/actor.js'
import type { AfterCommit } from '../../../core/calls/call.js'
import { now } from '../../../core/answers/dates.js'
import { NoRoomError, NotFoundError, TooLargeError, ValidationError } from '../../../core/calls/errors.js'
import type { FileServices } from '../../../files/file-services.js'
import { UNFINISHED } from '../../../runtime/jobs/job-rows.js'
import { formatOf } from './file-kinds.js'
import { LocalCopies } from './local-copies.js'

/** Uploads are removed after this time. */
const UPLOAD_MAX_AGE_SECONDS = 24 * 60 * 60
/** Uploads per account; a further one replaces the oldest. */
const UPLOADS_PER_ACCOUNT_MAX = 5

/**
 * An uploaded file that waits to be imported. `filename` is the client's name and never part of a path; `size` in
 * bytes; `choices` are its owner's, and readers must validate them; `jobId` is the job that imports it, or did.
 */
export type ImportUpload = typeof importUpload.$inferSelect

/** A received file: its path, the client's name for it, its size in bytes. */
interface ReceivedFile { path: string, filename: string, size: number }

/** An upload, and whether an unfinished job reads it: then it must not be removed. */
interface UploadState { upload: ImportUpload, isInUse: boolean }

/**
 * Files that administrators have uploaded for an import, with their choices: rows of the database, and files in the
 * store, so that any node can show and import them. Each belongs to its uploader; other accounts cannot see or import
 * it. They are removed after a day, or when newer ones need space, but not while a job reads them.
 */
export class ImportUploads {
  readonly #copies: LocalCopies

  /** @param space bytes per account. @param jobs the resource type of jobs, which decides who may import. */
  constructor (
    private readonly store: Store, private readonly files: FileServices, private readonly space: number,
    private readonly jobs: Guarded
  ) {
    this.#copies = new LocalCopies(files)
  }

  /**
   * @throws PermissionError unless the actor is an administrator (docs/contract/acl.md §3), because an import writes
   * whatever the file contains.
   */
  check (actor: Actor): void {
    checkType(actor, 'create', this.jobs)
  }

  /**
   * Takes over a received file.
   * @throws ValidationError when it is empty or of an unknown kind; TooLargeError or NoRoomError when there is no
   * space.
   */
  async add ({ path, filename, size }: ReceivedFile, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    const known = formatOf(filename)
    if (filename === '') throw ValidationError.because('file', { is: 'required' }, 'No file was sent.')
    if (known === undefined) throw ValidationError.because('file', { is: 'malformed' }, 'This kind of file cannot be imported.')
    if (size === 0) throw ValidationError.because('file', { is: 'wrong' }, 'The file is empty.')
    this.#toRemove(await this.#uploads(this.store.read, actor), size)
    const upload: ImportUpload = {
      id: randomBytes(12).toString('hex'),
      ownerId: actor.id,
      filename,
      ...known,
      size,
      created: now(),
      choices: null,
      jobId: null
    }
    const name = importName(upload)
    // The next start removes a file that no row names.
    const entry = await this.files.work.begin([name])
    try {
      await this.files.store.put(name, path)
      await this.#removing(async (database) => {
        const removed = this.#toRemove(await this.#uploads(database, actor), size)
        await database.insert(importUpload).values(upload)
        return removed
      })
    } catch (error) {
      await this.files.store.delete(name).then(entry.end, () => {})
      throw error
    }
    await entry.end()
    return upload
  }

  /** An upload of this account. @throws NotFoundError, also for uploads of others. */
  async find (id: string, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    return await found(this.store.read, id, actor)
  }

  /** The uploads of this account, latest first. */
  async list (actor: Actor): Promise<ImportUpload[]> {
    this.check(actor)
    return (await this.#uploads(this.store.read, actor)).map(({ upload }) => upload)
  }

  /** The path of the file on this node. @throws NotFoundError, also when the store has lost it. */
  async pathOf (id: string, actor: Actor): Promise<string> {
    return await this.#copies.pathOf(await this.find(id, actor))
  }

  /** The path for a job, whose file is not removed until the job has ended. */
  async pathForJob (id: string): Promise<string> {
    const [upload] = await this.store.read.select().from(importUpload).where(eq(importUpload.id, id))
    if (upload === undefined) throw notFound(id)
    return await this.#copies.pathOf(upload)
  }

  /** Stores the choices of its owner. @param choices JSON. */
  async choose (id: string, choices: unknown, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    return await this.store.write(async (database) => {
      const upload = await found(database, id, actor)
      await database.update(importUpload).set({ choices }).where(eq(importUpload.id, id))
      return { ...upload, choices }
    })
  }

  /**
   * Starts a job that imports the file, unless one does already: submitting a form twice starts one job.
   * @param begin adds the job in the same transaction and returns its id.
   * @returns the id of the job.
   */
  async startJob (id: string, begin: (database: Database) => Promise<number>, actor: Actor): Promise<number> {
    this.check(actor)
    return await this.store.write(async (database) => {
      await found(database, id, actor)
      const { upload, isInUse } = (await this.#uploads(database, actor)).find((uploads) => uploads.upload.id === id)!
      if (isInUse) return upload.jobId!
      const jobId = await begin(database)
      await database.update(importUpload).set({ jobId }).where(eq(importUpload.id, id))
      return jobId
    })
  }

  /** Removes an upload, unless a job reads it. @throws NotFoundError */
  async remove (id: string, actor: Actor): Promise<void> {
    const upload = await this.find(id, actor)
    await this.#removing(async () => [upload])
  }

  /** Removes uploads older than a day, and local copies of removed ones. */
  async sweep (): Promise<void> {
    const old = await this.store.read.select().from(importUpload)
      .where(lt(importUpload.created, now() - UPLOAD_MAX_AGE_SECONDS))
    if (old.length > 0) await this.#removing(async () => old)
    const uploads = await this.store.read.select({ id: importUpload.id }).from(importUpload)
    await this.#copies.keepOnly(new Set(uploads.map(({ id }) => id)))
  }

  /** The uploads of an account, latest first. */
  async #uploads (database: Database, actor: Actor): Promise<UploadState[]> {
    const rows = await database.select({ upload: importUpload, status: job.status }).from(importUpload)
      .leftJoin(job, eq(job.id, importUpload.jobId))
      .where(ownedBy(actor)).orderBy(desc(importUpload.created), desc(importUpload.id))
    return rows.map(({ upload, status }) => ({ upload, isInUse: UNFINISHED.some((one) => one === status) }))
  }

  /** The oldest uploads of an account to remove to make space for another. @throws TooLargeError, NoRoomError */
  #toRemove (uploads: readonly UploadState[], size: number): ImportUpload[] {
    const space = this.space
    if (size > space) throw new TooLargeError(`A file for an import can have ${space} bytes.`)
    let taken = uploads.reduce((sum, { upload }) => sum + upload.size, 0)
    let count = uploads.length
    const removed: ImportUpload[] = []
    for (const { upload, isInUse } of uploads.toReversed()) {
      if (count < UPLOADS_PER_ACCOUNT_MAX && taken + size <= space) break
      if (isInUse) continue
      removed.push(upload)
      taken -= upload.size
      count--
    }
    if (count >= UPLOADS_PER_ACCOUNT_MAX || taken + size > space) throw new NoRoomError()
    return removed
  }

  /**
   * Removes the rows that a transaction returns, except for uploads that a job reads, and their files after the
   * commit. After a crash in between, the journal lists the files.
   */
  async #removing (work: (database: Database) => Promise<ImportUpload[]>): Promise<void> {
    let afterCommit: AfterCommit | undefined
    const removed = await this.store.write(async (database) => {
      const ids = (await work(database)).map(({ id }) => id)
      if (ids.length === 0) return []
      const inUse = database.select({ id: job.id }).from(job).where(inArray(job.status, UNFINISHED))
      const rows = await database.delete(importUpload).where(and(
        inArray(importUpload.id, ids), or(isNull(importUpload.jobId), notInArray(importUpload.jobId, inUse))
      )).returning()
      afterCommit = await this.files.removalOf(rows.map(importName))
      return rows
    })
    for (const upload of removed) await this.#copies.forget(upload.id)
    await afterCommit?.()
  }
}

async function found (database: Database, id: string, actor: Actor): Promise<ImportUpload> {
  const [upload] = await database.select().from(importUpload).where(and(eq(importUpload.id, id), ownedBy(actor)))
  if (upload === undefined) throw notFound(id)
  return upload
}

function ownedBy ({ id }: Actor) {
  return id === null ? isNull(importUpload.ownerId) : eq(importUpload.ownerId, id)
}

function notFound (id: string): NotFoundError {
  return NotFoundError.entity('Upload', id)
}
