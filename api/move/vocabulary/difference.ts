import type { Member } from './members.js'

export interface StoredMember extends Member { id: number }

/** The changes of an import to the properties, or to the classes, of a vocabulary. */
export interface Difference {
  added: Member[]
  /** Members with their new label and comment; `was` has the stored ones. */
  changed: Array<StoredMember & { was: Pick<Member, 'label' | 'comment'> }>
  /** Stored members that the document does not have. */
  removed: StoredMember[]
}

/** Compares members by their local names. */
export function differenceOf (stored: readonly StoredMember[], wanted: readonly Member[]): Difference {
  const known = new Map(stored.map((member) => [member.localName, member]))
  const named = new Set(wanted.map(({ localName }) => localName))
  return {
    added: wanted.filter(({ localName }) => !known.has(localName)),
    changed: wanted.flatMap((member) => {
      const was = known.get(member.localName)
      if (was === undefined || (was.label === member.label && was.comment === member.comment)) return []
      return [{ ...member, id: was.id, was: { label: was.label, comment: was.comment } }]
    }),
    removed: stored.filter(({ localName }) => !named.has(localName))
  }
}
