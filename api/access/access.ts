import type { Viewer } from '../../db/query/statements/viewer.js'
import { isAdmin, viewsAll, type Actor, type KeyProblem } from '../core/calls/actor.js'
import { PermissionError, type Operation } from '../core/calls/errors.js'
import type { Allows, Entity, Privilege } from './rules.js'

/** The part of a resource type that access control needs. */
export interface Guarded {
  readonly name: string
  readonly entity: string
  /** Absent: nobody may do anything. */
  readonly allows?: Allows
}

/** Whether the API key of the request, if there is one, covers the operation. */
function isInScope ({ scope }: Actor, operation: Operation, name: string): boolean {
  if (scope === undefined) return true
  const isRead = operation === 'search' || operation === 'read'
  return (isRead || scope.readOnly !== true) && (scope.resources === undefined || scope.resources.includes(name))
}

/**
 * Whether the actor may do something with a row, as far as role and key allow.
 *
 * @param entity absent: with any row at all.
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

/** What is wrong with the key that came with the request. */
function problemOf ({ keyProblem }: Actor): string | undefined {
  return keyProblem === undefined ? undefined : `${PROBLEMS[keyProblem]}, so the request counts as anonymous.`
}

/** Why an actor is refused, where that is not for its role: the limits of its key, or that there is no valid one. */
function reasonOf (actor: Actor, operation: Operation, name: string): string | undefined {
  if (isInScope(actor, operation, name)) {
    // Reads may come with the session of a browser instead of a key.
    const needsKey = actor.id === null && operation !== 'search' && operation !== 'read'
    return problemOf(actor) ?? (needsKey ? 'No API key was sent with the request.' : undefined)
  }
  const { readOnly, resources } = actor.scope!
  return resources?.includes(name) === false
    ? `The API key that was sent is only for ${resources.join(', ')}${readOnly === true ? ', to be read' : ''}.`
    : 'The API key that was sent is read-only.'
}

/** @throws PermissionError when the actor's role never may do this with this type of resource. */
export function checkType (actor: Actor, operation: Operation, type: Guarded): void {
  if (!mayDo(actor, operation, type)) {
    throw PermissionError.ofType(operation, type.entity, reasonOf(actor, operation, type.name))
  }
}

/** @throws PermissionError when the actor may not do this with this row. */
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

/** The facts about an actor on which the conditions of queries depend. */
export function viewerOf (actor: Actor): Viewer {
  return { id: actor.id, viewsAll: viewsAll(actor), isAdmin: isAdmin(actor) }
}
