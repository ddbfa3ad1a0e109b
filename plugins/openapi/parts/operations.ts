/** The kinds of operation; the id of each operation begins with one of them. */
const KINDS = ['search', 'count', 'read', 'create', 'replace', 'patch', 'delete'] as const
export type Kind = typeof KINDS[number]

export function kindOf (operationId: string): Kind {
  const kind = KINDS.find((name) => operationId.startsWith(name))
  if (kind === undefined) {
    throw new TypeError(`The operation id "${operationId}" begins with none of ${KINDS.join(', ')}.`)
  }
  return kind
}

/** The API operation of each kind; counting facets is part of `search`. */
export const API_OPERATIONS = {
  search: 'search',
  count: 'search',
  read: 'read',
  create: 'create',
  replace: 'update',
  patch: 'update',
  delete: 'delete'
} as const satisfies Record<Kind, string>

export function isWrite (kind: Kind): boolean {
  return kind !== 'search' && kind !== 'count' && kind !== 'read'
}
