import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockFile, type ProcessLock } from '../../../files/own/process-lock.js'
import { makeFolder } from '../../../make-folder.js'
import { flush } from '../../../files/own/flush.js'
import { BackupError, DATABASE, SETTINGS } from './manifest.js'

const FOLDER_MODE = 0o700
const STAGING = '.restoring'

/**
 * A folder in which a collection is assembled before it becomes visible. It is beside the data folder, which a single
 * rename then creates. If the data folder exists, it is inside, because that may be a mounted volume: then its parts
 * are moved, the database last, because without a database no server starts on the folder.
 */
export class Staging {
  /** Folder for unpacked content. */
  readonly content: string
  readonly temporary: string

  /** Path to which `commit` moves a folder with other content; undefined when there is none. */
  #aside: string | undefined

  private constructor (
    private readonly target: string, private readonly folder: string, private readonly lock: ProcessLock
  ) {
    this.content = path.join(folder, 'content')
    this.temporary = path.join(folder, 'tmp')
  }

  /**
   * @param target the data folder to create: missing, empty, or with only the remains of a killed restore.
   * @param movesAside whether a folder with other content is moved to `<name>.before-<moment>`.
   * @throws BackupError when the folder has content, or a server or another restore is using it.
   */
  static async open (target: string, movesAside: boolean): Promise<Staging> {
    const inside = path.join(target, STAGING)
    const beside = path.join(path.dirname(target), `.${path.basename(target)}${STAGING}`)
    const found = statSync(target, { throwIfNoEntry: false })
    if (found === undefined) return await Staging.#claim(target, beside)
    if (!found.isDirectory()) throw new BackupError(`${target} is not a folder.`)
    if ((await readdir(target)).every((name) => name === STAGING)) return await Staging.#claim(target, inside)
    if (existsSync(inside) && !existsSync(path.join(target, DATABASE))) {
      const staging = await Staging.#claim(target, inside)
      // A restore that was killed may have moved these here already.
      for (const name of ['files', SETTINGS]) await rm(path.join(target, name), { recursive: true, force: true })
      if ((await readdir(target)).every((name) => name === STAGING)) return staging
      await staging.close()
    }
    if (!movesAside) {
      throw new BackupError(
        `${target} is not empty. A collection is restored into a new folder, or this one is moved aside (option moveAside).`
      )
    }
    refuseRunningServer(target)
    const staging = await Staging.#claim(target, beside)
    staging.#aside = `${target}.before-${new Date().toISOString().replaceAll(':', '')}`
    return staging
  }

  static async #claim (target: string, folder: string): Promise<Staging> {
    makeFolder(folder)
    const lock = lockFile(path.join(folder, 'owner'))
    if (lock === undefined) throw new BackupError(`Another restore to ${target} is running.`)
    const staging = new Staging(target, folder, lock)
    for (const part of [staging.content, staging.temporary]) {
      await rm(part, { recursive: true, force: true })
      await mkdir(part, { mode: FOLDER_MODE })
    }
    return staging
  }

  /** Turns the content into the data folder. @returns the new path of the earlier folder, if there was one. */
  async commit (): Promise<string | undefined> {
    if (this.#aside !== undefined) {
      refuseRunningServer(this.target)
      await rename(this.target, this.#aside)
    }
    if (path.dirname(this.folder) === this.target) {
      const names = await readdir(this.content)
      for (const name of [...names.filter((name) => name !== DATABASE), DATABASE]) {
        await rename(path.join(this.content, name), path.join(this.target, name))
      }
      await flush(this.target)
    } else {
      await rename(this.content, this.target)
      await flush(path.dirname(this.target))
    }
    return this.#aside
  }

  /** Removes temporary files. */
  async close (): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
    this.lock.release()
  }
}

function refuseRunningServer (target: string): void {
  const file = path.join(target, 'server.lock')
  const lock = existsSync(file) ? lockFile(file) : undefined
  lock?.release()
  if (existsSync(file) && lock === undefined) {
    throw new BackupError(`A server is running on ${target}. Stop it before another collection takes its place.`)
  }
}
