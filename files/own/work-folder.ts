import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../make-folder.js'
import { flush } from './flush.js'
import { lockFile, type ProcessLock } from './process-lock.js'

const OWNER = 'owner'
const NOTES = 'notes'
const TEMPORARY = 'files'

/** An entry of the journal; `end` removes it. */
export interface JournalEntry { end (): Promise<void> }

/**
 * A folder for the temporary files (`files/`) and the journal (`notes/`, one file per entry) of one open collection.
 *
 * The journal names stored files that are about to be added or deleted. Files and rows cannot change in one
 * transaction: a process that is killed in between leaves its entry, and the next process deletes the files in it that
 * no row names.
 *
 * Its process has a lock on the file `owner` in it, so a folder that can be locked belongs to a process that was
 * killed. This lets several processes share a data folder: none removes files that another is using.
 */
export class WorkFolder {
  readonly temporary: string

  private constructor (readonly parent: string, private readonly folder: string, private readonly lock: ProcessLock) {
    this.temporary = path.join(folder, TEMPORARY)
  }

  /** Creates a new folder below `parent`. */
  static async open (parent: string): Promise<WorkFolder> {
    makeFolder(parent)
    for (;;) {
      const folder = path.join(parent, randomBytes(8).toString('hex'))
      await mkdir(folder, { mode: 0o700 })
      const lock = lockIn(folder)
      // Before the folder was locked, another process may have considered it abandoned and removed it.
      if (lock === undefined) continue
      for (const part of [TEMPORARY, NOTES]) await mkdir(path.join(folder, part), { mode: 0o700 })
      return new WorkFolder(parent, folder, lock)
    }
  }

  /**
   * Removes the folders of killed processes below `parent`.
   * @param settle called with the names in each of their journals. When it fails, the folder stays for the next start.
   */
  static async takeOver (parent: string, settle: (names: string[]) => Promise<void>): Promise<void> {
    for (const entry of await readdir(parent, { withFileTypes: true })) {
      const left = path.join(parent, entry.name)
      const lock = entry.isDirectory() ? lockIn(left) : undefined
      if (entry.isDirectory() && lock === undefined) continue
      try {
        await settle(await namesNotedIn(left))
        // Renamed first, because removing it takes several steps: a process that has just created the folder must not
        // lock a half-removed one.
        const removed = path.join(parent, `removed-${randomBytes(8).toString('hex')}`)
        await rename(left, removed)
        await rm(removed, { recursive: true, force: true })
      } catch {
        // The journal remains for the next start, and `vitrine check` lists the files.
      } finally {
        lock?.release()
      }
    }
  }

  /** A path for a new temporary file. @param name its prefix. */
  newFile (name: string): string {
    return path.join(this.temporary, `${name}-${randomBytes(8).toString('hex')}`)
  }

  /** Adds an entry to the journal. Resolves when it is on the disk. */
  async begin (names: readonly string[]): Promise<JournalEntry> {
    const notes = path.join(this.folder, NOTES)
    const file = path.join(notes, randomBytes(12).toString('hex'))
    const note = await open(file, 'wx', 0o600)
    try {
      await note.writeFile(names.join('\n'))
      await note.sync()
    } finally {
      await note.close()
    }
    await flush(notes)
    return { end: async () => { await rm(file, { force: true }) } }
  }

  /** The names in all journals of this and other processes on the data folder. */
  async pending (): Promise<Set<string>> {
    const names = new Set<string>()
    for (const entry of await readdir(this.parent)) {
      for (const name of await namesNotedIn(path.join(this.parent, entry))) names.add(name)
    }
    return names
  }

  /** Removes the folder, unless its journal has entries: then the next start handles them. */
  async close (): Promise<void> {
    const isSettled = (await namesNotedIn(this.folder)).length === 0
    // Retried, because another process that looks for abandoned folders may just lock this one, by a file in it.
    const removed = isSettled ? this.folder : this.temporary
    await rm(removed, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })
    this.lock.release()
  }
}

/** Undefined when another process has the lock, or has removed the folder. */
function lockIn (folder: string): ProcessLock | undefined {
  try {
    return lockFile(path.join(folder, OWNER))
  } catch (error) {
    if (existsSync(folder)) throw error
    return undefined
  }
}

async function namesNotedIn (folder: string): Promise<string[]> {
  const notes = path.join(folder, NOTES)
  const names: string[] = []
  for (const note of await readdir(notes).catch(() => [])) {
    // Another process may remove an entry between listing and reading.
    const text = await readFile(path.join(notes, note), 'utf8').catch(() => '')
    for (const name of text.split('\n')) if (name !== '') names.push(name)
  }
  return names
}
