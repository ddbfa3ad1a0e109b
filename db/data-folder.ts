import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const FOR_OTHERS = 0o007

/**
 * Makes the folder of a database and the file itself where they are missing, for nobody else on this computer to read,
 * and takes back what an older version let everybody read. Rights that somebody gave to a group stay.
 *
 * @returns the path of the database.
 * @throws when the database is missing or empty, but what belongs to it is there: to begin anew would hide the loss.
 */
export function prepareDataFolder (folder: string): string {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  const file = path.join(folder, 'vitrine.db')
  const isThere = existsSync(file)
  if (!isThere || statSync(file).size === 0) checkNothingIsLost(folder, file, isThere)
  // SQLite gives its log and its index the rights of the database.
  if (!isThere) writeFileSync(file, '', { flag: 'a', mode: FILE_MODE })
  closeToOthers(folder, FOLDER_MODE)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) closeToOthers(name, FILE_MODE)
  return file
}

function checkNothingIsLost (folder: string, file: string, isThere: boolean): void {
  const log = `${file}-wal`
  const rest = existsSync(log) && statSync(log).size > 0 ? log : folderWithFiles(path.join(folder, 'files'))
  if (rest === undefined) return
  throw new Error(`${file} is ${isThere ? 'empty' : 'missing'}, but ${rest} is not: ` +
    'the database of this collection is lost. ' +
    `Bring vitrine.db back from a backup. To begin a new collection, use another data folder, or move ${rest} away.`)
}

/** A folder below `parent` in which files are stored. */
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
    // Somebody else's folder, such as a mounted volume, keeps the rights that it has.
  }
}
