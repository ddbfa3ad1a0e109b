import type { Role } from '../../schemas/administration/roles.js'
import type { ResourceKind } from '../../db/tables/index.js'
import type { Operation } from '../core/calls/errors.js'
import type { Actor } from '../core/calls/actor.js'

/** The properties of a row that decide who may read, change or delete it. */
export interface Entity {
  id?: number
  ownerId?: number | null
  isPublic?: boolean
  /** For items, item sets, media and value annotations. */
  kind?: ResourceKind
  /** For users: the role of the account that is read or changed. */
  role?: string
  /** For sites and their pages: the actor's role on that site, null for none (docs/contract/acl.md §4.1). */
  permission?: string | null
  /** Name of the row in messages, where it differs from the resource type's. */
  entity?: string
}

export type Rule = (actor: Actor, entity: Entity) => boolean

/** A rule for each role that may do the operation on some row; other roles are refused. */
type Grants = Partial<Record<Role | 'anonymous', Rule>>

/** Who may do which operation on a resource type. Without an entity: whether the actor may do it on any row. */
export type Allows = (actor: Actor, operation: Operation, entity?: Entity) => boolean

export const any: Rule = () => true
export const own: Rule = (actor, entity) => actor.id !== null && entity.ownerId === actor.id
export const isSelf: Rule = (actor, entity) => actor.id === entity.id
export const isSomeoneElse: Rule = (actor, entity) => actor.id !== entity.id
export const either = (...rules: Rule[]): Rule => (actor, entity) => rules.some((rule) => rule(actor, entity))

export const roles = (rule: Rule, ...names: Array<Role | 'anonymous'>): Grants =>
  Object.fromEntries(names.map((name) => [name, rule]))
export const signedIn = (rule: Rule = any): Grants =>
  roles(rule, 'researcher', 'author', 'reviewer', 'editor', 'site_admin', 'global_admin')
export const everyone = (rule: Rule = any): Grants => ({ ...roles(rule, 'anonymous'), ...signedIn(rule) })
export const admins = (rule: Rule = any): Grants => roles(rule, 'site_admin', 'global_admin')
export const adminOr = (rule: Rule): Grants => ({ ...everyone(rule), ...admins() })

/**
 * The `allows` of a resource type whose operations are granted to roles. A role without a rule is refused before any
 * row is looked up; otherwise the rule decides for the row in question (docs/contract/acl.md §2).
 */
export function granted (grants: Readonly<Record<Operation, Grants>>): Allows {
  return (actor, operation, entity) => {
    const rule = grants[operation][actor.role ?? 'anonymous']
    return rule !== undefined && (entity === undefined || rule(actor, entity))
  }
}

/** Every actor reads, administrators write: the default for types that an application adds. */
export const readByAll: Allows = granted({
  search: everyone(), read: everyone(), create: admins(), update: admins(), delete: admins()
})

/** Administrators read and write. */
export const onlyAdmins: Allows = granted({
  search: admins(), read: admins(), create: admins(), update: admins(), delete: admins()
})

/** A right to change certain fields, or to act on related rows (docs/contract/acl.md §4–§5). */
export interface Privilege {
  /** Name in messages. */
  readonly name: string
  readonly grants: Grants
}
