import { and, eq, isNotNull } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, preparedRows } from '../../db/query/statements/prepared.js'
import { flag, inDialect, isOneOf } from '../../db/query/statements/dialect.js'
import { resource, value } from '../../db/tables/index.js'
import { fittingType } from './data-types.js'
import { isShown, linked } from './represent.js'
import type { ValueContext } from './value-context.js'

/** The properties shared by values that differ only in their content. */
export interface ValueShape {
  propertyId: number
  /** Name of the data type that represents them. */
  type: string
  /** Language as it is stored. */
  lang: string | null
  isPublic: boolean
  isAnnotated: boolean
  /** Whether the URI contains white space. */
  hasSpace: boolean
}

type Columns = [
  propertyId: number, type: string, lang: string | null, isPublic: number, isAnnotated: number, hasSpace: number,
  hasUri: number, hasLink: number
]

const subject = alias(resource, 'subject')
const query = new QueryBuilder()

const shapesOf = preparedRows<Columns>(() => [
  value.propertyId, value.type, value.lang, value.isPublic, flag(isNotNull(value.annotationId)),
  flag(inDialect((dialect) => dialect.hasSpace(value.uri))),
  flag(isNotNull(value.uri)), flag(isNotNull(value.linkedId))
], (columns, viewer) => query.selectDistinct(columns).from(value)
  .innerJoin(subject, eq(subject.id, value.resourceId))
  .leftJoin(linked, eq(linked.id, value.linkedId))
  .where(and(isOneOf(value.resourceId, IDS), isShown(viewer, eq(subject.ownerId, viewer.id!)))))

/** The shapes of the values of the given resources that the viewer may see. */
export async function valueShapes (
  { database, viewer, dataTypes }: ValueContext, ids: readonly number[]
): Promise<ValueShape[]> {
  const rows = await shapesOf(database, viewer, bindings(ids, viewer))
  return rows.map(([propertyId, stored, lang, isPublic, isAnnotated, hasSpace, hasUri, hasLink]) => {
    const link = hasLink === 1 ? LINK : null
    const content = { type: stored, text: null, lang, uri: hasUri === 1 ? '' : null, link }
    const type = (dataTypes.get(stored) ?? fittingType(content)).name
    const flags = { isPublic: isPublic === 1, isAnnotated: isAnnotated === 1, hasSpace: hasSpace === 1 }
    return { propertyId, type, lang, ...flags }
  })
}

/** A placeholder: only the presence of a link matters. */
const LINK = { id: 0, kind: 'item', resourceName: '', displayTitle: '', picture: null } as const
