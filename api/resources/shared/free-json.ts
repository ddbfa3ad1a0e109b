/**
 * Free JSON as it is read back (contract/admin-resources.md §1.2): an empty object is an empty list, and so is one
 * whose keys count from 0 a list.
 */
export function asStored (json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(asStored)
  const entries = Object.entries(json).map(([key, member]) => [key, asStored(member)] as const)
  return entries.every(([key], at) => key === String(at)) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}
