import { Type, type TProperties } from '@sinclair/typebox'

/** Parameters of every address (contract/http.md §8 and §10). */
const GENERAL = {
  key_identity: Type.Optional(Type.String({ description: 'Identity of an API key' })),
  key_credential: Type.Optional(Type.String({ description: 'Credential of that key' })),
  format: Type.Optional(Type.Union(['jsonld', 'turtle', 'ntriples', 'n3', 'rdfxml'].map((name) => Type.Literal(name)), { description: 'Format of the answer; otherwise Accept decides' })),
  pretty_print: Type.Optional(Type.String({ description: 'Indent the JSON, whatever the value' })),
  callback: Type.Optional(Type.String({ description: 'Wrap the JSON in a call of this function (JSONP)' }))
}

/** Parameters of every list (contract/search.md §2 and §3). */
const LIST = {
  cursor: Type.Optional(Type.String({ description: 'Instead of `page`: empty for the first page, then what the link to the next one says. No row comes twice or not at all, whatever is written meanwhile' })),
  page: Type.Optional(Type.String({ description: 'Number of the page; empty for no paging at all' })),
  per_page: Type.Optional(Type.String({ description: 'Entries on a page; there is no maximum' })),
  limit: Type.Optional(Type.String({ description: 'Number of entries; needs an empty `page`' })),
  offset: Type.Optional(Type.String({ description: 'Entries to skip; needs an empty `page`' })),
  sort_order: Type.Optional(Type.String({ description: '`asc` or `desc`; for several keys one for all, or one for each, separated by commas' })),
  return_scalar: Type.Optional(Type.String({ description: 'Answer an object from id to the value of this one field' })),
  id: Type.Optional(text('Ids, as a list or separated by commas'))
}

export const GeneralQuery = Type.Object(GENERAL)

/** What thins representations. */
const FIELDS = { fields: Type.Optional(text('Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all')) }

/** Parameters of one resource that is read. */
export const ReadQuery = Type.Object({ ...GENERAL, ...FIELDS })

/** Parameters of whatever changes a resource that is there. */
export const ChangeQuery = Type.Object({
  ...GENERAL,
  force: Type.Optional(Type.String({ description: '1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary' }))
})

/** A parameter that is given once, or several times with `[]`. */
export function text (description: string) {
  return Type.Union([Type.String(), Type.Array(Type.String())], { description })
}

/** The query of a list that can be sorted by `keys` and filtered by `filters` (name and meaning). */
export function ListQuery (keys: string, filters: Record<string, string> = {}, more: TProperties = {}) {
  const described = Object.fromEntries(Object.entries(filters).map(([name, meaning]) => [name, Type.Optional(text(meaning))]))
  return Type.Object({
    ...GENERAL,
    ...LIST,
    ...FIELDS,
    sort_by: Type.Optional(Type.String({ description: `One of ${keys}, random; or several separated by commas, up to 8` })),
    ...described,
    ...more
  })
}

/** One row of a value query (contract/search.md §7). */
const ValueRow = Type.Partial(Type.Object({
  property: text('Id or term of a property; empty for any'),
  type: Type.String({ description: 'eq, in, sw, ew, res, ex, dt, or one of their negations neq, nin, nsw, new, nres, nex, ndt; or lt, lte, gt, gte, by number or by date (1890, 1890-05-12, 189X, 1890/1900)' }),
  text: text('What to compare with; of several texts any, of a negation none'),
  joiner: Type.String({ description: '`or` joins with the row before; anything else means and' })
}))

/** What items, item sets, media and resources are searched by (contract/search.md §6 to §8). */
export const VALUE_FILTERS = {
  property: Type.Optional(Type.Union([Type.Array(ValueRow), Type.Record(Type.String(), ValueRow)], { description: 'Rows `property[N][…]` of a value query' }))
}

export const RESOURCE_FILTERS = {
  search: 'Text that some value contains',
  fulltext_search: 'Words to search for, best matches first',
  owner_id: 'Id of the owner',
  resource_class_id: 'Ids of classes',
  resource_class_label: 'Label of the class',
  resource_template_id: 'Ids of templates',
  resource_template_label: 'Label of the template',
  is_public: '1 for public ones, 0 for private ones',
  created_before: 'Date, or the beginning of one',
  created_after: 'Date, or the beginning of one',
  modified_before: 'Date, or the beginning of one',
  modified_after: 'Date, or the beginning of one'
}

export const RESOURCE_SORT = 'id, title, created, modified, resource_class_label, resource_template_label, owner_name, a property term'
