import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { BackupError } from './backup-error.js'
import { steadyFile } from './steady-file.js'

/** Extensions of archives, and whether they mean gzip. */
const ENDINGS: ReadonlyArray<readonly [ending: string, isCompressed: boolean]> =
  [['.tar', false], ['.tar.gz', true], ['.tgz', true]]

/** The timestamp in the name of an archive: `2026-11-22T065000Z`. */
export const STAMP = /^\d{4}-\d\d-\d\dT\d{6}Z$/

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
    const folder = await open(path.dirname(this.file))
    try {
      // Some file systems cannot flush folders.
      await folder.sync().catch(() => {})
    } finally {
      await folder.close()
    }
  }

  async discard (): Promise<void> {
    await rm(this.#partial, { force: true })
  }

  #isThere (): BackupError {
    return new BackupError(`${this.file} already exists. Choose another name, or replace it with --overwrite.`)
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
