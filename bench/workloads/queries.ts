/** Addresses of searches of `/api/items`. */
export function items (query: Readonly<Record<string, string | number>>): string {
  return `/api/items${queryString(query)}`
}

/** The query of an address, with its question mark. */
export function queryString (query: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  )
  return `?${parts.join('&')}`
}

/** A condition on the values of a property; one of those that compare with nothing needs no text. */
export function having (property: string, type: string, text?: string | number): Record<string, string | number> {
  return conditions(text === undefined ? { property, type } : { property, type, text })
}

/** Several conditions on values. */
export function conditions (...rows: ReadonlyArray<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(rows.flatMap((row, number) =>
    Object.entries(row).map(([name, value]) => [`property[${number}][${name}]`, value])))
}
