/**
 * Free JSON as it is read back (docs/contract/admin-resources.md §1.2): an empty object is an empty list, and so is
 * one
 * whose keys count from 0 a list. Objects that stay as they are are not copied. Recurses, so the depth of the JSON
 * must
 * have been bounded (see files/bounded-json.ts).
 */
export function asStored (json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(asStored)
  const keys = Object.keys(json)
  const given = Object.values(json) as unknown[]
  const members = given.map(asStored)
  if (keys.every((key, at) => key === String(at))) return members
  // Not by assignment, which a key named `__proto__` would not survive.
  return members.every((member, at) => member === given[at])
    ? json
    : Object.fromEntries(keys.map((key, at) => [key, members[at]]))
}
