import { existsSync } from 'node:fs'
import path from 'node:path'
import { MirrorSpool, type SpoolCounts } from '../../../../db/bulk/mirror-spool.js'
import { isObject } from '../../../core/calls/given.js'
import type { Connection } from '../source/connect.js'
import { availableTypes, comparesAll, STATE, totalOf, type LeftOut, type MirrorOptions } from './mirror.js'
import type { MirroredType } from '../source/mirrored-types.js'
import { Reader, RECORDS_PER_REQUEST, scalarsIn } from '../source/reader.js'
import { SourceError } from '../source/source-error.js'

/** Further unknown data types are not counted, because each costs requests. */
const COUNTED_DATA_TYPES_MAX = 50

/** Types whose values are counted by data type. */
const WITH_VALUES = ['items', 'item_sets', 'media']

/** An estimate of a mirror run, made with few requests and without writing anything. */
export interface Survey {
  source: string
  version: string | null
  level: string
  counts: SpoolCounts[]
  leftOut: LeftOut[]
  /** Unknown data types with the number of resources that use them; null when the source does not say. */
  unknownDataTypes: Array<{ name: string, resources: number | null }>
  /** Bytes of all originals; null when the source does not say. */
  bytes: number | null
  /** Approximate number of requests of a run. */
  requests: number
}

/**
 * @param folder folder of the mirror, which need not exist.
 * @param knowsDataType whether a data type is known here.
 */
export async function survey (
  folder: string, connection: Connection, options: MirrorOptions,
  knowsDataType: (name: string) => boolean
): Promise<Survey> {
  const { source, version, level } = connection
  const file = path.join(folder, STATE)
  const spool = MirrorSpool.sketch(existsSync(file) ? file : undefined)
  try {
    const { types, leftOut } = await availableTypes(connection)
    const counts: SpoolCounts[] = []
    const isWhole = comparesAll(spool, connection, options)
    for (const type of types) {
      const found = await surveyType(spool, connection, type, isWhole)
      counts.push(options.keepMissing === true ? { ...found, gone: 0 } : found)
    }
    const toRead = counts.reduce((sum, row) => sum + Math.ceil((row.new + row.changed) / RECORDS_PER_REQUEST), 0)
    const files = counts.filter(({ resource }) => resource === 'media' || resource === 'assets')
      .reduce((sum, row) => sum + row.new + row.changed, 0)
    return {
      source: source.address,
      version,
      level,
      counts,
      leftOut,
      unknownDataTypes: await unknownDataTypes(connection, types, knowsDataType),
      bytes: types.some(({ name }) => name === 'media') ? await bytesOf(connection) : 0,
      // Every list is read twice: at the beginning, and to find changes since.
      requests: 2 * types.length + toRead + files
    }
  } finally {
    spool.close()
  }
}

async function surveyType (
  spool: MirrorSpool, { source }: Connection, type: MirroredType, isWhole: boolean
): Promise<SpoolCounts> {
  const { name } = type
  // Where dates reveal what has changed, it need not be read.
  const reader = new Reader(source, spool, -1, () => {}, undefined, type.hasModified ? async () => {} : undefined)
  await reader.list(type)
  if (!type.hasModified) await reader.read(type, spool.due(name, -1, { since: null, isWhole: true }))
  const known = spool.countListed(name)
  const gone = [...spool.missing(name)].length
  if (!type.hasModified) {
    const row = spool.counts().find(({ resource }) => resource === name)
    return { resource: name, new: row?.new ?? 0, changed: row?.changed ?? 0, gone, known }
  }
  const unread = spool.countUnknown(name)
  const due = spool.countDue(name, -1, { since: null, isWhole })
  return { resource: name, new: unread, changed: due - unread, gone, known }
}

async function unknownDataTypes (
  { source }: Connection, types: readonly MirroredType[], knows: (name: string) => boolean
): Promise<Survey['unknownDataTypes']> {
  const { body } = await source.json(source.at('data_types'))
  const names = (Array.isArray(body) ? body : [])
    .flatMap((entry) => isObject(entry) && typeof entry['o:id'] === 'string' ? [entry['o:id']] : [])
    .filter((name) => !knows(name))
  const found: Survey['unknownDataTypes'] = []
  for (const name of names.slice(0, COUNTED_DATA_TYPES_MAX)) {
    let resources: number | null = 0
    for (const { name: type } of types.filter(({ name }) => WITH_VALUES.includes(name))) {
      // docs/contract/search.md §7.3
      const total = await totalOf(source, type, {
        'property[0][property]': '', 'property[0][type]': 'dt', 'property[0][text]': name
      })
      resources = total === null || resources === null ? null : resources + total
    }
    if (resources !== 0) found.push({ name, resources })
  }
  return found
}

async function bytesOf ({ source }: Connection): Promise<number | null> {
  try {
    const { body } = await source.json(source.at('media', { return_scalar: 'size', page: 'all' }))
    const bytes = scalarsIn(body)?.reduce((sum, [, size]) => sum + Number(size ?? 0), 0)
    return Number.isFinite(bytes) ? bytes! : null
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}
