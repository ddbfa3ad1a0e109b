/**
 * JSON Merge Patch (RFC 7396): members of the patch replace members of the target, null removes, objects merge,
 * everything else (lists too) is replaced whole. The target is left as it is.
 *
 * @example applyMergePatch({ a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } }) // { b: { c: 2, d: 3 } }
 */
export function applyMergePatch (target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = applyMergePatch(merged[key], value)
  }
  return merged
}

function isObject (value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
