import { isJsonObject } from '../../api/core/calls/given.js'

/**
 * JSON Merge Patch (RFC 7396): members of the patch replace members of the target, null removes them, objects are
 * merged, everything else (lists, too) is replaced as a whole. The target is not changed.
 *
 * @example applyMergePatch({ a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } }) // { b: { c: 2, d: 3 } }
 */
export function applyMergePatch (target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged: Record<string, unknown> = isJsonObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = applyMergePatch(merged[key], value)
  }
  return merged
}
