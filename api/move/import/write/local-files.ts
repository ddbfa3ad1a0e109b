import { constants } from 'node:fs'
import { access, opendir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { addToGroup } from '../../../core/sequence/group-by.js'
import { nearestName } from '../../../core/text/nearest-name.js'

/** A local file that a record may not use; the message has the reason. */
export class LocalFileError extends Error {}

/** Limit for cached file names, by which files are found in spite of other spelling. */
const CACHED_NAMES_MAX = 1_000_000

/** No nearest name in larger folders, because comparing with each name takes long. */
const COMPARED_MAX_NAMES = 10_000

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  ENAMETOOLONG: 'has a name that is too long',
  EACCES: 'may not be read'
}

/** Names in a folder by normalised name. */
type Names = ReadonlyMap<string, readonly string[]>

/** The local files of an import, by the names in its records. */
export class LocalFiles {
  readonly #folders = new Map<string, Names>()
  #count = 0

  /** @param root without symbolic links. */
  constructor (readonly root: string) {}

  /**
   * The path of a file that a record names. Neither `..` nor a symbolic link may lead out of the folder. A name with
   * other case or Unicode normalisation is accepted if it is unique.
   * @throws LocalFileError when it does not exist, cannot be read, is not a file, is empty, or is outside.
   */
  async find (name: string): Promise<string> {
    // Accept Windows paths.
    const relative = name.replaceAll('\\', '/')
    const given = path.resolve(this.root, relative)
    const isAbsolute = path.isAbsolute(relative) || /^[a-z]:/i.test(relative)
    if (name.includes('\0') || isAbsolute || !this.#contains(given)) {
      throw new LocalFileError(`the file ${JSON.stringify(name)} is not below the folder of the files`)
    }
    try {
      return await this.#checked(given, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asFileError(error, name)
    }
    try {
      return await this.#checked(await this.#otherSpelling(given, name), name)
    } catch (error) {
      throw asFileError(error, name)
    }
  }

  async #checked (file: string, name: string): Promise<string> {
    const real = await realpath(file)
    if (!this.#contains(real)) {
      throw new LocalFileError(`the file ${name} is a link that leads out of the folder of the files`)
    }
    const stats = await stat(real)
    if (!stats.isFile()) throw new LocalFileError(`${name} is not a file`)
    if (stats.size === 0) throw new LocalFileError(`the file ${name} is empty`)
    await access(real, constants.R_OK)
    return real
  }

  /** The file whose path differs only in spelling. @throws LocalFileError */
  async #otherSpelling (given: string, name: string): Promise<string> {
    let found = this.root
    for (const part of path.relative(this.root, given).split(path.sep)) {
      const names = await this.#namesIn(found)
      const alike = names.get(plain(part)) ?? []
      const same = alike.length === 1 ? alike[0] : alike.find((one) => one === part)
      if (same === undefined) throw new LocalFileError(`the file ${name} does not exist${hint(part, alike, names)}`)
      found = path.join(found, same)
    }
    return found
  }

  async #namesIn (folder: string): Promise<Names> {
    const known = this.#folders.get(folder)
    if (known !== undefined) return known
    const names = new Map<string, string[]>()
    const real = await realpath(folder)
    // A link may lead out of the folder.
    if ((real === this.root || this.#contains(real)) && (await stat(real)).isDirectory()) {
      for await (const { name } of await opendir(real)) {
        if (++this.#count > CACHED_NAMES_MAX) break
        addToGroup(names, plain(name), name)
      }
    }
    this.#folders.set(folder, names)
    return names
  }

  #contains (file: string): boolean {
    const relative = path.relative(this.root, file)
    return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
  }
}

function asFileError (error: unknown, name: string): LocalFileError {
  if (error instanceof LocalFileError) return error
  return new LocalFileError(`the file ${name} ${REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read'}`)
}

function plain (name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** A suggestion of similar names. */
function hint (part: string, alike: readonly string[], names: Names): string {
  if (alike.length > 1) return `; ${alike.join(' and ')} differ from it in spelling only`
  if (names.size > COMPARED_MAX_NAMES) return ''
  const nearest = nearestName(plain(part), names.keys(), Math.ceil(part.length / 2))
  return nearest === undefined ? '' : `; the nearest is ${names.get(nearest)![0]!}`
}
