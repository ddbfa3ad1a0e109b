/**
 * The parameters of filters that an application adds, by resource type, so that `search` takes them:
 *
 * @example
 * declare module 'vitrine' {
 *   interface AddedFilters { items: { number_above: number } }
 * }
 */
export interface AddedFilters {}
