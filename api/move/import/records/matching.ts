import { eq, sql } from 'drizzle-orm'
import { equalityKey } from '../../../../db/keys/collation/index.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, type ResourceKind } from '../../../../db/tables/index.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { partsOf } from '../../../core/sequence/pages.js'
import { candidatesOf, selectCandidates } from '../../../values/exact-match.js'
import { TITLE } from './labels.js'
import { ImportError, RecordError, suggestion } from '../../pipeline/problems.js'
import { linksOf, type ImportRecord } from './record.js'
import { termsOf } from './references.js'

/** Replaces the property in updates by `o:id`. */
const ID = 'o:id'

/** Number of values that are looked up by one statement. */
const VALUES_PER_QUERY = 500

/** The resources that have values of a property: their kinds by id, by the value without surrounding spaces. */
export type ByValue = ReadonlyMap<string, ReadonlyMap<number, ResourceKind>>

/**
 * The resources with some values. Values are compared exactly except for surrounding spaces.
 * @param property or TITLE.
 */
export async function resourcesWith (database: Database, property: number, texts: readonly string[]): Promise<ByValue> {
  const found = new Map(texts.map((text) => [text.trim(), new Map<number, ResourceKind>()]))
  const keys = new Set([...found.keys()].map(equalityKey))
  for (const some of partsOf([...keys], VALUES_PER_QUERY)) {
    for (const { id, kind, text, uri } of await rowsWith(database, property, some)) {
      for (const one of [text?.trim(), uri]) if (one != null) found.get(one)?.set(id, kind)
    }
  }
  return found
}

interface Row { id: number, kind: ResourceKind, text: string | null, uri: string | null }

async function rowsWith (database: Database, property: number, keys: readonly string[]): Promise<Row[]> {
  const most = candidatesOf(keys)
  const rows = property === TITLE
    ? await database.select({ id: resource.id, kind: resource.kind, text: resource.title, uri: sql<null>`NULL` })
      .from(resource).where(isOneOf(resource.titleKey, keys)).limit(most)
    : await selectCandidates(database, property, keys)
  if (rows.length < most || keys.length === 1) return rows
  // Some keys have so many rows that those of others may be missing.
  const halves: Row[][] = []
  for (const half of partsOf(keys, Math.ceil(keys.length / 2))) halves.push(await rowsWith(database, property, half))
  return halves.flat()
}

/** Titles of item sets for suggestions. */
export async function titlesOfSets (database: Database, limit: number): Promise<string[]> {
  const rows = await database.select({ title: resource.title }).from(resource)
    .where(eq(resource.kind, 'item_set')).limit(limit)
  return rows.flatMap(({ title }) => title ?? [])
}

/** The kinds of existing resources, by id. */
export async function kindsOf (database: Database, ids: Iterable<number>): Promise<Map<number, ResourceKind>> {
  const wanted = [...ids]
  if (wanted.length === 0) return new Map()
  const rows = await database.select({ id: resource.id, kind: resource.kind }).from(resource)
    .where(isOneOf(resource.id, wanted))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** How records find the resource to update: by the id of a property, or `o:id`. */
export type UpdateKey = number | typeof ID

/** What some records refer to in the database. */
export interface Found {
  /** Kinds of the resources to which they link or that they update by `o:id`. */
  kinds: ReadonlyMap<number, ResourceKind>
  /** Resources with the values by which they update. */
  matches: ByValue
}

export const NOTHING_FOUND: Found = { kinds: new Map(), matches: new Map() }

/**
 * Looks up together what some records refer to.
 * @param key how they find the resource to update.
 * @param withLinks also find the resources to which they link.
 */
export async function find (
  database: Database, records: readonly ImportRecord[], key: UpdateKey | undefined, withLinks: boolean
): Promise<Found> {
  const ids = new Set<number>()
  for (const record of records) {
    if (withLinks) for (const { target } of linksOf(record)) if (target >= 0) ids.add(target)
    if (key === ID && record.id !== undefined) ids.add(record.id)
  }
  const texts = typeof key === 'number' ? records.flatMap((record) => textsOf(record, key)) : []
  return {
    kinds: await kindsOf(database, ids),
    matches: typeof key === 'number' ? await resourcesWith(database, key, texts) : new Map()
  }
}

/** @throws ImportError when there is no such property. */
export function updateKeyOf (term: string, { properties }: Terms): UpdateKey {
  if (term === ID) return ID
  const found = properties.named(term)
  if (found !== undefined) return found.id
  throw new ImportError(`There is no property ${term} to update by${suggestion(term, [ID, ...termsOf(properties)])}.`)
}

/**
 * The resource that a record updates; undefined when there is none.
 * @throws RecordError when it is ambiguous, or there is no resource with the id.
 */
export function matchOf (record: ImportRecord, key: UpdateKey, { kinds, matches }: Found): number | undefined {
  const { kind, label, id } = record
  if (key === ID) {
    if (id === undefined || kinds.get(id) === kind) return id
    throw new RecordError([`o:id: there is no ${nameOf(kind)} ${id} to update`], label)
  }
  const found = new Set<number>()
  for (const text of textsOf(record, key)) {
    for (const [one, itsKind] of matches.get(text.trim()) ?? []) if (itsKind === kind) found.add(one)
  }
  if (found.size < 2) return [...found][0]
  const ids = [...found].slice(0, 5).join(', ')
  throw new RecordError([`it is ambiguous what it updates: ${found.size} resources have that identifier (${ids})`], label)
}

/** The texts and URIs of a record for a property, or its title. */
export function textsOf ({ values, titles }: ImportRecord, property: number): string[] {
  if (property === TITLE) return titles.full === null ? [] : [titles.full]
  return values.flatMap(({ row }) => row.propertyId === property ? (row.uri ?? row.text ?? []) : [])
}

export function nameOf (kind: ResourceKind): string {
  return kind.replaceAll('_', ' ')
}
