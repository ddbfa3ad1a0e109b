import type { Operation } from './types.js'

/** What an operation does, as its id begins; routes name their operations so. */
export const KINDS = ['search', 'count', 'read', 'create', 'replace', 'patch', 'delete'] as const
export type Kind = typeof KINDS[number]

export function kindOf ({ operationId }: Operation): Kind {
  const kind = KINDS.find((name) => operationId.startsWith(name))
  if (kind === undefined) {
    throw new TypeError(`The operation id "${operationId}" begins with none of ${KINDS.join(', ')}.`)
  }
  return kind
}

/** What the API calls it; facets are counted by whoever may search. */
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
