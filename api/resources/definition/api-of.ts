import type { TSchema } from '@sinclair/typebox'
import type { ListParameters, Separated } from '../../../schemas/shared/query.js'
import type { Term } from '../../../schemas/shared/values.js'
import type { QueryInputValue } from '../../core/calls/call.js'
import type { ComputedType } from './computed-type.js'
import type { ResourceApi } from './resource-api.js'
import type { ResourceType } from './resource-type.js'
import type { DescribedFilter, Filters } from '../../search/query/searchable.js'

/**
 * The parameters of filters that an application adds, by resource type, so that `search` takes them:
 *
 * @example
 * declare module 'vitrine' {
 *   interface AddedFilters { items: { number_above: number } }
 * }
 */
export interface AddedFilters {}

/** The parameters of filters, with their types in the programmatic API. */
type FilterParameters<F extends Filters> = {
  readonly [P in keyof F]?:
    (F[P] extends DescribedFilter<infer S extends TSchema> ? S['static'] : QueryInputValue) | undefined
}

/** The parameters that an application declares for a resource type. */
type Added<N> = N extends keyof AddedFilters
  ? { readonly [P in keyof AddedFilters[N]]?: AddedFilters[N][P] | undefined }
  : unknown

/** The query of a resource type with these filters, sort keys and scalars. */
type TypedQuery<
  N, F extends Filters, K extends string, C extends string
> = ListParameters & FilterParameters<F> & Added<N> & {
  readonly sort_by?: Separated<K | 'id' | 'random' | Term> | '' | undefined
  readonly return_scalar?: C | undefined
}

/** The query of a resource type, as `api.items.search()` takes it. */
export type QueryOf<T> =
  T extends ResourceType<infer N, unknown, unknown, unknown, infer F, infer K, infer C, string>
    ? TypedQuery<N, F, K, C>
    : never

/** The operations on a resource type, with the types that follow from its definition. */
export type ApiOf<T> = T extends ResourceType<infer N, infer R, infer I, infer D, infer F, infer K, infer C, infer G>
  ? ResourceApi<R, I, TypedQuery<N, F, K, C>, D, G>
  : T extends ComputedType<string, infer R> ? ResourceApi<R, never, Pick<ListParameters, 'fields'>, never, never> : never
