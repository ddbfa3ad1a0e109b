import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/query/statements/database.js'
import { prepared } from '../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER, type Viewer } from '../../db/query/statements/viewer.js'
import type { Actor, KeyProblem } from '../core/calls/actor.js'
import { OperationError, PermissionError, type Operation } from '../core/calls/errors.js'
import { ROLES, type Role } from '../../schemas/administration/roles.js'
import { user, type ResourceKind } from '../../db/tables/index.js'
import { TYPE_OF_KIND } from '../core/answers/addresses.js'

/** The part of a resource type that access control needs. */
export interface Guarded {
  readonly name: string
  readonly entity: string
  /** Absent: no actor may do anything. */
  readonly allows?: Allows
}

/** Names and access rules of all resource types of a collection, for code that needs nothing else of them. */
export class ResourceTypes {
  readonly #byName: ReadonlyMap<string, Guarded>

  constructor (types: Iterable<Guarded>) {
    this.#byName = new Map(Array.from(types, (type) => [type.name, type]))
  }

  /** The resource type with this name in URLs. @throws TypeError when there is no such type. */
  named (name: string): Guarded {
    const type = this.#byName.get(name)
    if (type === undefined) throw new TypeError(`There is no resource type "${name}".`)
    return type
  }

  /** The resource type whose rows are resources of this kind. */
  ofKind (kind: ResourceKind): Guarded {
    return this.named(TYPE_OF_KIND[kind])
  }
}

/** Whether the API key of the request, if there is one, covers the operation. */
function isInScope ({ scope }: Actor, operation: Operation, name: string): boolean {
  if (scope === undefined) return true
  const isRead = operation === 'search' || operation === 'read'
  return (isRead || scope.readOnly !== true) && (scope.resources === undefined || scope.resources.includes(name))
}

/**
 * Whether the actor's role and API key allow an operation on a row.
 * @param entity absent: on at least one row of the type.
 */
export function mayDo (actor: Actor, operation: Operation, type: Guarded, entity?: Entity): boolean {
  return isInScope(actor, operation, type.name) && type.allows !== undefined && type.allows(actor, operation, entity)
}

const PROBLEMS: Record<KeyProblem, string> = {
  unknown: 'The API key that was sent is not valid',
  expired: 'The API key that was sent has expired',
  inactive: 'The account of the API key that was sent is not active',
  incomplete: 'Of the API key that was sent a part is missing'
}

/** The problem with the API key that the client sent; undefined when there is none. */
function problemOf ({ keyProblem }: Actor): string | undefined {
  return keyProblem === undefined ? undefined : `${PROBLEMS[keyProblem]}, so the request counts as anonymous.`
}

/** Why an actor is refused, if not because of its role: the limits of its key, or the lack of a valid one. */
function reasonOf (actor: Actor, operation: Operation, name: string): string | undefined {
  if (isInScope(actor, operation, name)) {
    // Reads need no key: a browser may send a session cookie instead.
    const needsKey = actor.id === null && operation !== 'search' && operation !== 'read'
    return problemOf(actor) ?? (needsKey ? 'No API key was sent with the request.' : undefined)
  }
  const { readOnly, resources } = actor.scope!
  return resources?.includes(name) === false
    ? `The API key that was sent is only for ${resources.join(', ')}${readOnly === true ? ', to be read' : ''}.`
    : 'The API key that was sent is read-only.'
}

/** @throws PermissionError when the actor's role allows this operation on no row of the resource type. */
export function checkType (actor: Actor, operation: Operation, type: Guarded): void {
  if (!mayDo(actor, operation, type)) {
    throw PermissionError.ofType(operation, type.entity, reasonOf(actor, operation, type.name))
  }
}

/**
 * @throws PermissionError as `checkType`, or else OperationError if the type does not offer the operation
 *   (docs/contract/acl.md §2).
 */
export function checkOperation (
  actor: Actor, operation: Operation, type: Guarded & { readonly operations: readonly Operation[] }
): void {
  checkType(actor, operation, type)
  if (!type.operations.includes(operation)) throw new OperationError(type.entity, operation, type.operations)
}

/** @throws PermissionError when the actor may not do this operation on this row. */
export function checkEntity (actor: Actor, operation: Operation, type: Guarded, entity: Entity): void {
  if (!mayDo(actor, operation, type, entity)) {
    throw PermissionError.ofEntity(operation, entity.entity ?? type.entity, reasonOf(actor, operation, type.name))
  }
}

export function hasPrivilege (actor: Actor, { grants }: Privilege, entity: Entity = {}): boolean {
  return grants[actor.role ?? 'anonymous']?.(actor, entity) === true
}

/**
 * @param entity name of the row in messages.
 * @throws PermissionError when the actor lacks it.
 */
export function checkPrivilege (actor: Actor, privilege: Privilege, entity: string, row: Entity = {}): void {
  if (!hasPrivilege(actor, privilege, row)) throw PermissionError.ofEntity(privilege.name, entity, problemOf(actor))
}

export function isRole (name: unknown): name is Role {
  return (ROLES as readonly unknown[]).includes(name)
}

/** True for the two administrator roles. */
export function isAdmin (actor: Actor): boolean {
  return actor.role === 'global_admin' || actor.role === 'site_admin'
}

/** May see every item, item set, media and value, private ones too (docs/contract/acl.md §4, `view-all`). */
function viewsAll (actor: Actor): boolean {
  return isAdmin(actor) || actor.role === 'editor' || actor.role === 'reviewer'
}

/** What query conditions need to know about an actor. */
export function viewerOf (actor: Actor): Viewer {
  return { id: actor.id, viewsAll: viewsAll(actor), isAdmin: isAdmin(actor) }
}

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
 *
 * @param grants for each operation; those of `search` default to those of `read`.
 */
export function granted (grants: Readonly<Record<Exclude<Operation, 'search'>, Grants> & { search?: Grants }>): Allows {
  return (actor, operation, entity) => {
    const rule = (grants[operation] ?? grants.read)[actor.role ?? 'anonymous']
    return rule !== undefined && (entity === undefined || rule(actor, entity))
  }
}

/** Every actor reads, administrators write: the default for types that an application adds. */
export const readByAll: Allows = granted({
  read: everyone(), create: admins(), update: admins(), delete: admins()
})

/** Administrators read and write. */
export const onlyAdmins: Allows = granted({
  read: admins(), create: admins(), update: admins(), delete: admins()
})

/** A right to change certain fields, or to act on related rows (docs/contract/acl.md §4–§5). */
export interface Privilege {
  /** Name in messages. */
  readonly name: string
  readonly grants: Grants
}

const accountOf = prepared((database) => database.select({ id: user.id })
  .from(user).where(eq(user.id, sql.placeholder('id'))).prepare())

/**
 * Whether the actor's account still exists: it may have been deleted after the request was authenticated. Call it
 * inside a transaction, so that it cannot be deleted before the commit. True for actors without an account.
 */
export async function hasAccount (database: Database, { id }: Actor): Promise<boolean> {
  return id === null || await accountOf(database, ANONYMOUS_VIEWER).get({ id }) !== undefined
}

/** The message for an actor whose account does not exist. */
export function noAccount ({ id }: Actor): string {
  return `There is no account ${id}.`
}
