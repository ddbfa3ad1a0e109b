import type { Entity } from './access/access.js'
import type { Actor } from './access/actor.js'
import { envelope } from './addresses.js'
import type { Representation } from './answer.js'
import type { Operation } from './errors.js'

/** A resource type whose members are no rows: they are listed whole, without total, and only read. */
export interface ListedType {
  readonly name: string
  readonly entity: string
  readonly operations: readonly Operation[]
  /** Who may do what, in a type that an application adds; without an entity, whether the actor may ever do this. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
  /** Members by id, in the order of the list. */
  members (): ReadonlyMap<string, Representation>
  /** What a member without an entry is; absent: there is none (404). */
  unknown? (id: string): Representation
}

/** Members made from ids and what each shows besides them. */
export function listed (name: string, type: string, members: Iterable<readonly [id: string, facts: Representation]>): Map<string, Representation> {
  return new Map([...members].map(([id, facts]) => [id, { ...envelope(name, type, id), ...facts }]))
}
