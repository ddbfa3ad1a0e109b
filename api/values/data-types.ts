import type { DataType, StoredValue } from './data-type.js'
import { literal } from './literal.js'
import { resource, resourceItem, resourceItemSet, resourceMedia } from './resource.js'
import { uri } from './uri.js'

const BUILT_IN = [literal, uri, resource, resourceItem, resourceItemSet, resourceMedia]

/** Whether the values of a data type have no other keys than the schemas of values define. */
export function hasDefinedKeys (type: DataType): boolean {
  return BUILT_IN.includes(type)
}

/**
 * The data types of an installation by name: the six built-in ones, in the order of the reference application, then
 * data types of the embedding application.
 */
export class DataTypes extends Map<string, DataType> {
  constructor (added: readonly DataType[] = []) {
    super()
    for (const type of [...BUILT_IN, ...added]) {
      if (this.has(type.name)) throw new TypeError(`There are two data types named "${type.name}".`)
      this.set(type.name, type)
    }
  }
}

/** The data type that represents a stored value whose own type is no longer registered. */
export function fittingType (value: StoredValue): DataType {
  return value.uri !== null ? uri : value.link !== null ? resource : literal
}
