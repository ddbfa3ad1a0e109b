import type { Store } from '../../db/open/store.js'
import { FileNotFoundError, type FileStore } from '../../files/stores/file-store.js'
import { checksum } from '../../files/types/checksum.js'
import { gathered } from '../core/sequence/pages.js'
import type { FileServices } from './file-services.js'
import { fileOwners, namedFiles, namesOf, type FileOwner } from './named-files.js'

/**
 * `orphan`: a stored file that no row names. `missing`: a row names a file that is not stored. `altered`: the bytes of
 * a file differ from its checksum.
 */
type FileTrouble = 'orphan' | 'missing' | 'altered'

export interface FileProblem {
  trouble: FileTrouble
  /** Name in the store: `original/<id>.jpg`. */
  name: string
  /** The row that names the file; an orphan has none. */
  owner?: Pick<FileOwner, 'type' | 'id'>
  /** Whether the file was removed; only orphans are. */
  isRemoved: boolean
}

export interface CheckOptions {
  /** Remove orphans. Rows are never changed. */
  repair?: boolean
  onProblem?: (problem: FileProblem) => void
}

export interface CheckSummary {
  /** Numbers of stored files and of rows that name files. */
  files: number
  owners: number
  orphans: number
  missing: number
  altered: number
  /** Orphans removed. */
  removed: number
}

const NAMES_PER_QUERY = 500

/**
 * Younger orphans in a bucket are not removed: another node, whose journal is on another disk, may be about to commit
 * their rows. For files on disk, the journals show this.
 */
const ORPHAN_MIN_AGE_MS = 60 * 60 * 1000

/**
 * Compares the stored files with the rows that name them, and originals with their checksums. Servers may be running:
 * files that they are storing or removing are in their journals (see WorkFolder) and are no orphans. The journals are
 * read before the rows, because a file leaves the journal only after its row is committed.
 */
export async function checkFiles (
  store: Store, files: FileServices, { repair = false, onProblem }: CheckOptions = {}
): Promise<CheckSummary> {
  const summary: CheckSummary = { files: 0, owners: 0, orphans: 0, missing: 0, altered: 0, removed: 0 }

  async function report (trouble: FileTrouble, name: string, owner?: FileOwner): Promise<void> {
    const isRemoved = trouble === 'orphan' && repair && await remove(files, name)
    summary[trouble === 'orphan' ? 'orphans' : trouble]++
    if (isRemoved) summary.removed++
    onProblem?.({ trouble, name, ...(owner !== undefined && { owner: { type: owner.type, id: owner.id } }), isRemoved })
  }

  const found = new Set<string>()
  for await (const names of gathered(files.store.list(''), NAMES_PER_QUERY)) {
    const pending = await files.work.pending()
    const named = await namedFiles(store.read, names)
    for (const name of names) {
      summary.files++
      found.add(name)
      if (pending.has(name) || named.has(name)) continue
      if (await files.store.stat(name) !== null) await report('orphan', name)
    }
  }

  for await (const owners of fileOwners(store.read)) {
    for (const owner of owners) {
      summary.owners++
      for (const name of namesOf(owner)) {
        // A file may have been stored, or removed together with its row, since the files were listed.
        const isThere = found.has(name) || await files.store.stat(name) !== null
        if (!isThere) {
          if ((await namedFiles(store.read, [name])).has(name)) await report('missing', name, owner)
        } else if (name === owner.original?.name && await isAltered(files.store, owner.original)) {
          await report('altered', name, owner)
        }
      }
    }
  }
  return summary
}

async function remove ({ store, isShared }: FileServices, name: string): Promise<boolean> {
  if (isShared && Date.now() - ((await store.stat(name))?.modified.getTime() ?? 0) < ORPHAN_MIN_AGE_MS) return false
  await store.delete(name)
  return true
}

async function isAltered (
  store: FileStore, { name, sha256, size }: NonNullable<FileOwner['original']>
): Promise<boolean> {
  if (sha256 === null) return false
  try {
    const found = await checksum(await store.get(name))
    return found.size !== size || found.sha256 !== sha256
  } catch (error) {
    // The file was removed together with its row meanwhile.
    if (error instanceof FileNotFoundError) return false
    throw error
  }
}
