import type { Viewer } from '../../db/query/statements/viewer.js'

/** Whether the viewer may see the private values of a resource (docs/contract/acl.md §6). */
export function seesPrivateValues (viewer: Viewer, ownerId: number | null): boolean {
  return viewer.viewsAll || (viewer.id !== null && ownerId === viewer.id)
}
