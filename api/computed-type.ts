import type { Entity } from './access/access.js'
import type { Actor } from './access/actor.js'
import { envelope } from './addresses.js'
import type { Representation } from './answer.js'
import type { Operation } from './errors.js'
import type { TypeSchemas } from './type-schemas.js'
import type { DataTypes } from './values/data-types.js'

/** What the members of a computed type may be made from. */
export interface Configuration {
  /** Names of all resource types, in their order. */
  readonly resourceNames: readonly string[]
  readonly dataTypes: DataTypes
}

/**
 * A resource type without a table: its members follow from how the program is configured. They are
 * always listed on one page, without a total, and are read-only.
 */
export interface ComputedType<N extends string = string, R = unknown> {
  /** Name in addresses: `data_types`. */
  readonly name: N
  /** Name in messages: `DataType`. */
  readonly entity: string
  readonly operations: readonly Operation[]
  /** Who may do what, in a type that an application adds; without an entity, whether the actor may ever do this. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
  /** Schema of the output; absent: any object. */
  readonly schemas?: TypeSchemas<R>
  /** Members by id, in the order of the list. */
  members (configuration: Configuration): ReadonlyMap<string, Representation>
  /** Stands for a member with an id that `members` does not have; absent: there is none (404). */
  unknown? (id: string): Representation
}

/**
 * Complete representations, by id, from what each member shows besides its id.
 *
 * @param name of the resource type. @param type `@type` of its members.
 * @example computedMembers('colours', 'ex:Colour', [['red', { 'ex:hue': 0 }]])
 */
export function computedMembers (
  name: string,
  type: string,
  members: Iterable<readonly [id: string, members: Representation]>
): Map<string, Representation> {
  return new Map([...members].map(([id, members]) => [id, { ...envelope(name, type, id), ...members }]))
}
