import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { ordered } from '../../../../../db/query/conditions/order.js'
import { isMediaVisible } from '../../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../../db/query/statements/dialect.js'
import { media, resource, user } from '../../../../../db/tables/index.js'
import type { TABLE_TYPES } from '../../../../../schemas/exchange/exports.js'
import { fileAddress } from '../../../../core/answers/addresses.js'
import type { Representation } from '../../../../core/answers/answer.js'
import { groupBy } from '../../../../core/sequence/group-by.js'
import type { ReadContext } from '../../../../resources/definition/read-context.js'

/** Data for cells in addition to representations. */
export interface Beside {
  readonly context: ReadContext
  /** E-mail addresses of owners; empty when the actor may not see accounts. */
  readonly emails: ReadonlyMap<number, string>
  /** URLs of the files of items. */
  readonly files: ReadonlyMap<number, readonly string[]>
}

/** A column other than value columns: one text, or a list. */
type FixedColumn = (representation: Representation, beside: Beside) => string | readonly string[] | null

type FixedColumns = Readonly<Record<string, FixedColumn>>

const idOf = (reference: unknown): number | undefined => (reference as { 'o:id': number } | null)?.['o:id']
const dateOf = (date: unknown): string | null => (date as { '@value': string } | null)?.['@value'] ?? null
const textOf = (value: unknown): string | null => value === null || value === undefined ? null : String(value)
const member = (name: string): FixedColumn => (representation) => textOf(representation[name])

const FIRST: FixedColumns = {
  'o:id': member('o:id'),
  'o:is_public': member('o:is_public'),
  'o:resource_class': ({ 'o:resource_class': reference }, { context }) =>
    context.terms.classes.byId.get(idOf(reference) ?? 0)?.term ?? null,
  'o:resource_template': ({ 'o:resource_template': reference }, { context }) =>
    context.terms.templates.get(idOf(reference) ?? 0)?.label ?? null
}

const LAST: FixedColumns = {
  'o:owner': ({ 'o:owner': reference }, { emails }) => emails.get(idOf(reference) ?? 0) ?? null,
  'o:created': ({ 'o:created': date }) => dateOf(date),
  'o:modified': ({ 'o:modified': date }) => dateOf(date)
}

/** The columns before and after the value columns, by type. */
export const FIXED: Readonly<Record<typeof TABLE_TYPES[number], { first: FixedColumns, last: FixedColumns }>> = {
  items: {
    first: {
      ...FIRST,
      'o:item_set': ({ 'o:item_set': sets }) => (sets as unknown[]).map((set) => String(idOf(set)))
    },
    last: { 'o:media': ({ 'o:id': id }, { files }) => files.get(id as number) ?? [], ...LAST }
  },
  item_sets: { first: { ...FIRST, 'o:is_open': member('o:is_open') }, last: LAST },
  media: {
    first: { ...FIRST, 'o:item': ({ 'o:item': item }) => textOf(idOf(item)) },
    last: {
      ...Object.fromEntries([
        'o:ingester', 'o:source', 'o:media_type', 'o:filename', 'o:original_url', 'o:size', 'o:sha256', 'o:lang',
        'o:alt_text'
      ].map((name) => [name, member(name)])),
      ...LAST
    }
  }
}

/** Columns with lists. */
export const LISTS = new Set(['o:item_set', 'o:media'])

/** Loads the data for the cells of some resources. @param showsOwners whether the actor may see accounts. */
export async function besideOf (
  context: ReadContext, type: string, representations: readonly Representation[], showsOwners: boolean
): Promise<Beside> {
  const owners = showsOwners ? representations.flatMap(({ 'o:owner': owner }) => idOf(owner) ?? []) : []
  const items = type === 'items' ? representations.map(({ 'o:id': id }) => id as number) : []
  return { context, emails: await emailsOf(context, owners), files: await filesOf(context, items) }
}

async function emailsOf ({ database }: ReadContext, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.select({ id: user.id, email: user.email }).from(user).where(isOneOf(user.id, ids))
  return new Map(rows.map(({ id, email }) => [id, email]))
}

const self = alias(resource, 'self')

/** URLs of the originals of items' media, or their source if the original is not stored. */
async function filesOf (context: ReadContext, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { itemId, storageId, extension, source, hasOriginal } = media
  const rows = await context.database.select({ itemId, storageId, extension, source, hasOriginal }).from(media)
    .innerJoin(self, eq(self.id, media.id))
    .where(and(isOneOf(itemId, ids), isMediaVisible(context.viewer, self)))
    .orderBy(ordered(media.position, 'asc'), asc(media.id))
  const addressOf = (row: typeof rows[number]): string | null => row.hasOriginal && row.storageId !== null
    ? fileAddress(context, 'original', row.storageId, row.extension)
    : row.source
  return new Map([...groupBy(rows, (row) => row.itemId)].map(([id, some]) =>
    [id, some.map(addressOf).filter((address) => address !== null)]))
}
