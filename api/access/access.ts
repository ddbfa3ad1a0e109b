import type { Viewer } from '../../db/query/statements/viewer.js'
import { isAdmin, viewsAll, type Actor, type KeyProblem } from '../core/calls/actor.js'
import { PermissionError, type Operation } from '../core/calls/errors.js'
import type { Allows, Entity, Privilege } from './rules.js'

/** The part of a resource type that access control needs. */
export interface Guarded {
  readonly name: string
  readonly entity: string
  /** Absent: no actor may do anything. */
  readonly allows?: Allows
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

/** @throws PermissionError when the actor may not do this operation on this row. */
export function checkEntity (actor: Actor, operation: Operation, type: Guarded, entity: Entity): void {
  if (!mayDo(actor, operation, type, entity)) {
    throw PermissionError.ofEntity(operation, entity.entity ?? type.entity, reasonOf(actor, operation, type.name))
  }
}

/** Whether the actor has a privilege over a row. */
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

/** What query conditions need to know about an actor. */
export function viewerOf (actor: Actor): Viewer {
  return { id: actor.id, viewsAll: viewsAll(actor), isAdmin: isAdmin(actor) }
}
