import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { resource, value } from '../../../db/tables/index.js'
import { columnsOf } from '../../values/value-rows.js'
import { pages, type Check, type CheckContext } from './fault.js'

const VALUES_PER_QUERY = 2000

const KEYS = ['textKey', 'textFold', 'uriKey', 'uriFold', 'number', 'earliest', 'latest'] as const

const linked = { kind: resource.kind }

type Row = typeof value.$inferSelect & { linkedKind: string | null }

/** Checks that every value fits its data type and has the right comparison keys. */
export const valueCheck: Check = {
  name: 'values',
  async * faults (context) {
    const { database } = context
    const page = async (after: number): Promise<Row[]> => (await database.select({ value, linkedKind: linked.kind })
      .from(value).leftJoin(resource, eq(resource.id, value.linkedId))
      .where(gt(value.id, after)).orderBy(asc(value.id)).limit(VALUES_PER_QUERY))
      .map(({ value, linkedKind }) => ({ ...value, linkedKind }))
    for await (const rows of pages(page)) {
      for (const row of rows) {
        const subject = `value/${row.id} of resource/${row.resourceId}`
        const wrong = contradiction(row, context)
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

function hasKeys (row: typeof value.$inferSelect): boolean {
  const expected = columnsOf(row.resourceId, { ...row, isChanged: false })
  return KEYS.every((key) => (expected[key] ?? null) === row[key])
}

async function renewKeys (database: Database, id: number): Promise<void> {
  const [row] = await database.select().from(value).where(eq(value.id, id))
  if (row === undefined) return
  const expected = columnsOf(row.resourceId, { ...row, isChanged: false })
  const keys = Object.fromEntries(KEYS.map((key) => [key, expected[key] ?? null]))
  await database.update(value).set(keys).where(eq(value.id, id))
}

/** Why a value does not fit its type. Data types that are no longer installed are not a fault. */
function contradiction (
  { type, text, uri, linkedId, linkedKind }: Row, { dataTypes }: CheckContext
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
