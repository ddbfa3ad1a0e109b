import type { Viewer } from '../../db/query/statements/viewer.js'

/**
 * Cache key of viewers with the same representations: all viewers who see everything, all anonymous ones, or one
 * account.
 */
export function representationViewer ({ viewsAll, id }: Viewer): string {
  return viewsAll ? 'all' : id === null ? '' : String(id)
}

/** Cache key of viewers with the same search results. They depend on the role, too. */
export function searchViewer ({ id, viewsAll, isAdmin }: Viewer): string {
  return `${id ?? ''} ${viewsAll} ${isAdmin}`
}
