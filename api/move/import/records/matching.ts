import { eq, sql } from 'drizzle-orm'
import { equalityKey } from '../../../../db/keys/collation/index.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, type ResourceKind } from '../../../../db/tables/index.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { isExactly, MAX_CANDIDATES, selectCandidates } from '../../../values/exact-match.js'
import { TITLE } from './labels.js'
import { ImportError, RecordError, suggestion } from '../../pipeline/problems.js'
import type { ImportRecord } from './record.js'
import { termsOf } from './references.js'

/** Replaces the property in updates by `o:id`. */
const ID = 'o:id'

/**
 * Ids of the resources of some kinds with a value, with their kinds. Values are compared exactly except for surrounding
 * spaces.
 * @param property or TITLE.
 */
export async function resourcesWith (
  database: Database, property: number, given: string, kinds: readonly ResourceKind[]
): Promise<Map<number, ResourceKind>> {
  const text = given.trim()
  const key = equalityKey(text)
  const rows = property === TITLE
    ? await database.select({ id: resource.id, kind: resource.kind, text: resource.title, uri: sql<null>`NULL` })
      .from(resource).where(eq(resource.titleKey, key)).limit(MAX_CANDIDATES)
    : await selectCandidates(database, property, key)
  const same = rows.filter((row) => kinds.includes(row.kind) && isExactly(row, text))
  return new Map(same.map(({ id, kind }) => [id, kind]))
}

/** Titles of item sets for suggestions. */
export async function titlesOfSets (database: Database, limit: number): Promise<string[]> {
  const rows = await database.select({ title: resource.title }).from(resource)
    .where(eq(resource.kind, 'item_set')).limit(limit)
  return rows.flatMap(({ title }) => title ?? [])
}

/** The kinds of existing resources, by id. */
export async function kindsOf (database: Database, ids: Iterable<number>): Promise<Map<number, ResourceKind>> {
  const rows = await database.select({ id: resource.id, kind: resource.kind }).from(resource)
    .where(isOneOf(resource.id, [...ids]))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** How records find the resource to update: by the id of a property, or `o:id`. */
export type UpdateKey = number | typeof ID

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
export async function matchOf (
  database: Database, record: ImportRecord, key: UpdateKey
): Promise<number | undefined> {
  const { kind, label, id } = record
  if (key === ID) {
    if (id === undefined || (await kindsOf(database, [id])).get(id) === kind) return id
    throw new RecordError([`o:id: there is no ${nameOf(kind)} ${id} to update`], label)
  }
  const found = new Set<number>()
  for (const text of textsOf(record, key)) {
    for (const one of (await resourcesWith(database, key, text, [kind])).keys()) found.add(one)
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
