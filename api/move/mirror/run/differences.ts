import { isObject, trimAddress } from '../../../core/calls/given.js'
import { THUMBNAIL_TYPES } from '../../../../files/types/names.js'
import { textOf } from '../../collection/types/values.js'
import type { LocalIds, Sequence } from '../../pipeline/record-map.js'
import { SEQUENCES } from '../../collection/read/collection-file.js'
import { STORABLE } from '../source/record-check.js'

type Json = Readonly<Record<string, unknown>>

/** A member that differs; undefined on the side that does not have it. */
export interface Difference { path: string, there: unknown, here: unknown }

/** The result of comparing two records. */
export interface Compared {
  differences: Difference[]
  /** Keys that only one side has and that do not count as differences: of modules, or of other versions. */
  keys: string[]
  /** Unknown data types of values that were converted. */
  converted: string[]
}

/** A URL that refers to a record, with its type and id. */
const REFERENCE = /\/api\/([a-z_]{1,40})\/(\d{1,16})$/

/** A URL that lists the items of a set or site. */
const LISTING = /\/api\/items\?(item_set_id|site_id)=(\d{1,16})$/

const LISTED_BY = { item_set_id: 'resources', site_id: 'sites' } as const

/** The URL of a stored file, at any base. */
const FILE = new RegExp(`^.*/(original|asset|${THUMBNAIL_TYPES.join('|')})/(.{1,300})$`)

/** Keys with ids. */
const IDS: Readonly<Record<string, Sequence>> = { value_resource_id: 'resources', property_id: 'properties' }

/** Computed from other records, in no defined order. */
const UNORDERED = '@reverse'

/** Members that show other records: differences there are not the record's own. */
const OF_OTHERS = /^(?:@reverse|thumbnail_display_urls)|\.(?:property_label|display_title|thumbnail_(?:url|title|type))$/

/** Calls `visit` with all ids in a record of the source. */
export function forEachId (value: unknown, visit: (sequence: Sequence, id: number) => void): void {
  if (typeof value === 'string') {
    const [sequence, id] = referenceIn(value) ?? []
    if (sequence !== undefined && id !== undefined) visit(sequence, id)
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const sequence = IDS[key]
      if (sequence !== undefined && typeof member === 'number') visit(sequence, member)
      else forEachId(member, visit)
    }
  }
}

/**
 * Compares a record of the source with the local one, after making URLs and ids comparable.
 * @param knowsDataType whether a data type is known here.
 */
export function compare (
  there: Json, here: Json, ids: LocalIds, knowsDataType: (name: string) => boolean
): Compared {
  const found: Compared = { differences: [], keys: [], converted: [] }
  const left: Side = { base: baseOf(there), local: (sequence, id) => ids.get(sequence, id) }
  const right: Side = { base: baseOf(here), local: (_sequence, id) => id }

  function differ (path: string, there: unknown, here: unknown): void {
    if (!isObject(there) || !isObject(here) || Array.isArray(there) !== Array.isArray(here)) {
      if (!isSame(there, left, here, right)) found.differences.push({ path, there, here })
      return
    }
    const type = there.type
    const isConverted = typeof type === 'string' && there.property_id !== undefined && !knowsDataType(type)
    if (isConverted) found.converted.push(type)
    for (const key of new Set([...Object.keys(there), ...Object.keys(here)])) {
      if (isConverted && key !== '@value' && key !== '@id') continue
      const [a, b] = [there[key], here[key]]
      // A value of an unknown data type is converted to a text.
      const isText = isConverted && a !== undefined && a !== null && textOf(a) === b
      if (!isText) differ(Array.isArray(there) ? `${path}[${key}]` : `${path}.${key}`, a, b)
    }
  }

  const [members, own] = [plain(there, left) as Json, plain(here, right) as Json]
  for (const key of new Set([...Object.keys(members), ...Object.keys(own)])) {
    if (key === '@context') continue
    const [a, b] = [members[key], own[key]]
    if (a === ABSENT && isEmpty(b)) found.keys.push(`${key} (it refers to a record that was not imported)`)
    else if ((a === undefined && isEmpty(b)) || (b === undefined && (isEmpty(a) || !isValues(a)))) {
      found.keys.push(key)
    } else if (key === UNORDERED) differ(key, ordered(a, left), ordered(b, right))
    else differ(key, a, b)
  }
  return found
}

/** Whether a difference is the record's own, not only in members that show other records. */
export function isOwn ({ path }: Difference): boolean {
  return !OF_OTHERS.test(path)
}

/**
 * Whether two members are equal, or are URLs of the installations that mean the same. A text that looks like one may
 * also be a user's own, which is imported unchanged.
 */
function isSame (there: unknown, left: Side, here: unknown, right: Side): boolean {
  if (there === here) return true
  if (typeof there !== 'string' || typeof here !== 'string') return false
  const [a, b] = [commonText(there, left), commonText(here, right)]
  if (a === there || b === here) return false
  // A file whose name cannot be stored here gets another one.
  return a === b || (a.endsWith('/') && b.startsWith(a))
}

/** Replaces a reference to a record that was not imported, such as an account without a key. */
const ABSENT = Symbol('absent')

/** How to normalise URLs and ids of one side. */
interface Side {
  /** Scheme, host and path of the installation. */
  base: string
  local: (sequence: Sequence, id: number) => number | null
}

function baseOf ({ '@id': address }: Json): string {
  return typeof address === 'string' ? address.slice(0, address.lastIndexOf('/api/')) : ''
}

/** A copy with local ids, without references to records that were not imported. */
function plain (value: unknown, side: Side): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map((member) => plain(member, side)).filter((member) => !isAbsent(member))
  // `@id` in a value identifies a record only if the value is a link.
  const isNamed = typeof value['@id'] === 'string' && (!('property_id' in value) || 'value_resource_id' in value)
  const [sequence, id] = isNamed ? referenceIn(value['@id'] as string) ?? [] : []
  if (sequence !== undefined && side.local(sequence, id!) === null) return ABSENT
  return Object.fromEntries(Object.entries(value).map(([key, member]) => {
    const of = IDS[key]
    if (of !== undefined && typeof member === 'number') return [key, side.local(of, member)]
    if (key === 'o:id' && sequence !== undefined && member === id) return [key, side.local(sequence, id!)]
    return [key, plain(key === '@id' && typeof member === 'string' ? trimAddress(member) : member, side)]
  }))
}

/** A reference to a record that was not imported, or a permission of such an account. */
function isAbsent (member: unknown): boolean {
  return member === ABSENT || (isObject(member) && member['o:user'] === ABSENT)
}

/** A URL of the installation or one of its files in a form that is equal on both sides; any other text as it is. */
function commonText (text: string, { base, local }: Side): string {
  if (!/^https?:\/\//.test(text)) return text
  const [sequence, id] = referenceIn(text) ?? []
  if (sequence !== undefined) {
    return `${text.slice(text.lastIndexOf('/api/') + 1, -String(id).length)}${local(sequence, id!)}`
  }
  const [, folder, name = ''] = FILE.exec(text.slice(-400)) ?? []
  if (folder !== undefined) return `${folder}/${STORABLE.test(name) ? name : ''}`
  return text.startsWith(`${base}/`) ? text.slice(base.length) : text
}

function referenceIn (text: string): [Sequence, number] | undefined {
  const end = text.slice(-80)
  const [, type = '', id] = REFERENCE.exec(end) ?? []
  // The type `resources` has the same sequence.
  const sequence = type === 'resources' ? 'resources' : (SEQUENCES as Readonly<Record<string, Sequence>>)[type]
  if (sequence !== undefined) return [sequence, Number(id)]
  const [, by, listed] = LISTING.exec(end) ?? []
  return by === undefined ? undefined : [LISTED_BY[by as keyof typeof LISTED_BY], Number(listed)]
}

function isEmpty (value: unknown): boolean {
  return value === null || value === false || (isObject(value) && Object.keys(value).length === 0)
}

/** A list of values of a property. */
function isValues (value: unknown): boolean {
  return Array.isArray(value) && value.some((member) => isObject(member) && 'property_id' in member)
}

function ordered (value: unknown, side: Side): unknown {
  if (!isObject(value)) return value
  const common = (_key: string, member: unknown): unknown =>
    typeof member === 'string' ? commonText(member, side) : member
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([term, links]) =>
    [term, Array.isArray(links) ? links.map((link) => JSON.stringify(link, common)).sort() : links]))
}
