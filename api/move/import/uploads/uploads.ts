import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Store } from '../../../../db/open/store.js'
import { importUpload, job } from '../../../../db/tables/index.js'
import { importName } from '../../../../files/types/names.js'
import type { JournalEntry } from '../../../../files/own/file-journal.js'
import { checkType, type Guarded } from '../../../access/access.js'
import type { Actor } from '../../../core/calls/actor.js'
import { now } from '../../../core/answers/dates.js'
import { NoRoomError, NotFoundError, TooLargeError, ValidationError } from '../../../core/calls/errors.js'
import type { FileServices } from '../../../files/file-services.js'
import { UNFINISHED } from '../../../runtime/jobs/job-rows.js'
import { formatOf } from './file-kinds.js'
import { LocalCopies } from './local-copies.js'

/** Seconds for which a file is kept. */
const AGE = 24 * 60 * 60
/** Files that are kept for one account; an older one gives way. */
const MOST = 5

const UNDER_WAY = [...UNFINISHED]

/**
 * A file that waits to be imported. `filename` is as the client named it, and never part of a path; `size` in bytes;
 * `choices` are what its owner has chosen so far, checked by whoever reads them; `jobId` is the job that imports it, or
 * did.
 */
export type ImportUpload = typeof importUpload.$inferSelect

/** A file that was received: where it is, how it was called, its size in bytes. */
interface ReceivedFile { path: string, filename: string, size: number }

/** A file of an account, and whether a job has not ended that reads it: then it must stay. */
interface KeptUpload { upload: ImportUpload, isInUse: boolean }

/**
 * Files that administrators have sent and not imported yet, with what they chose for them: rows of the database, and
 * files in the store of files, so that any node can show and import them. Each belongs to who sent it; nobody else can
 * see or import it. They are removed after a day, or when newer ones need their place, but not while a job reads them.
 */
export class ImportUploads {
  readonly #store: Store
  readonly #files: FileServices
  readonly #space: number
  readonly #jobs: Guarded
  readonly #copies: LocalCopies

  /** @param space most bytes that are kept for one account. @param jobs the resource type of jobs: who may import. */
  constructor (store: Store, files: FileServices, space: number, jobs: Guarded) {
    this.#store = store
    this.#files = files
    this.#space = space
    this.#jobs = jobs
    this.#copies = new LocalCopies(files)
  }

  /** @throws PermissionError for all but administrators (docs/contract/acl.md §3): imports write what files say. */
  check (actor: Actor): void {
    checkType(actor, 'create', this.#jobs)
  }

  /**
   * Takes over a file that was received.
   *
   * @throws ValidationError when it is empty or of no known kind; TooLargeError or NoRoomError when there is no place.
   */
  async add ({ path, filename, size }: ReceivedFile, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    const known = formatOf(filename)
    if (filename === '') throw ValidationError.because('file', { is: 'required' }, 'No file was sent.')
    if (known === undefined) throw ValidationError.because('file', { is: 'malformed' }, 'This is no file of a known kind.')
    if (size === 0) throw ValidationError.because('file', { is: 'wrong' }, 'The file is empty.')
    this.#toRemove(await this.#kept(this.#store.read, actor), size)
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
    // A file that no row names is removed by the next start.
    const entry = await this.#files.work.begin([name])
    try {
      await this.#files.store.put(name, path)
      await this.#removing(async (database) => {
        const removed = this.#toRemove(await this.#kept(database, actor), size)
        await database.insert(importUpload).values(upload)
        return removed
      })
    } catch (error) {
      await this.#files.store.delete(name).then(entry.end, () => {})
      throw error
    }
    await entry.end()
    return upload
  }

  /** A file of this account. @throws NotFoundError, also for files of others. */
  async find (id: string, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    return await found(this.#store.read, id, actor)
  }

  /** The files of this account, the latest first. */
  async list (actor: Actor): Promise<ImportUpload[]> {
    this.check(actor)
    return (await this.#kept(this.#store.read, actor)).map(({ upload }) => upload)
  }

  /** Where the file is on this node. @throws NotFoundError, also when the store has lost it. */
  async pathOf (id: string, actor: Actor): Promise<string> {
    return await this.#copies.pathOf(await this.find(id, actor))
  }

  /** The same for a job, whose file stays until it has ended. */
  async pathForJob (id: string): Promise<string> {
    const [upload] = await this.#store.read.select().from(importUpload).where(eq(importUpload.id, id))
    if (upload === undefined) throw notFound(id)
    return await this.#copies.pathOf(upload)
  }

  /** Keeps what its owner has chosen. @param choices JSON. */
  async choose (id: string, choices: unknown, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    return await this.#store.write(async (database) => {
      const upload = await found(database, id, actor)
      await database.update(importUpload).set({ choices }).where(eq(importUpload.id, id))
      return { ...upload, choices }
    })
  }

  /**
   * Has a job import the file, unless one does already: a form that is sent twice starts one.
   *
   * @param begin adds the job in the same transaction, and returns its id.
   * @returns the id of the job.
   */
  async startJob (id: string, begin: (database: Database) => Promise<number>, actor: Actor): Promise<number> {
    this.check(actor)
    return await this.#store.write(async (database) => {
      await found(database, id, actor)
      const { upload, isInUse } = (await this.#kept(database, actor)).find((kept) => kept.upload.id === id)!
      if (isInUse) return upload.jobId!
      const jobId = await begin(database)
      await database.update(importUpload).set({ jobId }).where(eq(importUpload.id, id))
      return jobId
    })
  }

  /** Removes a file, unless a job reads it. @throws NotFoundError */
  async remove (id: string, actor: Actor): Promise<void> {
    const upload = await this.find(id, actor)
    await this.#removing(async () => [upload])
  }

  /** Removes what is older than a day, and what this node has of files that were removed. */
  async sweep (): Promise<void> {
    const old = await this.#store.read.select().from(importUpload).where(lt(importUpload.created, now() - AGE))
    if (old.length > 0) await this.#removing(async () => old)
    const kept = await this.#store.read.select({ id: importUpload.id }).from(importUpload)
    await this.#copies.keepOnly(new Set(kept.map(({ id }) => id)))
  }

  /** The files of an account, the latest first. */
  async #kept (database: Database, actor: Actor): Promise<KeptUpload[]> {
    const rows = await database.select({ upload: importUpload, status: job.status }).from(importUpload)
      .leftJoin(job, eq(job.id, importUpload.jobId))
      .where(ownedBy(actor)).orderBy(desc(importUpload.created), desc(importUpload.id))
    return rows.map(({ upload, status }) => ({ upload, isInUse: UNDER_WAY.some((one) => one === status) }))
  }

  /**
   * The oldest files of an account that have to go until there is room for another.
   *
   * @throws TooLargeError, NoRoomError
   */
  #toRemove (kept: readonly KeptUpload[], size: number): ImportUpload[] {
    const space = this.#space
    if (size > space) throw new TooLargeError(`A file for an import can have ${space} bytes.`)
    let taken = kept.reduce((sum, { upload }) => sum + upload.size, 0)
    let count = kept.length
    const removed: ImportUpload[] = []
    for (const { upload, isInUse } of kept.toReversed()) {
      if (count < MOST && taken + size <= space) break
      if (isInUse) continue
      removed.push(upload)
      taken -= upload.size
      count--
    }
    if (count >= MOST || taken + size > space) throw new NoRoomError()
    return removed
  }

  /**
   * Removes the rows that a transaction names, unless a job reads their files, and these after the commit. Whoever is
   * killed in between has them in the journal.
   */
  async #removing (work: (database: Database) => Promise<ImportUpload[]>): Promise<void> {
    let entry: JournalEntry | undefined
    const removed = await this.#store.write(async (database) => {
      const ids = (await work(database)).map(({ id }) => id)
      if (ids.length === 0) return []
      const inUse = database.select({ id: job.id }).from(job).where(inArray(job.status, UNDER_WAY))
      const rows = await database.delete(importUpload).where(and(
        inArray(importUpload.id, ids), or(isNull(importUpload.jobId), notInArray(importUpload.jobId, inUse))
      )).returning()
      entry = await this.#files.work.begin(rows.map(importName))
      return rows
    })
    for (const upload of removed) await this.#copies.forget(upload.id)
    // What cannot be removed now stays in the journal until the next start.
    await Promise.all(removed.map(async (upload) => { await this.#files.store.delete(importName(upload)) }))
      .then(async () => { await entry?.end() }, () => {})
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
