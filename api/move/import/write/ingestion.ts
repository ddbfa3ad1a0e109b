import path from 'node:path/posix'
import { checksum } from '../../../../files/types/checksum.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import { ApiError, messagesOf } from '../../../core/calls/errors.js'
import { prepareMedia, type PreparedMedia } from '../../../resources/media/write.js'
import type { ImportContext } from './context.js'
import { LocalFileError } from './local-files.js'
import type { ImportRecord, RecordMedia } from '../records/record.js'

/** Problems of the local files of a record: they are checked as REST does. */
export async function problemsOfFiles ({ media }: ImportRecord, context: ImportContext): Promise<string[]> {
  const problems: string[] = []
  for (const { file } of media) {
    if (file === null) continue
    try {
      await context.services.files.checkMedia(await pathOf(file, context), nameOf(file))
    } catch (error) {
      problems.push(`o:media: ${reasonOf(error)}`)
    }
  }
  return problems
}

/** SHA-256 of the local file of a media; undefined when it has none, or it cannot be read. */
export async function digestOfFile ({ file }: RecordMedia, context: ImportContext): Promise<string | undefined> {
  if (file === null) return undefined
  const found = await pathOf(file, context).catch(() => undefined)
  return found === undefined ? undefined : (await checksum(found)).sha256
}

/** Ingests a media before the transaction that writes its row. @returns its columns, or why it failed. */
export async function ingest (
  { payload, file }: RecordMedia, context: ImportContext, onWarning: (message: string) => void
): Promise<PreparedMedia | string> {
  const { services: { files }, options: { ownerId = null } } = context
  const call = { actor: { ...OPERATOR, id: ownerId }, onWarning }
  try {
    if (file === null) return await prepareMedia({ files, call }, payload, new Set())
    const upload = { field: 'file', index: '0', filename: nameOf(file), path: await pathOf(file, context), size: 0 }
    const uploading = { files, call: { ...call, uploads: [upload] } }
    return await prepareMedia(uploading, { ...payload, file_index: 0 }, new Set())
  } catch (error) {
    return reasonOf(error)
  }
}

async function pathOf (file: string, { localFiles }: ImportContext): Promise<string> {
  if (localFiles === null) throw new LocalFileError('local files cannot be imported here; use addresses')
  return await localFiles.find(file)
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
