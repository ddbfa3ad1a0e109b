import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import { FacetCounts, Scalars } from '../../../schemas/shared/facets.js'
import { facetParameters, ID_FILTER, ReadQuery, searchQuery, type Described } from '../../../schemas/shared/query.js'
import type { ResourceType, TypeSchemas } from './resource-type.js'

/** Schemas of the requests and responses of a resource type. */
export interface RestSchemas {
  /** Name of one resource in the names of schemas, such as `ItemSet`. */
  readonly entity: string
  /** Query and response of a search. */
  readonly query: TObject
  readonly list: TSchema
  /** Query and response of a facet count; absent: the type has no facets. */
  readonly facetQuery?: TObject
  readonly facetCounts?: TSchema
  readonly representation: TSchema
  readonly input: TSchema
  readonly deleted: TSchema
}

/** Any object: for types without schemas. */
const ANY: TypeSchemas = { representation: Type.Object({}, { additionalProperties: true }) }

/** Description of filters that an application added without one. */
const ADDED = 'Added by this installation'

const ANY_PARAMETER = Type.Unknown({ description: ADDED })

/** Schemas of a type with a table; its query follows from filters, sort keys and scalars. */
export function restSchemas (type: ResourceType): RestSchemas {
  const { entity, filters, sorts, sortsByProperty, scalars, facets, schemas } = type
  const parameters = Object.entries(filters)
    .map(([name, filter]) => [name, 'schema' in filter ? filter.schema : ANY_PARAMETER])
  const query = searchQuery(
    { ...ID_FILTER, ...Object.fromEntries(parameters) },
    describe(sorts, (sort) => 'sortKey' in sort ? sort.description : undefined),
    sortsByProperty === true,
    describe(scalars, ({ description }) => description)
  )
  return {
    ...bodies(entity, schemas),
    query,
    ...(facets !== undefined && {
      facetQuery: Type.Object({ ...query.properties, ...facetParameters(Object.keys(facets)) }),
      facetCounts: FacetCounts
    })
  }
}

/** Schemas of a type without paging or filters. */
export function wholeListSchemas (entity: string, schemas?: TypeSchemas): RestSchemas {
  return { ...bodies(entity, schemas), query: ReadQuery }
}

function bodies (entity: string, { representation, input, deleted }: TypeSchemas = ANY) {
  return {
    entity,
    list: Type.Union([Type.Array(representation), Scalars]),
    representation,
    input: input ?? ANY.representation,
    deleted: deleted ?? representation
  }
}

function describe<T> (
  entries: Readonly<Record<string, T>>, descriptionOf: (entry: T) => string | undefined
): Described[] {
  return Object.entries(entries)
    .map(([name, entry]) => ({ name, description: descriptionOf(entry) ?? ADDED }))
}
