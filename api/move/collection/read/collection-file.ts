import { stat } from 'node:fs/promises'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { DamagedFileError } from '../../pipeline/problems.js'
import { SEQUENCE_TABLES, type Sequence } from '../../pipeline/record-map.js'
import { readJsonLines, type RecordSource, type SourceRecord } from '../../pipeline/source.js'

/** The version of the format that this program reads and writes. */
export const COLLECTION_FORMAT = 1

/** `@type` of lines that are not records. */
export const HEADER_TYPE = 'vitrine:Collection'
export const DELETION_TYPE = 'vitrine:Deletion'
export const END_TYPE = 'vitrine:End'

/** Names of the resource types in a collection file, in the order of its lines, with the `@type` of their records. */
export const COLLECTION_TYPES = {
  vocabularies: 'o:Vocabulary',
  properties: 'o:Property',
  resource_classes: 'o:ResourceClass',
  users: 'o:User',
  assets: 'o:Asset',
  resource_templates: 'o:ResourceTemplate',
  item_sets: 'o:ItemSet',
  items: 'o:Item',
  media: 'o:Media',
  value_annotations: 'o:ValueAnnotation',
  sites: 'o:Site',
  site_pages: 'o:SitePage'
} as const

/** Name of a resource type in URLs: `item_sets`. */
export type CollectionType = keyof typeof COLLECTION_TYPES

export const COLLECTION_TYPE_NAMES = Object.keys(COLLECTION_TYPES) as readonly CollectionType[]

/** The sequence of the ids of each type. */
export const SEQUENCES = Object.fromEntries(COLLECTION_TYPE_NAMES.map((type) =>
  [type, type in SEQUENCE_TABLES ? type : 'resources'])) as Readonly<Record<CollectionType, Sequence>>

/** The source is part of the key of a table. */
const SOURCE_MAX_CHARACTERS = 1000

/** Message about a last line that is not whole. */
const CUT = 'the file was cut short in the middle of this line'

/** Descriptions say what messages expect. */
const HeaderSchema = Type.Object({
  '@type': Type.Literal(HEADER_TYPE),
  format: Type.Literal(COLLECTION_FORMAT, { description: `${COLLECTION_FORMAT}, the version that this program reads` }),
  /**
   * Origin of the collection: the URL of an API (`https://old.example/api`) or another permanent name. The receiver
   * stores its map of ids under it.
   */
  source: Type.String({
    minLength: 1, maxLength: SOURCE_MAX_CHARACTERS, description: `a name of 1 to ${SOURCE_MAX_CHARACTERS} characters`
  }),
  /** When the collection was read: an ISO 8601 date and time in UTC. */
  moment: Type.String({ description: 'a date and time' }),
  /** Whether the file has all records of the source, not just the result of a search. */
  complete: Type.Boolean({ description: 'true or false' }),
  /** Folder with the stored files, relative to the file; null when there is none. */
  files: Type.Union([Type.String(), Type.Null()], { description: 'the relative path of a folder, or null' }),
  /** Number of records by type; absent when unknown. */
  counts: Type.Optional(Type.Record(Type.String(), Type.Number(), { description: 'an object' }))
})

/** The first line. */
export type CollectionHeader = Static<typeof HeaderSchema>

/** A record that no longer exists in the source. */
export interface CollectionDeletion {
  '@type': typeof DELETION_TYPE
  resource: CollectionType
  'o:id': number
}

/** The last line. A file without it was cut short. */
export interface CollectionEnd {
  '@type': typeof END_TYPE
  /** Number of lines between the first and the last, deletions included. */
  records: number
}

/**
 * Keys of records that REST does not show, because only an identical copy needs them. A file without them, such as one
 * made from the responses of another installation, can be imported as well.
 * - In values, at any depth: `vitrine:annotation`, the id of the value annotation whose values are in `@annotation`.
 *   Lines of the type `value_annotations` have its other members (owner, dates, class).
 * - In items: `vitrine:primary_media`, the id of the media chosen as the primary one; null when none was chosen, so
 *   that the first one is shown. Absent: `o:primary_media`, unless it is the first of `o:media`.
 * - In media: `vitrine:position`, the position in the item or null. Absent: the position in `o:media` of the item.
 * - In users: `vitrine:modified`, the date of the last change as a typed literal, or null.
 * - In properties and classes: `vitrine:owner`, a reference to the owner, or null.
 */
export const OWN_KEYS = {
  annotation: 'vitrine:annotation',
  primaryMedia: 'vitrine:primary_media',
  position: 'vitrine:position',
  modified: 'vitrine:modified',
  owner: 'vitrine:owner'
} as const

/**
 * The header of a collection file, plain or compressed with gzip; undefined for any other file.
 *
 * @throws DamagedFileError for a collection of another format or with an invalid header; a system error (with
 *   `code`) when the file cannot be read.
 */
export async function readCollectionHeader (file: string): Promise<CollectionHeader | undefined> {
  const lines = readJsonLines(file, CUT)
  let first: SourceRecord | undefined
  try {
    first = (await lines.next()).value?.[0]
  } catch (error) {
    if (error instanceof DamagedFileError) return undefined
    throw error
  } finally {
    await lines.return(undefined)
  }
  return first?.number === 1 ? headerOf(first) : undefined
}

export async function collectionRecords (file: string): Promise<RecordSource> {
  const { size } = await stat(file)
  return { unit: 'line', size, read: (onProgress) => readCollection(file, onProgress) }
}

/**
 * Reads the lines between the header and the end of a collection file in chunks, so that only a part of the file is in
 * memory.
 * @param onBytes called with the number of bytes read so far, before decompression.
 * @throws DamagedFileError, after the readable lines, when the file is damaged or was cut short, or its last line
 * has another number of lines.
 */
export async function * readCollection (
  file: string, onBytes?: (count: number) => void
): AsyncGenerator<SourceRecord[]> {
  let records = 0
  let last = 0
  let hasHeader = false
  let end: SourceRecord | undefined
  for await (const lines of readJsonLines(file, CUT, onBytes)) {
    const found: SourceRecord[] = []
    for (const line of lines) {
      last = line.number
      if (end !== undefined) throw new DamagedFileError(line.number, `${END_TYPE} must be the last line`)
      if (!hasHeader) {
        if (headerOf(line) === undefined) throw new DamagedFileError(line.number, 'this is not a collection')
        hasHeader = true
        continue
      }
      if (line.errors !== undefined) throw new DamagedFileError(line.number, line.errors.join('; '))
      if (line.record['@type'] === END_TYPE) end = line
      else found.push(line)
    }
    records += found.length
    yield found
  }
  if (end === undefined) throw new DamagedFileError(last + 1, `the file was cut short: the line ${END_TYPE} is missing`)
  if (end.record.records !== records) {
    throw new DamagedFileError(
      end.number, `the last line says that there are ${JSON.stringify(end.record.records)} records, but the file has ${records}`
    )
  }
}

/** @returns undefined when the line is not a header. @throws DamagedFileError when it is an invalid one. */
function headerOf ({ number, record: json }: SourceRecord): CollectionHeader | undefined {
  if (json['@type'] !== HEADER_TYPE) return undefined
  const header = { files: null, ...json }
  const refuse = (key: string, expected: string): never => {
    throw new DamagedFileError(number, `${key}: expected ${expected}, not ${JSON.stringify(json[key])}`)
  }
  if (!Value.Check(HeaderSchema, header)) {
    const { path, schema } = Value.Errors(HeaderSchema, header).First()!
    return refuse(path.slice(1), String(schema.description))
  }
  return Number.isNaN(Date.parse(header.moment)) ? refuse('moment', 'a date and time') : header
}
