import { createHash } from 'node:crypto'
import path from 'node:path'
import { isPlainExtension, THUMBNAIL_TYPES } from '../../../../files/types/names.js'
import type { SpooledFile } from '../../../../db/bulk/spooled-files.js'
import { isJsonObject, isObject, referencedId } from '../../../core/calls/given.js'
import type { Representation } from '../../../core/answers/answer.js'
import { excerptOf } from '../../pipeline/problems.js'
import type { MirroredType } from './mirrored-types.js'
import { shownAddress } from './source-address.js'
import { SourceError } from './source-error.js'

/** A record of the source with a valid id. */
export type SourceRecord = Representation & { 'o:id': number }

/**
 * Validates what every record must have: an id, its own URL, its type.
 * @param url the URL that returned it.
 * @throws SourceError
 */
export function checkedRecord (type: MirroredType, record: unknown, url: URL): SourceRecord {
  const refuse = (expected: string, found: unknown): never => {
    throw new SourceError('record', `${shownAddress(url)}: expected ${expected}, not ${excerptOf(found, 100)}.`)
  }
  if (!isJsonObject(record)) return refuse(`a record of ${type.name}`, record)
  const { 'o:id': id, '@id': address, '@type': jsonType } = record
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return refuse('a whole number from 1 as "o:id"', id)
  const path = `${type.name}/${id}`
  if (typeof address !== 'string' || !address.endsWith(`/${path}`)) {
    return refuse(`an "@id" that ends with /${path}`, address)
  }
  // Ingesters may replace the type of media (docs/contract/http.md §11).
  const isOfType = type.name === 'media' ? isObject(record['o:item']) : [jsonType].flat().includes(type.jsonType)
  if (!isOfType) {
    return refuse(`the "@type" ${type.jsonType} of ${path}`, jsonType)
  }
  return record as SourceRecord
}

/** The id of the item of a media. */
export function parentOf (type: MirroredType, record: Representation): number | null {
  const id = type.name === 'media' ? referencedId(record['o:item']) : null
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

/** The date of the last change, in the format of `return_scalar` (docs/contract/search.md §4). */
export function modifiedOf (type: MirroredType, record: Representation): string | null {
  const modified = type.hasModified ? record['o:modified'] : null
  const date = isObject(modified) ? modified['@value'] : null
  return typeof date === 'string' ? date.slice(0, 19).replace('T', ' ') : null
}

/** Picture types for which thumbnails are made here; thumbnails of other files are copied from the source. */
const PICTURES = /^image\/(?:jpeg|png|gif|webp|avif|tiff|svg\+xml)$/

/** File names that can be stored unchanged (api/move/collection/write/stored-files.ts). */
export const STORABLE = /^[a-z0-9]{1,190}(?:\.[a-z0-9_+~-]{1,40})?$/

/**
 * Gives a file whose name cannot be stored a stable substitute: some modules sort files into folders.
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
 * The files of a record to fetch: the original, and thumbnails only if they cannot be made from it.
 * @param record as received, with the file name of the source.
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
 * Percent-encodes the file name in a URL. The reference writes the name unencoded, so that the percent and number
 * signs in `100% wool #1.jpg` would be misinterpreted.
 * @param names possible unencoded file names in the source. A URL that ends with none of them is already encoded.
 */
function encoded (address: string, names: readonly string[]): string {
  const name = names.find((one) => address.endsWith(`/${one}`))
  if (name === undefined) return address
  // The buffer replaces unpaired surrogates, which cannot be encoded.
  const parts = Buffer.from(name).toString().split('/')
  return `${address.slice(0, -name.length)}${parts.map(encodeURIComponent).join('/')}`
}
