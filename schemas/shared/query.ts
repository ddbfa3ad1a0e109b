import { Type, type Static, type TProperties } from '@sinclair/typebox'
import { OneOf } from './common.js'
import { flag, integer, text, texts, type Several } from './parameters.js'
import type { Term } from './values.js'

/**
 * The formats of Linked Data (docs/contract/http.md §8, and further ones) with their Content-Types. Among equally
 * preferred formats, the first is chosen.
 */
export const LINKED_DATA_FORMATS = {
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
  ntriples: 'application/n-triples',
  turtle: 'text/turtle;charset=UTF-8',
  n3: 'text/n3;charset=UTF-8',
  trig: 'application/trig',
  nquads: 'application/n-quads'
} as const

export type LinkedDataFormat = keyof typeof LINKED_DATA_FORMATS

/** Parameters of all operations (docs/contract/http.md §8). Authentication is described with the operations. */
const GENERAL = {
  format: Type.Optional(OneOf(Object.keys(LINKED_DATA_FORMATS) as LinkedDataFormat[], {
    description: 'Format of the answer; otherwise `Accept` decides'
  })),
  profile: Type.Optional(text(
    'Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` ' +
    'decides'
  )),
  pretty_print: Type.Optional(text('Indent the JSON, whatever the value')),
  callback: Type.Optional(text('Wrap the JSON in a call of this function (JSONP)'))
}

/** Which members of a representation are returned. */
const FIELDS = {
  fields: Type.Optional(texts(
    'Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all'
  ))
}

type Direction = 'asc' | 'desc'
type SortOrder = Direction | `${Direction},${string}` | ''

/** Which part of a list is returned (docs/contract/search.md §2). */
const PAGING = {
  page: Type.Optional(integer('Number of the page; empty for all rows at once', { minimum: 1, default: 1 })),
  per_page: Type.Optional(integer('Rows on a page; there is no maximum', { minimum: 1 })),
  limit: Type.Optional(integer('Number of rows; needs an empty `page`', { minimum: 0 })),
  offset: Type.Optional(integer('Rows to skip; needs an empty `page`', { minimum: 0 })),
  cursor: Type.Optional(text(
    'Instead of `page`: empty for the first page, then as the link to the next page has it. ' +
    'However much is written meanwhile, no row comes twice or is left out'
  )),
  sort_order: Type.Optional(Type.Unsafe<SortOrder>(text('`asc` or `desc`; for several keys one for all, or one for each, separated by commas')))
}

export const GeneralQuery = Type.Object(GENERAL)

/** Parameters for reading one resource. */
export const ReadQuery = Type.Object({ ...GENERAL, ...FIELDS })

/** Parameters for changing a resource. */
export const ChangeQuery = Type.Object({
  ...GENERAL,
  force: Type.Optional(
    flag('1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary')
  )
})

/** Parameters for many changes at once. */
export const BulkQuery = Type.Object({
  ...GENERAL, atomic: Type.Optional(flag('1: do all of them, or none'))
})

/** A name with its description, for lists of them. */
export interface Described { readonly name: string, readonly description: string }

const lines = (entries: readonly Described[]): string =>
  entries.map(({ name, description }) => `\n- \`${name}\`: ${description}`).join('')

/**
 * The query of a search.
 *
 * @param filters schemas of the filters, by parameter.
 * @param sorts sort keys. @param sortsByProperty whether properties are sort keys, too.
 * @param scalars columns for `return_scalar`.
 */
export function searchQuery (
  filters: TProperties, sorts: readonly Described[], sortsByProperty: boolean, scalars: readonly Described[]
) {
  const sortKeys = [
    ...sorts,
    ...(sortsByProperty
      ? [{ name: 'dcterms:date', description: 'Values of a property; so with every other term' }]
      : []),
    { name: 'random', description: 'Another order each time' }
  ]
  return Type.Object({
    ...GENERAL,
    ...FIELDS,
    ...PAGING,
    sort_by: Type.Optional(text(
      `What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.${lines(sortKeys)}`
    )),
    ...(scalars.length > 0 && {
      return_scalar: Type.Optional(text(
        `Answer an object from id to the value of one field, instead of representations.${lines(scalars)}`
      ))
    }),
    ...Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, Type.Optional(schema)]))
  })
}

/** Further parameters for counting facets. @param names facets other than properties. */
export const facetParameters = (names: readonly string[]) => ({
  facets: texts(`What to count by, as a list or separated by commas: ${names.join(', ')}, and terms of properties`),
  facet_limit: Type.Optional(integer('Groups of each facet', { minimum: 1, maximum: 1000, default: 25 }))
})

type Comparison = 'eq' | 'in' | 'sw' | 'ew' | 'res' | 'ex' | 'dt'

/** How a row of a value query compares. */
export type ValueQueryType =
  Comparison | `n${Comparison}` | 'lt' | 'lte' | 'gt' | 'gte'

/** One row of a value query (docs/contract/search.md §7). */
const ValueRow = Type.Object(
  {
    property: Type.Optional(Type.Unsafe<Several<number | string>>(texts('Id or term of a property; empty for any'))),
    type: Type.Optional(
      Type.Unsafe<ValueQueryType>(text(
        'How to compare: `eq` equals, `in` contains, `sw` starts with, `ew` ends with, `res` links to the resource with this id, ' +
          '`ex` has any value, `dt` is of this data type; negated `neq`, `nin`, `nsw`, `new`, `nres`, `nex`, `ndt`; ' +
          'or `lt`, `lte`, `gt`, `gte`, by number or by date (1890, 1890-05-12, 189X, 1890/1900)'
      ))
    ),
    text: Type.Optional(texts('What to compare with; of several texts any, of a negation none')),
    joiner: Type.Optional(
      Type.Unsafe<'and' | 'or'>(text('`or` joins with the row before; anything else means and, which binds tighter'))
    )
  },
  { $id: 'ValueQueryRow' }
)
export type ValueRow = Static<typeof ValueRow>

/** Rows of a value query, in the order in which they are combined. */
export const valueQuery = Type.Unsafe<readonly ValueRow[] | Readonly<Record<string, ValueRow>>>(
  Type.Array(ValueRow, { description: 'Rows of a value query, as `property[0][property]`, `property[0][type]`, …' })
)

/** The filter of every list of rows (docs/contract/search.md §5). */
export const ID_FILTER = {
  id: Type.Unsafe<Several<number | string>>(
    Type.Union([Type.String(), Type.Array(Type.Integer())], { description: 'Ids, as a list or separated by commas' })
  )
}

/** Parameters of every search in the programmatic API, in addition to filters and sort keys. */
export const ListQuery = Type.Object({ ...FIELDS, ...PAGING, id: Type.Optional(ID_FILTER.id) })
export type ListParameters = Static<typeof ListQuery>

/** Names separated by commas. The compiler checks the first two. */
export type Separated<N extends string> = N | `${N},${N}` | `${N},${N},${string}`

/** Further parameters for counting facets, in the programmatic API. G: names of facets other than properties. */
export interface FacetParameters<G extends string = string> {
  facets: Several<Separated<G | Term>>
  facet_limit?: number | `${number}` | undefined
}
