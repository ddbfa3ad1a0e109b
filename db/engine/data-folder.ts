import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../make-folder.js'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const FOR_OTHERS = 0o007

/** The folder that only a collection makes, after its database. */
const WORK_FOLDER = 'tmp'

/** The data folder contains no collection, and the caller must not create one. */
export class NoCollectionError extends Error {
  constructor (place: string) {
    super(`There is no collection in ${place}.`)
    this.name = 'NoCollectionError'
  }
}

/**
 * Creates the data folder and the database file if they are missing, readable by this user only. Removes the read
 * permission for other users that earlier versions gave; permissions of the group stay.
 *
 * @returns the path of the database. @throws if the database is missing or empty but other parts of a collection
 * exist, because a new database would hide the loss.
 */
export function prepareDataFolder (folder: string): string {
  const file = fileIn(folder)
  const isThere = existsSync(file)
  if (!isThere || statSync(file).size === 0) checkNothingIsLost(folder, file, isThere)
  makeFolder(folder)
  // SQLite creates its log and its index with the permissions of the database.
  if (!isThere) writeFileSync(file, '', { flag: 'a', mode: FILE_MODE })
  closeToOthers(folder, FOLDER_MODE)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) closeToOthers(name, FILE_MODE)
  return file
}

/**
 * Checks that a folder contains a database, without changing anything.
 *
 * @throws NoCollectionError; or an error that says that the database is lost.
 */
export function checkDatabaseIn (folder: string): void {
  const file = fileIn(folder)
  const isThere = existsSync(file)
  if (isThere && statSync(file).size > 0) return
  checkNothingIsLost(folder, file, isThere)
  throw new NoCollectionError(folder)
}

function fileIn (folder: string): string {
  return path.join(folder, 'vitrine.db')
}

function checkNothingIsLost (folder: string, file: string, isThere: boolean): void {
  const log = `${file}-wal`
  const rest = existsSync(log) && statSync(log).size > 0
    ? log
    : folderWithFiles(path.join(folder, 'files')) ?? [path.join(folder, WORK_FOLDER)].find((name) => existsSync(name))
  if (rest === undefined) return
  throw new Error(`${file} is ${isThere ? 'empty' : 'missing'}, but ${rest} is not: ` +
    'the database of this collection is lost. ' +
    'Bring vitrine.db back from a backup. If it is in PostgreSQL, name it with --database or VITRINE_DATABASE. ' +
    `To begin a new collection, use another data folder, or move ${rest} away.`)
}

/** A folder below `parent` that contains files. */
function folderWithFiles (parent: string): string | undefined {
  if (!existsSync(parent)) return undefined
  const folders = readdirSync(parent, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.')
  )
  return folders.map(({ name }) => path.join(parent, name)).find((folder) => readdirSync(folder).length > 0)
}

function closeToOthers (file: string, mode: number): void {
  if ((statSync(file).mode & FOR_OTHERS) === 0) return
  try {
    chmodSync(file, mode)
  } catch {
    // A folder that belongs to another user, such as a mounted volume, keeps its permissions.
  }
}
