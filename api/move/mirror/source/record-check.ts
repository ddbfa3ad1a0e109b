import { createHash } from 'node:crypto'
import path from 'node:path'
import { isPlainExtension, THUMBNAIL_TYPES } from '../../../../files/types/names.js'
import type { SpooledFile } from '../../../../db/bulk/spooled-files.js'
import { isJsonObject, isObject, referencedId } from '../../../core/calls/payload.js'
import type { Representation } from '../../../core/answers/answer.js'
import type { MirroredType } from './mirrored-types.js'
import { shown } from './source-address.js'
import { SourceError } from './source-error.js'

/** A record of the source with an id that can be relied on. */
export type SourceRecord = Representation & { 'o:id': number }

/**
 * Checks what every record must have: an id, its own address, its type.
 *
 * @param url where it came from.
 * @throws SourceError
 */
export function checkedRecord (type: MirroredType, record: unknown, url: URL): SourceRecord {
  const refuse = (expected: string, found: unknown): never => {
    throw new SourceError('record', `${shown(url)}: expected ${expected}, not ${short(found)}.`)
  }
  if (!isJsonObject(record)) return refuse(`a record of ${type.name}`, record)
  const { 'o:id': id, '@id': address, '@type': jsonType } = record
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return refuse('a whole number from 1 as "o:id"', id)
  const path = `${type.name}/${id}`
  if (typeof address !== 'string' || !address.endsWith(`/${path}`)) {
    return refuse(`an "@id" that ends with /${path}`, address)
  }
  // Ingesters may put another type in the place of that of media (docs/contract/http.md §11).
  const isOfType = type.name === 'media' ? isObject(record['o:item']) : [jsonType].flat().includes(type.jsonType)
  if (!isOfType) {
    return refuse(`the "@type" ${type.jsonType} of ${path}`, jsonType)
  }
  return record as SourceRecord
}

/** The id of the item that a media belongs to. */
export function parentOf (type: MirroredType, record: Representation): number | null {
  const id = type.name === 'media' ? referencedId(record['o:item']) : null
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

/** When a record was last changed, as `return_scalar` would say it (docs/contract/search.md §4). */
export function modifiedOf (type: MirroredType, record: Representation): string | null {
  const modified = type.hasModified ? record['o:modified'] : null
  const date = isObject(modified) ? modified['@value'] : null
  return typeof date === 'string' ? date.slice(0, 19).replace('T', ' ') : null
}

/** Pictures that thumbnails are made of here; those of other files are taken over from the source. */
const PICTURES = /^image\/(?:jpeg|png|gif|webp|avif|tiff|svg\+xml)$/

/** Names under which files are stored here as they are (api/move/collection/write/stored-files.ts). */
export const STORABLE = /^[a-z0-9]{1,190}(?:\.[a-z0-9_+~-]{1,40})?$/

/**
 * Gives a file that cannot be stored under its name another one, always the same: some modules sort files into folders.
 *
 * @returns the record, or a copy with another `o:filename`.
 */
export function withStorableFile (type: MirroredType, record: SourceRecord): SourceRecord {
  const { 'o:filename': name } = record
  if (type.files === null || typeof name !== 'string' || name === '' || STORABLE.test(name)) return record
  const extension = path.extname(name).slice(1).toLowerCase()
  const storageId = createHash('sha1').update(name).digest('hex')
  const isPlain = isPlainExtension(extension) && extension.length <= 40
  return { ...record, 'o:filename': isPlain ? `${storageId}.${extension}` : storageId }
}

/**
 * The files of a record that are fetched: the original; thumbnails only where they cannot be made of it.
 *
 * @param record as the source gives it, with the name that the file has there.
 */
export function filesOf (type: MirroredType, record: SourceRecord): SpooledFile[] {
  const { 'o:id': id, 'o:filename': there } = record
  const { 'o:filename': name } = withStorableFile(type, record)
  if (type.files === null || typeof there !== 'string' || typeof name !== 'string' || name === '') return []
  const file = (
    folder: string, name: string, address: unknown, names: readonly string[], more: Partial<SpooledFile> = {}
  ): SpooledFile[] => typeof address === 'string' && address !== ''
    ? [{
        name: `${folder}/${name}`, resource: type.name, id, address: encoded(address, names), sha256: null, size: null, ...more
      }]
    : []
  if (type.files === 'asset') return file('asset', name, record['o:asset_url'], [there])
  const { 'o:sha256': sha256, 'o:size': size, 'o:media_type': mediaType, 'o:thumbnail_urls': thumbnails } = record
  const original = file('original', name, record['o:original_url'], [there], {
    sha256: typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null
  })
  if (original.length > 0 && PICTURES.test(String(mediaType))) return original
  const pictures = isObject(thumbnails) ? thumbnails : {}
  const storageId = name.split('.', 1)[0]!
  // An original without an extension may have a dot in its name.
  const pictureNames = [there.slice(0, there.length - path.extname(there).length), there].map((stem) => `${stem}.jpg`)
  return [
    ...original,
    ...THUMBNAIL_TYPES.flatMap((size) => file(size, `${storageId}.jpg`, pictures[size], pictureNames))
  ]
}

/**
 * An address with the name of its file encoded. The reference writes the name as it is, so that in `100% wool #1.jpg`
 * the percent sign and the number sign mean something else than they do in an address.
 *
 * @param names that the file may have in the source, not encoded. An address that ends with none of them is encoded
 *   already.
 */
function encoded (address: string, names: readonly string[]): string {
  const name = names.find((one) => address.endsWith(`/${one}`))
  if (name === undefined) return address
  // The buffer replaces half surrogates, for which there is no encoding.
  const parts = Buffer.from(name).toString().split('/')
  return `${address.slice(0, -name.length)}${parts.map(encodeURIComponent).join('/')}`
}

function short (value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
