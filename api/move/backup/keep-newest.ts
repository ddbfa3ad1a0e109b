import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { partsOf, STAMP } from './archive-file.js'
import { manifestOf } from './archive-reader.js'
import type { BackupSummary } from './backup.js'

/** An archive that is smaller than this part of one that it would push out may lack what the other has. */
const SMALLEST_PART = 1 / 2

/** What became of the older archives. */
export interface KeptArchives {
  /** Paths of those that were removed. */
  removed: string[]
  /** Because they belong to another installation, to one that is not known, or cannot be read. */
  notOurs: { foreign: string[], unknown: string[], unreadable: string[] }
  /** An archive that should have been removed, but is much larger than the new one: none was. */
  larger: { file: string, bytes: number, newBytes: number } | undefined
}

/**
 * Removes the oldest of the archives of one installation that were made under the same name with a stamp, and what
 * killed backups left.
 *
 * @param file the name without a stamp. @param most how many archives stay. @param made the new archive, one of them.
 */
export async function keepNewest (
  file: string, most: number, { file: made, manifest }: BackupSummary
): Promise<KeptArchives> {
  const [base, ending] = partsOf(path.resolve(file))
  const folder = path.dirname(base)
  const prefix = `${path.basename(base)}-`
  const isStamped = (name: string, before: string, after: string): boolean => name.startsWith(before) &&
    name.endsWith(after) && STAMP.test(name.slice(before.length, -after.length))
  const names = await readdir(folder)
  for (const name of names) {
    if (isStamped(name, `.${prefix}`, `${ending}.partial`)) await rm(path.join(folder, name), { force: true })
  }
  const ours: string[] = []
  const empty: string[] = []
  const notOurs: KeptArchives['notOurs'] = { foreign: [], unknown: [], unreadable: [] }
  // The stamps sort as the moments do.
  for (const name of names.filter((name) => isStamped(name, prefix, ending)).sort()) {
    const archive = path.join(folder, name)
    const found = archive === made ? manifest : await manifestOf(archive)
    if ((await stat(archive)).size === 0) empty.push(archive)
    else if (found === undefined) notOurs.unreadable.push(archive)
    else if (archive === made) ours.push(archive)
    else if (typeof found.installation !== 'string' || typeof manifest.installation !== 'string') notOurs.unknown.push(archive)
    else if (found.installation !== manifest.installation) notOurs.foreign.push(archive)
    else ours.push(archive)
  }
  // Files without content go first: nothing is lost with them.
  const surplus = [...empty, ...ours].slice(0, -most)
  const larger = await muchLarger(surplus, made!)
  if (larger !== undefined) return { removed: [], notOurs, larger }
  for (const archive of surplus) await rm(archive, { force: true })
  return { removed: surplus, notOurs, larger }
}

/** One of the archives beside which another is so small that it may lack something. */
async function muchLarger (archives: readonly string[], made: string): Promise<KeptArchives['larger']> {
  const { size: newBytes } = await stat(made)
  for (const file of archives) {
    const { size: bytes } = await stat(file)
    if (newBytes < bytes * SMALLEST_PART) return { file, bytes, newBytes }
  }
  return undefined
}
