/**
 * The members of an ordered list after an update to those given. Members that the actor was not shown stay, at their
 * places: a client that writes back what it has read cannot name them.
 *
 * @param former the stored members, in order; `isShown`: 1 for those that the actor was shown, as SQL says.
 */
export function withHiddenMembers<T> (
  given: readonly T[], former: ReadonlyArray<{ readonly member: T, readonly isShown: number }>
): T[] {
  const all: T[] = []
  let next = 0
  for (const { member, isShown } of former) {
    if (isShown === 0) all.push(member)
    else if (next < given.length) all.push(given[next++]!)
  }
  return [...all, ...given.slice(next)]
}
