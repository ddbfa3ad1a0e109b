import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pLimit from 'p-limit'
import { FileNotFoundError, type FileStore } from '../../../../files/stores/file-store.js'
import { makeFolder } from '../../../../make-folder.js'
import type { Export } from '../exporter.js'
import { flush } from '../../pipeline/flush.js'
import { checkReplaceable, replace } from './target.js'

const PARALLEL_COPIES = 4

const FILE_MODE = 0o600

export interface ExportProgress { done: number, total: number, files: number }

export interface ExportSummary {
  records: number
  /** Number of copied files. */
  files: number
  /** Stored files of records that do not exist. */
  missing: string[]
}

/** The target of an export, which is replaced if it exists. */
export interface ExportTarget {
  /** Path of the file. */
  readonly file: string
  readonly isCompressed?: boolean
  /** Folder for the stored files; absent: they are not copied. */
  readonly folder?: string | undefined
}

export interface ExportReport {
  readonly onProgress?: (progress: ExportProgress) => void
  readonly onWarning?: (message: string) => void
}

/**
 * Checks that an export would overwrite nothing unexpected.
 * @param force replace files, and folders that an earlier export created.
 * @throws TargetExistsError
 */
export async function checkTarget ({ file, folder }: ExportTarget, force = false): Promise<void> {
  for (const name of folder === undefined ? [file] : [file, folder]) await checkReplaceable(name, force)
}

/**
 * Writes an export to a file, and the stored files of its records to a folder. Both have temporary names until they
 * are complete; when anything fails, they are removed and existing targets are unchanged.
 */
export async function writeExport (
  source: Export, target: ExportTarget, store: FileStore,
  { onProgress = () => {}, onWarning = () => {} }: ExportReport = {}
): Promise<ExportSummary> {
  const suffix = `.part-${randomBytes(6).toString('hex')}`
  const file = `${target.file}${suffix}`
  const folder = target.folder === undefined ? undefined : `${target.folder}${suffix}`
  const copied = folder === undefined ? undefined : new CopiedFiles(store, folder)
  let records = 0
  async function * texts (): AsyncGenerator<string> {
    for await (const chunk of source.chunks) {
      await copied?.add(chunk.files)
      if (chunk.text !== '') yield chunk.text
      records += chunk.records
      for (const warning of chunk.warnings ?? []) onWarning(warning)
      onProgress({ done: records, total: source.total, files: copied?.files ?? 0 })
    }
  }
  try {
    const bytes = Readable.from(texts(), { objectMode: false })
    const output = createWriteStream(file, { flags: 'wx', mode: FILE_MODE })
    await (target.isCompressed === true ? pipeline(bytes, createGzip(), output) : pipeline(bytes, output))
    await copied?.end()
    await flush(file)
    if (folder !== undefined) await replace(folder, target.folder!)
    await replace(file, target.file)
    return { records, files: copied?.files ?? 0, missing: copied?.missing ?? [] }
  } catch (error) {
    await rm(file, { force: true })
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await source.close()
  }
}

/** Copies stored files into a folder, a few at a time. */
class CopiedFiles {
  files = 0
  readonly missing: string[] = []
  readonly #store: FileStore
  readonly #folder: string
  readonly #known = new Set<string>()
  readonly #limit = pLimit(PARALLEL_COPIES)

  constructor (store: FileStore, folder: string) {
    this.#store = store
    this.#folder = folder
  }

  async add (names: readonly string[]): Promise<void> {
    await Promise.all(names.map(async (name) => { await this.#limit(async () => { await this.#copy(name) }) }))
  }

  /** Creates the folder even if there are no files. */
  async end (): Promise<void> {
    makeFolder(this.#folder)
  }

  async #copy (name: string): Promise<void> {
    const target = path.join(this.#folder, name)
    const parent = path.dirname(target)
    if (!this.#known.has(parent)) {
      makeFolder(parent)
      this.#known.add(parent)
    }
    let source
    try {
      source = await this.#store.get(name)
    } catch (error) {
      if (!(error instanceof FileNotFoundError)) throw error
      this.missing.push(name)
      return
    }
    await pipeline(source, createWriteStream(target, { flags: 'wx', mode: FILE_MODE }))
    this.files++
  }
}
