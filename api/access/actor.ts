import { ROLES, type Role } from '../../schemas/roles.js'

/** What a key leaves of its owner's rights. What is not said is not limited. */
export interface Scope {
  /** Nothing may be written. */
  readonly readOnly?: boolean
  /** Names of the only resource types that may be used. */
  readonly resources?: readonly string[]
}

/** Who asks. Anonymous has neither id nor role. */
export interface Actor {
  readonly id: number | null
  readonly role: Role | null
  /** Absent: all that the role may do. */
  readonly scope?: Scope
}

export const ANONYMOUS: Actor = Object.freeze({ id: null, role: null })

/** Whoever runs the program on the computer that holds the data: nobody in particular, with every right. */
export const OPERATOR: Actor = Object.freeze({ id: null, role: 'global_admin' })

/** True for the two administrator roles. */
export function isAdmin (actor: Actor): boolean {
  return actor.role === 'global_admin' || actor.role === 'site_admin'
}

/** May see every item, item set, media and value, private ones too (contract/acl.md §4, `view-all`). */
export function viewsAll (actor: Actor): boolean {
  return isAdmin(actor) || actor.role === 'editor' || actor.role === 'reviewer'
}

export function isRole (name: unknown): name is Role {
  return (ROLES as readonly unknown[]).includes(name)
}

/** The actor with all rights of its role, for what belongs to a resource whose scope was checked already. */
export function withoutScope ({ id, role }: Actor): Actor {
  return { id, role }
}
