import { access, link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { flush } from '../../../files/own/flush.js'
import { BackupError } from './manifest.js'

/** Extensions of archives, and whether they mean gzip. */
const ENDINGS: ReadonlyArray<readonly [ending: string, isCompressed: boolean]> =
  [['.tar', false], ['.tar.gz', true], ['.tgz', true]]

/** The timestamp in the name of an archive: `2026-11-22T065000Z`. */
export const STAMP = /^\d{4}-\d\d-\d\dT\d{6}Z$/

/**
 * A large file is flushed after each such step. The disk writes in the order of requests, so a commit would otherwise
 * wait for hundreds of megabytes that were written before.
 */
const FLUSH_STEP_BYTES = 8 * 1024 * 1024

/** The target of a backup: a file that gets its name only when it is complete. */
export class ArchiveFile {
  readonly isCompressed: boolean
  readonly #partial: string

  private constructor (readonly file: string, readonly replaces: boolean, isCompressed: boolean) {
    this.isCompressed = isCompressed
    this.#partial = path.join(path.dirname(file), `.${path.basename(file)}.partial`)
  }

  /**
   * @param options `replace` an existing file. `stamp` is inserted into the name before its extension.
   * @throws BackupError for a name without a known extension, or of an existing file.
   */
  static async at (file: string, { replace, stamp }: { replace: boolean, stamp?: Date }): Promise<ArchiveFile> {
    const [base, ending, isCompressed] = partsOf(file)
    const name = stamp === undefined ? file : `${base}-${stampOf(stamp)}${ending}`
    const folder = path.dirname(path.resolve(name))
    await access(folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BackupError(`There is no folder ${folder}.`) : error
    })
    const target = new ArchiveFile(path.resolve(name), replace, isCompressed)
    if (!replace && await stat(name).catch(() => null) !== null) throw target.#isThere()
    return target
  }

  async open (): Promise<Writable> {
    // A killed backup may have left it.
    await rm(this.#partial, { force: true })
    return await steadyFile(this.#partial)
  }

  /** Renames the partial file to its final name. */
  async commit (): Promise<void> {
    if (this.replaces) {
      await rename(this.#partial, this.file)
    } else {
      await link(this.#partial, this.file).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw this.#isThere()
        // The file system has no hard links.
        await rename(this.#partial, this.file)
      })
      await rm(this.#partial, { force: true })
    }
    // Some file systems cannot flush folders.
    await flush(path.dirname(this.file)).catch(() => {})
  }

  async discard (): Promise<void> {
    await rm(this.#partial, { force: true })
  }

  #isThere (): BackupError {
    return new BackupError(`${this.file} already exists. Choose another name, or replace this one (option replace).`)
  }
}

/** @throws BackupError for a name without a known extension. */
export function partsOf (file: string): readonly [base: string, ending: string, isCompressed: boolean] {
  const found = ENDINGS.find(([ending]) => file.endsWith(ending) && path.basename(file) !== ending)
  if (found === undefined) {
    throw new BackupError(`${file}: expected a name that ends in .tar or .tar.gz, or - for the standard output.`)
  }
  return [file.slice(0, -found[0].length), ...found]
}

function stampOf (moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '').replaceAll(':', '')
}

/** A stream to a new file that only its owner can read. It is flushed step by step and at the end. */
async function steadyFile (path: string): Promise<Writable> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let unflushed = 0
  async function write (chunk: Buffer): Promise<void> {
    await file.writeFile(chunk)
    unflushed += chunk.length
    if (unflushed < FLUSH_STEP_BYTES) return
    unflushed = 0
    await file.datasync()
  }
  const settle = (work: Promise<void>, next: (error?: Error | null) => void): void => {
    work.then(() => { next() }, next)
  }
  return new Writable({
    write (chunk: Buffer, _encoding, next) { settle(write(chunk), next) },
    final (next) { settle(file.sync(), next) },
    destroy (error, next) { settle(file.close(), (failure) => { next(error ?? failure ?? null) }) }
  })
}
