import type { Query, QueryInput, QueryInputValue, QueryValue } from './call.js'

/**
 * A query as filters understand it, which is as PHP reads one from an address: numbers become text, true `1` and false
 * `0`; undefined and null are as if they were not there. A query that was received is returned as it is.
 *
 * @example toQuery({ per_page: 10, has_media: true, owner_id: [3] }) // { per_page: '10', has_media: '1', owner_id:
 *   ['3'] }
 */
export function toQuery (input: QueryInput): Query {
  return isText(input) ? input : membersOf(input)
}

function isText (input: QueryInput): input is Record<string, string> {
  for (const name in input) if (typeof input[name] !== 'string') return false
  return true
}

function membersOf (input: QueryInput): Query {
  const query = Object.create(null) as Query
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

// Array.isArray does not tell readonly arrays from objects.
function isList (value: readonly QueryInputValue[] | QueryInput): value is readonly QueryInputValue[] {
  return Array.isArray(value)
}
