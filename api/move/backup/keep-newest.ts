import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { partsOf, STAMP } from './archive-file.js'
import { manifestOf } from './archive-reader.js'
import type { BackupSummary } from './backup.js'

/** An archive smaller than this part of one that it would displace may be incomplete. */
const SUSPICIOUS_SIZE_RATIO = 1 / 2

/** The result of removing old archives. */
export interface ArchiveRotation {
  /** Paths of the removed archives. */
  removed: string[]
  /** Archives that are not removed: of another installation, of an unknown one, or unreadable. */
  notOurs: { foreign: string[], unknown: string[], unreadable: string[] }
  /** An archive that should have been removed but is much larger than the new one. In this case none was removed. */
  larger: { file: string, bytes: number, newBytes: number } | undefined
}

/**
 * Removes the oldest stamped archives of an installation with this name, and partial files of killed backups.
 * @param file the name without the stamp.
 * @param most number of archives to retain.
 * @param made the new archive, which counts among them.
 */
export async function keepNewest (
  file: string, most: number, { file: made, manifest }: BackupSummary
): Promise<ArchiveRotation> {
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
  const notOurs: ArchiveRotation['notOurs'] = { foreign: [], unknown: [], unreadable: [] }
  // The order of the stamps is the order of time.
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
  // Empty files are removed first, because they contain nothing.
  const surplus = [...empty, ...ours].slice(0, -most)
  const { size: newBytes } = await stat(made!)
  for (const file of surplus) {
    const { size: bytes } = await stat(file)
    if (newBytes < bytes * SUSPICIOUS_SIZE_RATIO) return { removed: [], notOurs, larger: { file, bytes, newBytes } }
  }
  for (const archive of surplus) await rm(archive, { force: true })
  return { removed: surplus, notOurs, larger: undefined }
}
