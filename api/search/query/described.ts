import type { TSchema } from '@sinclair/typebox'
import type { DependsOn } from '../../../db/query/statements/set-expression.js'
import type { DescribedFilter, DescribedSort, Filter, Scalar, Sort } from './searchable.js'

/**
 * A search parameter with its schema and description, from which query types, documentation and OpenAPI are made.
 *
 * @param dependsOn which rows decide whether a resource matches, if known. The result is then cached, and after a write
 *   only the resources that the write touched are tested again.
 * @example owner_id: described(integer('Id of the owner'), equalsNumber(resource.ownerId), 'row')
 */
export function described<S extends TSchema> (schema: S, condition: Filter, dependsOn?: DependsOn): DescribedFilter<S> {
  return { schema, condition, ...(dependsOn !== undefined && { dependsOn }) }
}

/** A sort key with its description. @example label: sortedBy('Label', vocabulary.labelKey) */
export function sortedBy (description: string, sortKey: Sort): DescribedSort {
  return { description, sortKey }
}

/**
 * A column for `return_scalar`, with its description.
 *
 * @example owner: scalar('Id of the owner', resource.ownerId)
 */
export function scalar (description: string, column: Scalar['column'], as?: Scalar['as']): Scalar {
  return { description, column, ...(as !== undefined && { as }) }
}

/** The condition of a filter, described or not. */
export function conditionOf (filter: Filter | DescribedFilter): Filter {
  return typeof filter === 'function' ? filter : filter.condition
}

/** The sort key of a sort, described or not. */
export function sortKeyOf (sort: Sort | DescribedSort): Sort {
  return 'sortKey' in sort ? sort.sortKey : sort
}
