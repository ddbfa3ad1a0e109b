import { IngestError } from '../ingest-error.js'
import type { Ingester, UploadedFile } from './ingester.js'

/** The name of the form field that carries media files (docs/contract/files.md §1). */
const FIELD = 'file'

/** A file of the request, named by `file_index` (docs/contract/files.md §6, upload). */
export const upload: Ingester = {
  name: 'upload',
  renderer: 'file',

  async ingest (media, { uploads, used, files, onWarning }) {
    const sent = sentFiles(uploads)
    if (!uploads.some((file) => file.field === FIELD)) throw IngestError.of('error', 'No files were uploaded')
    const index = media.file_index
    if (index === undefined || index === null) throw IngestError.of('error', 'No file index was specified')
    const file = sent.get(arrayKey(index))
    if (file === undefined) throw IngestError.of('error', 'No file uploaded for the specified index')
    if (file.filename === '') throw IngestError.of('upload', 'No file was uploaded')
    if (used.has(file)) throw IngestError.of('upload', 'File was not found')
    used.add(file)
    const stored = await files.storeMedia(file.path, file.filename, { onWarning })
    return 'o:source' in media ? stored : { ...stored, source: file.filename }
  }
}

type FilesByIndex = ReadonlyMap<string | null, UploadedFile>

/** Cached by the list of uploads, because all media of a payload need the same map. */
const known = new WeakMap<readonly UploadedFile[], FilesByIndex>()

function sentFiles (uploads: readonly UploadedFile[]): FilesByIndex {
  let files = known.get(uploads)
  if (files === undefined) known.set(uploads, files = byIndex(uploads.filter((file) => file.field === FIELD)))
  return files
}

/** Files by the text between their brackets. As in PHP, `file[]` gets the next number after the highest so far. */
function byIndex (files: readonly UploadedFile[]): FilesByIndex {
  const found = new Map<string | null, UploadedFile>()
  let next = 0
  for (const file of files) {
    if (file.index === null) continue
    const index = file.index === '' ? String(next) : file.index
    if (/^\d+$/.test(index)) next = Math.max(next, Number(index) + 1)
    found.set(index, file)
  }
  return found
}

/** A JSON value as the key of a PHP array; null when it cannot be one. */
function arrayKey (value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(Math.trunc(value))
  return typeof value === 'string' ? value : null
}
