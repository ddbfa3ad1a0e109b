import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Actor } from '../../access/actor.js'
import { checkType, type Guarded } from '../../access/access.js'
import { NoRoomError, NotFoundError, TooLargeError, ValidationError } from '../../errors.js'
import { now } from '../../dates.js'
import { formatOf, type FileFormat } from './file-kinds.js'

/** Seconds for which a file is kept. */
const AGE = 24 * 60 * 60
/** Files that are kept for one account; an older one gives way. */
const MOST = 5

const ID = /^[0-9a-f]{24}$/
const FACTS = 'upload.json'

/** A file that waits to be imported. */
export interface ImportUpload {
  id: string
  ownerId: number | null
  /** As the client named it; never part of a path. */
  filename: string
  format: FileFormat
  /** Bytes. */
  size: number
  /** Seconds since 1970. */
  created: number
  /** What its owner has chosen so far; checked by whoever reads it. */
  choices: unknown
  /** The job that imports it, or did. */
  jobId: number | null
}

type Facts = ImportUpload & { name: string }

/** A file that was received: where it is, how it was called, its size in bytes. */
interface ReceivedFile { path: string, filename: string, size: number }

export interface UploadLimits {
  /** Most bytes that are kept for one account. */
  space: number
  /** Whether a job has not ended: its file must stay. */
  isUnderWay (jobId: number): Promise<boolean>
}

/**
 * Files that administrators have sent and not imported yet, each in a folder of its own below `imports/` of the data
 * folder, with what they chose for it. Each belongs to who sent it; nobody else can see or import it. They are removed
 * after a day, or when newer ones need their place, but not while a job reads them.
 */
export class ImportUploads {
  readonly #folder: string
  readonly #limits: UploadLimits
  readonly #jobs: Guarded
  #turn: Promise<unknown> = Promise.resolve()

  /** @param folder is made with the first file. @param jobs the resource type of jobs: who may import. */
  constructor (folder: string, limits: UploadLimits, jobs: Guarded) {
    this.#folder = folder
    this.#limits = limits
    this.#jobs = jobs
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
  async add ({ path: from, filename, size }: ReceivedFile, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    const known = formatOf(filename)
    if (filename === '') throw ValidationError.because('file', { is: 'required' }, 'No file was sent.')
    if (known === undefined) throw ValidationError.because('file', { is: 'malformed' }, 'This is no file of a known kind.')
    if (size === 0) throw ValidationError.because('file', { is: 'wrong' }, 'The file is empty.')
    await this.#makeRoom(size, actor)
    const id = randomBytes(12).toString('hex')
    const folder = path.join(this.#folder, id)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await rename(from, path.join(folder, known.name))
      const upload = {
        id, ownerId: actor.id, filename, ...known, size, created: now(), choices: null, jobId: null
      }
      await this.#write(upload)
      return upload
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** A file of this account. @throws NotFoundError, also for files of others. */
  async find (id: string, actor: Actor): Promise<ImportUpload> {
    this.check(actor)
    const upload = await this.#read(id)
    if (upload === undefined || upload.ownerId !== actor.id) throw NotFoundError.entity('Upload', id)
    return upload
  }

  /** The files of this account, the latest first. */
  async list (actor: Actor): Promise<ImportUpload[]> {
    this.check(actor)
    return (await this.#all()).filter(({ ownerId }) => ownerId === actor.id)
  }

  /** Where the file is. */
  async pathOf (id: string, actor: Actor): Promise<string> {
    const { name } = await this.find(id, actor) as Facts
    return path.join(this.#folder, id, name)
  }

  /** Keeps what its owner has chosen. @param choices JSON. */
  async choose (id: string, choices: unknown, actor: Actor): Promise<ImportUpload> {
    return await this.#inTurn(async () => {
      const upload = { ...await this.find(id, actor) as Facts, choices }
      await this.#write(upload)
      return upload
    })
  }

  /**
   * Has a job import the file, unless one does already: a form that is sent twice starts one.
   *
   * @param start adds the job and returns its id.
   * @returns the id of the job.
   */
  async startJob (id: string, start: () => Promise<number>, actor: Actor): Promise<number> {
    return await this.#inTurn(async () => {
      const upload = await this.find(id, actor)
      if (upload.jobId !== null && await this.#isInUse(upload)) return upload.jobId
      const jobId = await start()
      await this.#write({ ...upload, jobId })
      return jobId
    })
  }

  /** Removes a file, unless a job reads it. @throws NotFoundError */
  async remove (id: string, actor: Actor): Promise<void> {
    const upload = await this.find(id, actor)
    if (!(await this.#isInUse(upload))) await this.#delete(id)
  }

  /** Removes what is older than a day. */
  async sweep (): Promise<void> {
    for (const id of await this.#ids()) {
      const upload = await this.#read(id)
      const isOver = upload === undefined
        ? await this.#isAbandoned(id)
        : isOld(upload.created) && !(await this.#isInUse(upload))
      if (isOver) await this.#delete(id)
    }
  }

  /** Removes the oldest files of an account until there is room for another. */
  async #makeRoom (size: number, actor: Actor): Promise<void> {
    const { space } = this.#limits
    if (size > space) throw new TooLargeError(`A file for an import can have ${space} bytes.`)
    const kept = await this.list(actor)
    let taken = kept.reduce((sum, upload) => sum + upload.size, 0)
    let count = kept.length
    for (const upload of kept.toReversed()) {
      if (count < MOST && taken + size <= space) return
      if (await this.#isInUse(upload)) continue
      await this.#delete(upload.id)
      taken -= upload.size
      count--
    }
    if (count >= MOST || taken + size > space) throw new NoRoomError()
  }

  /** Changes come one after the other, so that none is lost. */
  async #inTurn<T> (work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return await done
  }

  async #isInUse ({ jobId }: ImportUpload): Promise<boolean> {
    return jobId !== null && await this.#limits.isUnderWay(jobId)
  }

  async #all (): Promise<ImportUpload[]> {
    const found = await Promise.all((await this.#ids()).map(async (id) => await this.#read(id)))
    return found
      .filter((upload) => upload !== undefined)
      .sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
  }

  async #ids (): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => ID.test(name))
  }

  async #read (id: string): Promise<Facts | undefined> {
    if (!ID.test(id)) return undefined
    const text = await readFile(path.join(this.#folder, id, FACTS), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : JSON.parse(text) as Facts
  }

  /** Replaces the facts whole, so that no reader finds half of them. */
  async #write (upload: ImportUpload): Promise<void> {
    const file = path.join(this.#folder, upload.id, FACTS)
    const fresh = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(fresh, JSON.stringify(upload), { mode: 0o600 })
    await rename(fresh, file)
  }

  /** Whether a folder without facts was left by a process that died. */
  async #isAbandoned (id: string): Promise<boolean> {
    const stats = await stat(path.join(this.#folder, id)).catch(() => undefined)
    return stats !== undefined && isOld(stats.mtimeMs / 1000)
  }

  async #delete (id: string): Promise<void> {
    await rm(path.join(this.#folder, id), { recursive: true, force: true })
  }
}

function isOld (created: number): boolean {
  return now() - created > AGE
}
