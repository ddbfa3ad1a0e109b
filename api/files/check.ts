import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Store } from '../../db/store.js'
import { FileNotFoundError, type FileStore } from '../../files/stores/file-store.js'
import type { FileServices } from './file-services.js'
import { fileOwners, namedFiles, namesOf, type FileOwner } from './named-files.js'

/** What is wrong with a stored file: no row names it; a row names it and it is not there; its bytes are not those that came. */
export type FileTrouble = 'orphan' | 'missing' | 'altered'

export interface FileProblem {
  trouble: FileTrouble
  /** Name in the store: `original/<id>.jpg`. */
  name: string
  /** The row that names it; an orphan has none. */
  owner?: Pick<FileOwner, 'type' | 'id'>
  /** Whether it has been removed. Only orphans ever are. */
  isMended: boolean
}

export interface CheckOptions {
  /** Remove orphans. Rows are never touched. */
  repair?: boolean
  onProblem?: (problem: FileProblem) => void
}

export interface CheckSummary {
  /** Files found, and rows that name files. */
  files: number
  owners: number
  orphans: number
  missing: number
  altered: number
  /** Orphans removed. */
  removed: number
}

/** Names looked up at once. */
const BATCH = 500

/**
 * Orphans in a bucket younger than this are left alone, in milliseconds: another node, whose notes are on another
 * disk, may be about to commit the row that names them. On a disk the notes alone decide.
 */
const GRACE = 60 * 60 * 1000

/**
 * Compares what is stored with what the rows name, and the bytes of originals with their checksums. Servers may be
 * running: a file that is under way stands in their notes (work-folder.ts), and is no orphan. The notes are read before
 * the rows, so that what is in neither belongs to nothing.
 */
export async function checkFiles (store: Store, files: FileServices, { repair = false, onProblem }: CheckOptions = {}): Promise<CheckSummary> {
  const summary: CheckSummary = { files: 0, owners: 0, orphans: 0, missing: 0, altered: 0, removed: 0 }

  async function report (trouble: FileTrouble, name: string, owner?: FileOwner): Promise<void> {
    const isMended = trouble === 'orphan' && repair && await remove(files, name)
    summary[trouble === 'orphan' ? 'orphans' : trouble]++
    if (isMended) summary.removed++
    onProblem?.({ trouble, name, ...(owner !== undefined && { owner: { type: owner.type, id: owner.id } }), isMended })
  }

  async function findOrphans (names: readonly string[]): Promise<void> {
    const underWay = await files.work.underWay()
    const named = await namedFiles(store.read, names)
    for (const name of names) if (!underWay.has(name) && !named.has(name) && await files.store.stat(name) !== null) await report('orphan', name)
  }

  const found = new Set<string>()
  let batch: string[] = []
  for await (const name of files.store.list('')) {
    summary.files++
    found.add(name)
    batch.push(name)
    if (batch.length === BATCH) {
      await findOrphans(batch)
      batch = []
    }
  }
  await findOrphans(batch)

  for await (const owners of fileOwners(store.read)) {
    for (const owner of owners) {
      summary.owners++
      for (const name of namesOf(owner)) {
        // What came in after the list was made is not in it; what has gone since, with its row, is missed by nobody.
        const isThere = found.has(name) || await files.store.stat(name) !== null
        if (!isThere && (await namedFiles(store.read, [name])).has(name)) await report('missing', name, owner)
        else if (isThere && name === owner.original?.name && await isAltered(files.store, owner.original)) await report('altered', name, owner)
      }
    }
  }
  return summary
}

async function remove ({ store, isShared }: FileServices, name: string): Promise<boolean> {
  if (isShared && Date.now() - ((await store.stat(name))?.modified.getTime() ?? 0) < GRACE) return false
  await store.delete(name)
  return true
}

async function isAltered (store: FileStore, { name, sha256, size }: NonNullable<FileOwner['original']>): Promise<boolean> {
  if (sha256 === null) return false
  try {
    const hash = createHash('sha256')
    let length = 0
    for await (const chunk of await store.get(name) as Readable & AsyncIterable<Buffer>) {
      hash.update(chunk)
      length += chunk.length
    }
    return length !== size || hash.digest('hex') !== sha256
  } catch (error) {
    // Removed with its row a moment ago.
    if (error instanceof FileNotFoundError) return false
    throw error
  }
}
