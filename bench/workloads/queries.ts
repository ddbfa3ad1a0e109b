/** Addresses of searches of `/api/items`. */
export function items (query: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  )
  return `/api/items?${parts.join('&')}`
}

/** A condition on the values of a property. */
export function having (property: string, type: string, text: string | number): Record<string, string | number> {
  return { 'property[0][property]': property, 'property[0][type]': type, 'property[0][text]': text }
}
