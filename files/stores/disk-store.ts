import { randomBytes } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../make-folder.js'
import { isFileName } from '../types/names.js'
import { probeFolders } from '../own/probe-folder.js'
import { flush } from '../own/flush.js'
import { WorkFolder } from '../own/work-folder.js'
import { awaitReader, FileNotFoundError, type ByteRange, type FileSource, type FileStore } from './file-store.js'

/**
 * Folder for incomplete files. It is inside the store's folder, because a rename is atomic only within one file
 * system.
 */
const UNFINISHED = '.unfinished'

/** Stored files may be private, so no other user of the computer may read them. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Stores files in a folder on disk, which several processes may share. */
export class DiskStore implements FileStore {
  /** This process's folder for incomplete files, created with the first one. */
  #unfinished: Promise<WorkFolder> | undefined

  private constructor (readonly folder: string) {}

  /** Creates the folder if it does not exist, and removes incomplete files of processes that were killed. */
  static async open (folder: string): Promise<DiskStore> {
    const unfinished = path.join(folder, UNFINISHED)
    makeFolder(unfinished)
    await WorkFolder.takeOver(unfinished, async () => {})
    return new DiskStore(folder)
  }

  async put (name: string, source: FileSource): Promise<{ size: number }> {
    if (!isFileName(name)) throw new TypeError(`${name} is not a name of a stored file.`)
    awaitReader(source)
    const target = this.#path(name)
    const { temporary } = await (this.#unfinished ??= WorkFolder.open(path.join(this.folder, UNFINISHED)))
    const unfinished = path.join(temporary, randomBytes(12).toString('hex'))
    try {
      await write(unfinished, source)
      await chmod(unfinished, FILE_MODE)
      const size = await flush(unfinished)
      await mkdir(path.dirname(target), { recursive: true, mode: FOLDER_MODE })
      await rename(unfinished, target)
      await flush(path.dirname(target))
      return { size }
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async get (name: string, range?: ByteRange): Promise<Readable> {
    if (!isFileName(name)) throw new FileNotFoundError(name)
    const file = await open(this.#path(name)).catch(orNull)
    if (file === null) throw new FileNotFoundError(name)
    return file.createReadStream(range)
  }

  async stat (name: string): Promise<{ size: number, modified: Date } | null> {
    if (!isFileName(name)) return null
    const found = await stat(this.#path(name)).catch(orNull)
    return found === null ? null : { size: found.size, modified: found.mtime }
  }

  async delete (name: string): Promise<void> {
    if (isFileName(name)) await unlink(this.#path(name)).catch(orNull)
  }

  async * list (prefix: string): AsyncIterable<string> {
    const folders = prefix.includes('/')
      ? [prefix.slice(0, prefix.indexOf('/'))]
      : (await entries(this.folder)).map((entry) => entry.name)
    for (const folder of folders) {
      if (folder.startsWith('.')) continue
      for (const entry of await entries(path.join(this.folder, folder))) {
        const name = `${folder}/${entry.name}`
        if (entry.isFile() && isFileName(name) && name.startsWith(prefix)) yield name
      }
    }
  }

  path (name: string): string | null {
    return isFileName(name) ? this.#path(name) : null
  }

  async check (): Promise<void> {
    const folders = (await entries(this.folder)).filter((entry) => entry.isDirectory())
    await probeFolders([this.folder, ...folders.map(({ name }) => path.join(this.folder, name))])
  }

  async close (): Promise<void> {
    await (await this.#unfinished)?.close()
    this.#unfinished = undefined
  }

  #path (name: string): string {
    return path.join(this.folder, name)
  }
}

async function write (target: string, source: FileSource): Promise<void> {
  if (typeof source === 'string') {
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  } else if (Buffer.isBuffer(source)) {
    await writeFile(target, source, { flag: 'wx', mode: FILE_MODE })
  } else {
    const file = await open(target, 'wx', FILE_MODE)
    await pipeline(source, file.createWriteStream())
  }
}

async function entries (folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(orNull) ?? []
}

function orNull (error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
