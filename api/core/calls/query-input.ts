import type { Query, QueryInput, QueryInputValue, QueryValue } from './call.js'

/**
 * An empty query, which inherits no names, so that none has a special meaning. V8 copies and reads it several times as
 * fast as an object made by `Object.create(null)`, whose properties it hashes.
 */
export class EmptyQuery {
  [name: string]: QueryValue
}
Object.setPrototypeOf(EmptyQuery.prototype, null)
Reflect.deleteProperty(EmptyQuery.prototype, 'constructor')

/** Parameters with an API key (docs/contract/http.md §10). */
export const KEY_PARAMETERS = ['key_identity', 'key_credential'] as const

/** Defaults of the parameters of a REST list request (docs/contract/search.md §1). */
export const DEFAULTS = { sort_by: 'id', sort_order: 'asc', page: '1' } as const

/**
 * Converts a query to the form that filters read, as PHP parses it from a URL: numbers become text, true `1`, false
 * `0`; undefined and null are left out, or empty in a list. A query that contains only texts is returned as it is.
 *
 * @example toQuery({ per_page: 10, owner_id: [3] }) // { per_page: '10', owner_id: ['3'] }
 */
export function toQuery (input: QueryInput): Query {
  return isQuery(input) ? input : membersOf(input)
}

function isQuery (input: QueryInput): input is Query {
  for (const name in input) {
    const value = input[name]
    if (typeof value === 'string') continue
    if (typeof value !== 'object' || value === null || !isQuery(value as QueryInput)) return false
  }
  return true
}

function membersOf (input: QueryInput): Query {
  const query = new EmptyQuery()
  for (const [name, value] of Object.entries(input)) {
    const text = textOf(value)
    if (text !== undefined) query[name] = text
  }
  return query
}

function textOf (value: QueryInputValue): QueryValue | undefined {
  switch (typeof value) {
    case 'string': return value
    case 'boolean': return value ? '1' : '0'
    case 'object':
      if (value === null) return undefined
      return isList(value) ? value.map((member) => textOf(member) ?? '') : membersOf(value)
    default: return value === undefined ? undefined : String(value)
  }
}

// Unlike this function, Array.isArray does not narrow the type to readonly lists.
function isList (value: readonly QueryInputValue[] | QueryInput): value is readonly QueryInputValue[] {
  return Array.isArray(value)
}
