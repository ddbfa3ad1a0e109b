/**
 * Normalises free JSON as the reference application does (docs/contract/admin-resources.md §1.2): an object that is
 * empty, or whose keys count from 0, becomes a list. Unchanged objects are not copied. Recursive: the caller must have
 * limited the depth (files/streams/received-bytes.ts).
 */
export function asStored (json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(asStored)
  const keys = Object.keys(json)
  const given = Object.values(json) as unknown[]
  const members = given.map(asStored)
  if (keys.every((key, at) => key === String(at))) return members
  // `Object.fromEntries` preserves a key named `__proto__`, which an assignment would not.
  return members.every((member, at) => member === given[at])
    ? json
    : Object.fromEntries(keys.map((key, at) => [key, members[at]]))
}
