import { realpath } from 'node:fs/promises'
import path from 'node:path/posix'
import { checksum } from '../../../../files/types/checksum.js'
import type { Actor } from '../../../core/calls/actor.js'
import { ApiError, messagesOf } from '../../../core/calls/errors.js'
import type { FileServices } from '../../../files/file-services.js'
import { prepareMedia, type PreparedMedia } from '../../../resources/media/write.js'
import { LocalFileError, LocalFiles } from './local-files.js'
import type { ImportRecord, RecordMedia } from '../records/record.js'

/** Stores the files of records' media, with the same checks as REST. */
export class Ingestion {
  private constructor (readonly files: FileServices, readonly local: LocalFiles | null, readonly actor: Actor) {}

  /** @param folder folder of local files; null: records may not name any. */
  static async open (files: FileServices, folder: string | null, actor: Actor): Promise<Ingestion> {
    await files.refresh()
    return new Ingestion(files, folder === null ? null : new LocalFiles(await realpath(folder)), actor)
  }

  /** Problems of the local files of a record. */
  async check ({ media }: ImportRecord): Promise<string[]> {
    const problems: string[] = []
    for (const { file } of media) {
      if (file === null) continue
      try {
        await this.files.checkMedia(await this.#pathOf(file), nameOf(file))
      } catch (error) {
        problems.push(`o:media: ${reasonOf(error)}`)
      }
    }
    return problems
  }

  /** SHA-256 of the local file of a media; undefined when it has none, or it cannot be read. */
  async digestOf ({ file }: RecordMedia): Promise<string | undefined> {
    if (file === null) return undefined
    const found = await this.#pathOf(file).catch(() => undefined)
    return found === undefined ? undefined : (await checksum(found)).sha256
  }

  /** Ingests a media before the transaction that writes its row. @returns its columns, or why it failed. */
  async ingest (
    { payload, file }: RecordMedia, onWarning: (message: string) => void
  ): Promise<PreparedMedia | string> {
    const files = this.files
    const call = { actor: this.actor, onWarning }
    try {
      if (file === null) return await prepareMedia({ files, call }, payload, new Set())
      const upload = { field: 'file', index: '0', filename: nameOf(file), path: await this.#pathOf(file), size: 0 }
      const uploading = { files, call: { ...call, uploads: [upload] } }
      return await prepareMedia(uploading, { ...payload, file_index: 0 }, new Set())
    } catch (error) {
      return reasonOf(error)
    }
  }

  async #pathOf (file: string): Promise<string> {
    if (this.local === null) throw new LocalFileError('local files cannot be imported here; use addresses')
    return await this.local.find(file)
  }
}

/** The name of a file without folders, in Windows paths as well. */
function nameOf (file: string): string {
  return path.basename(file.replaceAll('\\', '/'))
}

/** The message of an error about a media. @throws all other errors. */
function reasonOf (error: unknown): string {
  if (error instanceof LocalFileError) return error.message
  if (error instanceof ApiError) return messagesOf(error.errors).join(' ')
  throw error
}
