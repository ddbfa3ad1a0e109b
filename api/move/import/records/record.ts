import type { ResourceKind } from '../../../../db/tables/index.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Payload } from '../../../core/calls/call.js'
import type { Titles } from '../../../resources/shared/titles/titles.js'
import type { ValueRow } from '../../../values/value-rows.js'

/** The kinds of resource that can be imported, by their `@type`. */
export const IMPORTED_KINDS = { 'o:Item': 'item', 'o:ItemSet': 'item_set' } as const
type ImportedKind = typeof IMPORTED_KINDS[keyof typeof IMPORTED_KINDS]

/**
 * Target of a link: the id of a resource, or a negative number for a record of the file without an id (see Labels).
 */
export type Target = number

/** A value before ids are assigned: `row.linkedId` is a Target. */
export interface RecordValue {
  row: ValueRow
  /** Kinds of resource to which it may link. */
  links: readonly ResourceKind[]
  /** Undefined when the record does not specify it; new values are then public. */
  isPublic: boolean | undefined
  /** Values of its value annotation; null when it has none. */
  annotation: RecordValue[] | null
}

/** The members that items, item sets and media share. */
export interface Described {
  classId: number | null
  templateId: number | null
  titles: Titles
  isPublic: boolean
  values: RecordValue[]
}

export interface RecordMedia extends Described {
  /** The media object for its ingester. */
  payload: Payload
  /** Relative path of a local file, for the ingester `upload`. */
  file: string | null
}

/** A parsed line of an import. */
export interface ImportRecord extends Described {
  line: number
  label: string
  /** By it a later run detects that it has imported the record. */
  digest: number
  kind: ImportedKind
  /** Undefined: the owner of the import. */
  ownerId: number | undefined
  /** For item sets only. */
  isOpen: boolean
  /** For items only. */
  itemSets: Target[]
  /** For items only. */
  media: RecordMedia[]
  /** Keys of the record, which determine what an update changes; `class` if it gives one in any way. */
  named: ReadonlySet<string>
  /** Ids of properties whose order of values has no meaning, so that updates do not change it. */
  unordered: ReadonlySet<number>
  /** Ids of properties whose last text a spreadsheet program may have cut. */
  full: ReadonlySet<number>
  /** The id of the resource from which it was exported. */
  id: number | undefined
  /** Messages about what was left out. */
  warnings: string[]
}

/** Ids of the properties among the keys of a record, including properties without values. */
export function propertiesNamed (keys: Iterable<string>, { properties }: Terms): Set<number> {
  return new Set([...keys].flatMap((key) => properties.named(key)?.id ?? []))
}

const ITEM_SETS: readonly ResourceKind[] = ['item_set']

/** A link of a record, and the kinds of resource to which it may lead. */
export interface Link { target: Target, kinds: readonly ResourceKind[] }

/** The links of a record, its media and annotations. */
export function linksOf ({ itemSets, values, media }: ImportRecord): Link[] {
  return [
    ...itemSets.map((target) => ({ target, kinds: ITEM_SETS })),
    ...linksIn(values),
    ...media.flatMap((one) => linksIn(one.values))
  ]
}

function linksIn (values: readonly RecordValue[]): Link[] {
  return values.flatMap(({ row: { linkedId }, links, annotation }) => [
    ...linkedId === null ? [] : [{ target: linkedId, kinds: links }], ...annotation === null ? [] : linksIn(annotation)
  ])
}

/**
 * Values with ids instead of targets, in annotations as well.
 * @param idOf the id of a link; undefined: the value is left out.
 */
export function resolvedValues (
  values: readonly RecordValue[], idOf: (link: RecordValue) => number | undefined
): RecordValue[] {
  const resolved: RecordValue[] = []
  for (const value of values) {
    const { row, annotation } = value
    // Most values are unchanged: copying them would cause most of an import's garbage.
    if (row.linkedId === null && annotation === null) {
      resolved.push(value)
      continue
    }
    const linkedId = row.linkedId === null ? null : idOf(value)
    if (linkedId === undefined) continue
    const described = annotation === null ? null : resolvedValues(annotation, idOf)
    resolved.push({ ...value, row: { ...row, linkedId }, annotation: described })
  }
  return resolved
}

/** Number of values of a record, including values of its media and of value annotations. */
export function countValues ({ values, media = [] }: Pick<ImportRecord, 'values'> & Partial<ImportRecord>): number {
  const countIn = (list: readonly RecordValue[]): number => list.reduce(
    (sum, { annotation }) => sum + (annotation === null ? 0 : countIn(annotation)),
    list.length
  )
  return media.reduce((sum, one) => sum + countIn(one.values), countIn(values))
}
