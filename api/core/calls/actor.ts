import type { Role } from '../../../schemas/administration/roles.js'

/** Limits of an API key, within the rights of its owner. Absent members do not limit. */
export interface Scope {
  /** The key only reads. */
  readonly readOnly?: boolean
  /** Names of the resource types that the key is for. */
  readonly resources?: readonly string[]
}

/** Who makes a request. Anonymous has neither id nor role. */
export interface Actor {
  readonly id: number | null
  readonly role: Role | null
  /** Absent: everything that the role permits. */
  readonly scope?: Scope
  /** Why a request with a key is anonymous nevertheless. */
  readonly keyProblem?: KeyProblem
}

/**
 * The problem of a key: `unknown`: no such pair of identity and credential; `incomplete`: one of the two is missing;
 * `expired`, or its account is `inactive`, both reported only if the credential is right.
 */
export type KeyProblem = 'unknown' | 'expired' | 'inactive' | 'incomplete'

export const ANONYMOUS: Actor = Object.freeze({ id: null, role: null })

/** The anonymous actors that replace the owner of an invalid key. */
export const REFUSED: Readonly<Record<KeyProblem, Actor>> = {
  unknown: Object.freeze({ ...ANONYMOUS, keyProblem: 'unknown' }),
  expired: Object.freeze({ ...ANONYMOUS, keyProblem: 'expired' }),
  inactive: Object.freeze({ ...ANONYMOUS, keyProblem: 'inactive' }),
  incomplete: Object.freeze({ ...ANONYMOUS, keyProblem: 'incomplete' })
}

/** The operator of the command line: no account, every right. */
export const OPERATOR: Actor = Object.freeze({ id: null, role: 'global_admin' })

/**
 * The actor with all rights of its role, for rows that belong to a resource for which the scope of the API key was
 * already checked.
 */
export function withoutScope ({ id, role }: Actor): Actor {
  return { id, role }
}
