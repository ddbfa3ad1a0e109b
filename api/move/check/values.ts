import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { resource, value } from '../../../db/tables/index.js'
import { columnsOf } from '../../values/value-rows.js'
import { pages } from '../../core/sequence/pages.js'
import type { Check, CheckContext } from './fault.js'

const VALUES_PER_QUERY = 2000

const KEYS = ['textKey', 'textFold', 'uriKey', 'uriFold', 'number', 'earliest', 'latest'] as const

type Row = typeof value.$inferSelect

/** Checks that every value fits its data type and has the right comparison keys. */
export const valueCheck: Check = {
  name: 'values',
  async * faults (context) {
    const { database } = context
    const page = async (after: number) =>
      await database.select({ id: value.id, row: value, linkedKind: sql<string | null>`${resource.kind}` })
        .from(value).leftJoin(resource, eq(resource.id, value.linkedId))
        .where(gt(value.id, after)).orderBy(asc(value.id)).limit(VALUES_PER_QUERY)
    for await (const rows of pages(0, ({ id }) => id, page)) {
      for (const { row, linkedKind } of rows) {
        const subject = `value/${row.id} of resource/${row.resourceId}`
        const wrong = contradiction(row, linkedKind, context)
        if (wrong !== undefined) yield { kind: 'value', subject, message: wrong }
        if (hasKeys(row)) continue
        yield {
          kind: 'keys',
          subject,
          message: 'Its comparison keys do not match its text.',
          async repair (database) { await renewKeys(database, row.id) }
        }
      }
    }
  }
}

function hasKeys (row: Row): boolean {
  return Object.entries(keysOf(row)).every(([key, expected]) => expected === row[key as keyof Row])
}

/** The comparison keys that a value should have. */
function keysOf (row: Row): Partial<Row> {
  const expected = columnsOf(row.resourceId, row)
  return Object.fromEntries(KEYS.map((key) => [key, expected[key] ?? null]))
}

async function renewKeys (database: Database, id: number): Promise<void> {
  const [row] = await database.select().from(value).where(eq(value.id, id))
  if (row !== undefined) await database.update(value).set(keysOf(row)).where(eq(value.id, id))
}

/** Why a value does not fit its type. Data types that are no longer installed are not a fault. */
function contradiction (
  { type, text, uri, linkedId }: Row, linkedKind: string | null, { dataTypes }: CheckContext
): string | undefined {
  if (text === null && uri === null && linkedId === null) return 'It is empty.'
  const links = dataTypes.get(type)?.links as readonly string[] | undefined
  if (links !== undefined) {
    if (linkedId === null) return `A value of the type ${type} must be a link.`
    return links.includes(linkedKind ?? '') ? undefined : `A value of the type ${type} links to a ${linkedKind ?? ''}.`
  }
  if (type === 'uri' && uri === null) return 'A value of the type uri must have an address.'
  if (type === 'literal' && (uri !== null || linkedId !== null)) return 'A value of the type literal must be a text only.'
  return undefined
}
