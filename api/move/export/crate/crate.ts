import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore } from '../../../../files/stores/file-store.js'
import type { ExportReport, ExportSummary } from './export-file.js'
import type { Export } from '../exporter.js'
import { flush } from '../../../../files/own/flush.js'
import { replace } from './target.js'
import { contentOf, FolderContainer, ZipContainer, type Container } from './container.js'
import { LinesOnDisk } from './lines-on-disk.js'
import { CRATE_METADATA, manifest, metadata, type CrateFacts, type Part } from './metadata.js'

/** Names within a crate. */
const COLLECTION = 'collection.ndjson'
export const CRATE_FILES = 'collection.files'
const MANIFEST = 'manifest-sha256.txt'

const FOLDER_MODE = 0o700

export interface CrateTarget {
  /** Path of the folder or archive, which is replaced if it exists. */
  readonly path: string
  readonly isArchive: boolean
}

/**
 * Writes a self-contained RO-Crate 1.1 as a folder or a zip archive: a collection file, the stored files of its
 * records, and metadata and checksums of all of them. It has a temporary name until it is complete; when anything
 * fails, nothing is left of it.
 * @param source an export as `ndjson`, with the folder CRATE_FILES if the crate is to contain files.
 */
export async function writeCrate (
  source: Export, target: CrateTarget, facts: Pick<CrateFacts, 'title' | 'source'>, store: FileStore,
  { onProgress = () => {} }: ExportReport = {}
): Promise<ExportSummary> {
  const parent = path.dirname(path.resolve(target.path))
  const work = await mkdtemp(path.join(parent, `.${path.basename(target.path)}.part-`))
  try {
    const made = path.join(work, 'crate')
    const moment = new Date()
    if (!target.isArchive) await mkdir(made, { mode: FOLDER_MODE })
    const container: Container = target.isArchive ? new ZipContainer(made, moment) : new FolderContainer(made)
    const names = await LinesOnDisk.open<string>(path.join(work, 'names'))
    const parts = await LinesOnDisk.open<Part>(path.join(work, 'parts'))
    try {
      let records = 0
      const texts = async function * (): AsyncGenerator<string> {
        for await (const chunk of source.chunks) {
          for (const name of chunk.files) await names.add(name)
          if (chunk.text !== '') yield chunk.text
          records += chunk.records
          onProgress({ done: records, total: source.total, files: 0 })
        }
      }
      const put = async (name: string, from: Readable): Promise<void> => {
        await parts.add(await container.put(name, from))
      }
      await put(COLLECTION, Readable.from(texts(), { objectMode: false }))
      // Files are copied after the snapshot is closed.
      await source.close()
      let files = 0
      const missing: string[] = []
      for await (const name of names.all()) {
        const content = await contentOf(store, name)
        if (content === undefined) {
          missing.push(name)
          continue
        }
        await put(`${CRATE_FILES}/${name}`, content)
        onProgress({ done: records, total: source.total, files: ++files })
      }
      const whole = { ...facts, moment: moment.toISOString(), records, collection: COLLECTION }
      const all = (): AsyncIterable<Part> => parts.all()
      await put(CRATE_METADATA, Readable.from(metadata(whole, all), { objectMode: false }))
      await container.put(MANIFEST, Readable.from(manifest(all), { objectMode: false }))
      await container.end()
      if (target.isArchive) await flush(made)
      await replace(made, target.path)
      return { records, files, missing }
    } catch (error) {
      container.abort()
      throw error
    } finally {
      await names.close()
      await parts.close()
    }
  } finally {
    await source.close()
    await rm(work, { recursive: true, force: true })
  }
}
