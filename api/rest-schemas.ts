import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import { FacetCounts, Scalars } from '../schemas/facets.js'
import { facetParameters, ID_FILTER, ReadQuery, searchQuery, type Described } from '../schemas/query.js'
import type { ResourceType } from './resource-type.js'
import type { TypeSchemas } from './type-schemas.js'

/** What goes in and out of the addresses of a resource type. */
export interface RestSchemas {
  /** What one of them is called, in a name: `ItemSet`. */
  readonly entity: string
  /** What a search takes, and answers. */
  readonly query: TObject
  readonly list: TSchema
  /** What counting takes, and answers; absent: there are no facets. */
  readonly facetQuery?: TObject
  readonly facetCounts?: TSchema
  readonly representation: TSchema
  readonly input: TSchema
  readonly deleted: TSchema
}

/** Any object, of a type that says no more of itself. */
const ANY: TypeSchemas = { representation: Type.Object({}, { additionalProperties: true }) }

/** Stands for the description of what an application added without one. */
const ADDED = 'Added by this installation'

const ANY_PARAMETER = Type.Unknown({ description: ADDED })

/** Schemas of a type whose resources are rows; its query follows from its filters, sort keys and scalars. */
export function restSchemas (type: ResourceType): RestSchemas {
  const { entity, filters, sorts, sortsByProperty, scalars, facets, schemas } = type
  const parameters = Object.entries(filters)
    .map(([name, filter]) => [name, 'schema' in filter ? filter.schema : ANY_PARAMETER])
  const query = searchQuery(
    { ...ID_FILTER, ...Object.fromEntries(parameters) },
    described(sorts, (sort) => 'sortKey' in sort ? sort.description : undefined),
    sortsByProperty === true,
    described(scalars, ({ description }) => description)
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

/** Schemas of a type that is always listed whole. */
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

function described<T> (
  entries: Readonly<Record<string, T>>, descriptionOf: (entry: T) => string | undefined
): Described[] {
  return Object.entries(entries)
    .map(([name, entry]) => ({ name, description: descriptionOf(entry) ?? ADDED }))
}
