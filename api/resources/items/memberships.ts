import type { UpdateCall } from '../../core/calls/call.js'

/** The memberships of an item that an update with these ids removes and adds. */
export function changedMemberships (
  current: ReadonlySet<number>, named: readonly number[], { collectionAction = 'replace' }: UpdateCall
): { dropped: number[], joined: number[] } {
  const isNamed = new Set(named)
  return {
    dropped: collectionAction === 'append'
      ? []
      : [...current].filter((id) => isNamed.has(id) === (collectionAction === 'remove')),
    joined: collectionAction === 'remove' ? [] : named.filter((id) => !current.has(id))
  }
}
