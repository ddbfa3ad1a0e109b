import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FileStore } from '../../../../files/stores/file-store.js'
import { makeFolder } from '../../../../make-folder.js'
import type { Export } from '../exporter.js'
import { flush } from '../../../../files/own/flush.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { contentOf, FolderContainer } from './container.js'
import { replace } from './target.js'

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
  const summary: ExportSummary = { records: 0, files: 0, missing: [] }
  async function * texts (): AsyncGenerator<string> {
    for await (const chunk of source.chunks) {
      if (folder !== undefined) await copy(chunk.files, folder)
      if (chunk.text !== '') yield chunk.text
      summary.records += chunk.records
      for (const warning of chunk.warnings ?? []) onWarning(warning)
      onProgress({ done: summary.records, total: source.total, files: summary.files })
    }
  }
  const copy = async (names: readonly string[], folder: string): Promise<void> => {
    const container = new FolderContainer(folder)
    await inParallel(names, PARALLEL_COPIES, async (name) => {
      const content = await contentOf(store, name)
      if (content === undefined) summary.missing.push(name)
      else {
        await container.put(name, content)
        summary.files++
      }
    })
  }
  try {
    const output = (await open(file, 'wx', FILE_MODE)).createWriteStream()
    const bytes = Readable.from(texts(), { objectMode: false })
    await (target.isCompressed === true ? pipeline(bytes, createGzip(), output) : pipeline(bytes, output))
    await flush(file)
    if (folder !== undefined) {
      // There may be no files.
      makeFolder(folder)
      await replace(folder, target.folder!)
    }
    await replace(file, target.file)
    return summary
  } catch (error) {
    await rm(file, { force: true })
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await source.close()
  }
}
