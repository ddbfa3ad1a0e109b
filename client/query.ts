/** Lists of these parameters are written with commas. */
const WITH_COMMAS = new Set(['id', 'fields', 'facets', 'sort_by', 'sort_order'])

/**
 * A query string as the server reads it: lists and objects with brackets, flags as 1 and 0.
 *
 * @example queryOf({ item_set_id: [1, 2], has_media: true }) // item_set_id%5B0%5D=1&item_set_id%5B1%5D=2&has_media=1
 */
export function queryOf (query: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (typeof value === 'object') for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member)
    else parameters.append(name, typeof value === 'boolean' ? String(Number(value)) : String(value))
  }
  for (const [name, value] of Object.entries(query)) {
    add(name, Array.isArray(value) && WITH_COMMAS.has(name) ? value.join(',') : value)
  }
  return parameters.toString()
}
