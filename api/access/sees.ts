import type { Viewer } from '../../db/search/viewer.js'

/** In memory, the rule that `isVisible` states for the database. */
export function sees (viewer: Viewer, row: { isPublic: boolean, ownerId: number | null }): boolean {
  return viewer.viewsAll || row.isPublic || (viewer.id !== null && row.ownerId === viewer.id)
}

/** Whether the viewer sees the private values of a resource (docs/contract/acl.md §6). */
export function seesPrivateValues (viewer: Viewer, ownerId: number | null): boolean {
  return viewer.viewsAll || (viewer.id !== null && ownerId === viewer.id)
}
