import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { FileNotFoundError, type FileStore } from '../../../../files/stores/file-store.js'
import { makeFolder } from '../../../../make-folder.js'
import type { Export } from '../exporter.js'
import { flush } from '../../../../files/own/flush.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { LinesOnDisk } from '../../pipeline/lines-on-disk.js'
import { FolderContainer, ZipContainer, type Container } from './container.js'
import { CRATE_METADATA, manifest, metadata, type Part } from './metadata.js'
import { replace } from './target.js'

const PARALLEL_COPIES = 4

/** Names within a crate. */
const COLLECTION = 'collection.ndjson'
export const CRATE_FILES = 'collection.files'
const MANIFEST = 'manifest-sha256.txt'

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
  /** Path of the file; of a crate, the folder or archive. */
  readonly file: string
  readonly isCompressed?: boolean
  /** Folder beside the file for the stored files; absent: they are not copied. */
  readonly folder?: string | undefined
  /**
   * Makes a self-contained RO-Crate 1.1 of a collection file, the stored files of its records, and metadata and
   * checksums of all of them.
   */
  readonly crate?: CrateOptions
}

interface CrateOptions {
  /** Whether the crate is a zip archive; otherwise a folder. */
  readonly isArchive: boolean
  readonly title: string
  /** URL of the source's API, or a name. */
  readonly source: string
}

export interface ExportReport {
  readonly onProgress?: (progress: ExportProgress) => void
  readonly onWarning?: (message: string) => void
}

/**
 * Writes an export with the stored files of its records. Everything has a temporary name until it is complete; when
 * anything fails, nothing is left of it and existing targets are unchanged.
 * @param source for a crate an export as `ndjson`, with the folder CRATE_FILES if the crate is to contain files.
 */
export async function writeExport (
  source: Export, target: ExportTarget, store: FileStore, report: ExportReport = {}
): Promise<ExportSummary> {
  let work: string | undefined
  try {
    work = await mkdtemp(path.join(path.dirname(path.resolve(target.file)), `.${path.basename(target.file)}.part-`))
    const content = path.join(work, 'content')
    const names = await LinesOnDisk.open(path.join(work, 'names'))
    const parts = await LinesOnDisk.open(path.join(work, 'parts'))
    const summary = await writeContent(source, target, store, { content, names, parts }, report)
      .finally(async () => { await Promise.all([names.close(), parts.close()]) })
    const file = target.crate === undefined ? path.join(content, path.basename(target.file)) : content
    if (target.crate?.isArchive !== false) await flush(file)
    if (target.folder !== undefined) {
      const folder = path.join(content, path.basename(target.folder))
      // There may be no files.
      makeFolder(folder)
      await replace(folder, target.folder)
    }
    await replace(file, target.file)
    return summary
  } finally {
    await source.close()
    if (work !== undefined) await rm(work, { recursive: true, force: true })
  }
}

/** Paths and lists of the work folder: the lists are on the disk, because there may be millions of files. */
interface Work {
  /** The folder or archive to write. */
  content: string
  /** Names of stored files. */
  names: LinesOnDisk
  /** What was written, as JSON. */
  parts: LinesOnDisk
}

async function writeContent (
  source: Export, { file, folder, isCompressed = false, crate }: ExportTarget, store: FileStore,
  { content, names, parts }: Work, { onProgress = () => {}, onWarning = () => {} }: ExportReport
): Promise<ExportSummary> {
  const moment = new Date()
  const isArchive = crate?.isArchive === true
  const container: Container = isArchive ? new ZipContainer(content, moment) : new FolderContainer(content)
  const summary: ExportSummary = { records: 0, files: 0, missing: [] }
  const put = async (name: string, from: Readable): Promise<void> => {
    await parts.add(JSON.stringify(await container.put(name, from)))
  }
  const progress = (): void => { onProgress({ done: summary.records, total: source.total, files: summary.files }) }
  async function * texts (): AsyncGenerator<string> {
    for await (const { text, files, records, warnings = [] } of source.chunks) {
      for (const name of files) await names.add(name)
      if (text !== '') yield text
      summary.records += records
      warnings.forEach(onWarning)
      progress()
    }
  }
  const copy = async (name: string): Promise<void> => {
    const stored = await contentOf(store, name)
    if (stored === undefined) {
      summary.missing.push(name)
    } else {
      await put(`${folder === undefined ? CRATE_FILES : path.basename(folder)}/${name}`, stored)
      summary.files++
      progress()
    }
  }
  try {
    const text = streamOf(texts())
    const collection = crate === undefined ? path.basename(file) : COLLECTION
    await put(collection, isCompressed ? pipeline(text, createGzip(), () => {}) : text)
    // Files are copied after the snapshot is closed.
    await source.close()
    await inParallel(names.all(), isArchive ? 1 : PARALLEL_COPIES, copy)
    if (crate !== undefined) {
      const all = async function * (): AsyncGenerator<Part> {
        for await (const part of parts.all()) yield JSON.parse(part) as Part
      }
      const facts = { ...crate, moment: moment.toISOString(), records: summary.records, collection }
      await put(CRATE_METADATA, streamOf(metadata(facts, all)))
      await container.put(MANIFEST, streamOf(manifest(all)))
    }
    await container.end?.()
    return summary
  } catch (error) {
    container.abort?.()
    throw error
  }
}

function streamOf (texts: AsyncIterable<string>): Readable {
  return Readable.from(texts, { objectMode: false })
}

/** The content of a stored file; undefined when the file no longer exists, because its media has been deleted. */
async function contentOf (store: FileStore, name: string): Promise<Readable | undefined> {
  try {
    return await store.get(name)
  } catch (error) {
    if (error instanceof FileNotFoundError) return undefined
    throw error
  }
}
