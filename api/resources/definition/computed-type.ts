import type { ResourceKind } from '../../../db/tables/index.js'
import type { Allows } from '../../access/access.js'
import { envelope } from '../../core/answers/addresses.js'
import type { Representation } from '../../core/answers/answer.js'
import type { Operation } from '../../core/calls/errors.js'
import type { TypeSchemas } from './resource-type.js'
import type { DataTypes } from '../../values/data-types.js'

/** The data on which members of a computed type may depend. */
export interface Configuration {
  /** Names of all resource types, in order. */
  readonly resourceNames: readonly string[]
  readonly dataTypes: DataTypes
}

/**
 * A resource type without a table: its members follow from the configuration of the program. They are always listed on
 * one page, without a total, and are read-only.
 */
export interface ComputedType<N extends string = string, R = unknown> {
  /** Name in URLs: `data_types`. */
  readonly name: N
  /** Name in messages: `DataType`. */
  readonly entity: string
  readonly operations: readonly Operation[]
  /** Kind of resources that this type represents although its members are not rows. */
  readonly kind?: ResourceKind
  /** Permissions; without an entity: whether the actor may ever do this. */
  readonly allows?: Allows
  /** Schema of a member; absent: any object. */
  readonly schemas?: TypeSchemas<R>
  /** Representations by id, in the order of the list. */
  members (configuration: Configuration): ReadonlyMap<string, Representation>
  /** Returns the representation of an id that `members` lacks; absent: such ids are not found (404). */
  unknown? (id: string): Representation
}

/**
 * Makes complete representations, by id, from the members that each has besides its id.
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
