import { and, asc, eq } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { resourceTemplateProperty } from '../../../db/tables/index.js'
import type { IgnoredKey, Payload } from '../../core/calls/call.js'
import { NotFoundError, type ErrorCollector } from '../../core/calls/errors.js'
import { isBlank, isNumeric, isObject, optionalText, referencedId, toFlag, trim } from '../../core/calls/given.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { findRows, TARGETS } from '../shared/writing/references.js'
import { MAX_NAMED_KEYS, nearestTo, settle } from '../../core/calls/unknown-keys.js'

/** A row of a template, without its position. */
type Row = Omit<typeof resourceTemplateProperty.$inferInsert, 'id' | 'templateId' | 'position'>

const KEY = 'o:resource_template_property'

/**
 * The rows in a payload, in its order (docs/contract/admin-resources.md §4); undefined if it contains no list of rows,
 * which leaves the rows of the template unchanged. Members without a property are skipped.
 *
 * @throws NotFoundError for an unknown property.
 */
export async function givenRows (context: WriteContext, { payload, errors }: Fields): Promise<Row[] | undefined> {
  const given = payload[KEY]
  if (!isObject(given)) return undefined
  const elements = new Map<number, { id: number | string, element: Payload }>()
  const repetitions: number[] = []
  for (const element of Object.values(given) as unknown[]) {
    const id = isObject(element) ? referencedId(element['o:property']) : undefined
    if (!isObject(element) || !toFlag(id)) continue
    if (!isNumeric(id)) throw NotFoundError.entity(TARGETS.property.entity, id)
    const propertyId = Number(id)
    if (elements.has(propertyId)) repetitions.push(propertyId)
    else elements.set(propertyId, { id, element })
  }
  await findRows(context, TARGETS.property, [...elements.values()].map(({ id }) => id))
  for (const id of repetitions) errors.add('o:property', `Attempting to add duplicate property with ID ${id}`)
  const rows = [...elements].map(([propertyId, { element }]) => rowOf(propertyId, new Fields(element), errors))
  settleUnknownTypes(rows, context)
  return rows
}

/** Reports data types that are stored, but not shown. @throws ValidationError if the call is strict. */
function settleUnknownTypes (rows: readonly Row[], { dataTypes, call }: WriteContext): void {
  const names = new Set(rows.flatMap((row) => row.dataTypes))
  const unknown = [...names].filter((name) => !dataTypes.has(name))
  settle(unknown.slice(0, MAX_NAMED_KEYS).map((value): IgnoredKey => {
    const nearest = nearestTo(value, dataTypes.keys())
    return { key: 'o:data_type', value, problem: `There is no data type "${value}".`, ...(nearest !== undefined && { nearest }) }
  }), call)
}

function rowOf (propertyId: number, given: Fields, errors: ErrorCollector): Row {
  const text = (key: string, max?: number): string | null => {
    const found = given.text(key, max === undefined ? {} : { max })
    return found === null || isBlank(found) ? null : found
  }
  const row = {
    propertyId,
    alternateLabel: text('o:alternate_label', MAX_CHARACTERS.label),
    alternateComment: text('o:alternate_comment'),
    dataTypes: dataTypesIn(given),
    isRequired: given.flag('o:is_required', false),
    isPrivate: given.flag('o:is_private', false),
    defaultLang: text('o:default_lang', MAX_CHARACTERS.label)
  }
  errors.addAll(given.errors)
  return row
}

/** Names of data types. Unknown ones are accepted, because the application that adds them may return later. */
function dataTypesIn ({ payload, errors }: Fields): string[] {
  const given = payload['o:data_type']
  if (given === undefined || given === null) return []
  if (!isObject(given) || Object.values(given).some(isObject)) {
    errors.add('o:data_type', 'A list of names of data types is expected.')
    return []
  }
  const names = Object.values(given).map((name) => trim(optionalText(name) ?? ''))
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Replaces the rows of a template. @returns the ids of the properties in their previous order. */
export async function saveRows (
  { database }: Pick<WriteContext, 'database'>,
  templateId: number,
  rows: readonly Row[]
): Promise<number[]> {
  const { propertyId } = resourceTemplateProperty
  const before = (await database.select({ propertyId }).from(resourceTemplateProperty)
    .where(eq(resourceTemplateProperty.templateId, templateId))
    .orderBy(asc(resourceTemplateProperty.position), asc(resourceTemplateProperty.id))).map((row) => row.propertyId)
  const isOf = (propertyIds: readonly number[]) => and(
    eq(resourceTemplateProperty.templateId, templateId),
    isOneOf(resourceTemplateProperty.propertyId, propertyIds)
  )
  const wanted = new Set(rows.map((row) => row.propertyId))
  const present = new Set(before)
  await database.delete(resourceTemplateProperty).where(isOf(before.filter((propertyId) => !wanted.has(propertyId))))
  for (const [at, row] of rows.entries()) {
    const columns = { ...row, position: at + 1 }
    if (present.has(row.propertyId)) {
      await database.update(resourceTemplateProperty).set(columns).where(isOf([row.propertyId]))
    } else await database.insert(resourceTemplateProperty).values({ ...columns, templateId })
  }
  return before
}
