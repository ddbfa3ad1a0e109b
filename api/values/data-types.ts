import type { DataType, StoredValue } from './data-type.js'
import { literal } from './literal.js'
import { resource, resourceItem, resourceItemSet, resourceMedia } from './resource.js'
import { uri } from './uri.js'

/**
 * The data types of an installation: the six built-in ones, in the order of the reference application, then data types
 * of the embedding application.
 */
export class DataTypes implements Iterable<DataType> {
  readonly #types = new Map<string, DataType>()
  readonly byName: ReadonlyMap<string, DataType> = this.#types

  constructor (added: readonly DataType[] = []) {
    for (const type of [literal, uri, resource, resourceItem, resourceItemSet, resourceMedia, ...added]) {
      if (this.#types.has(type.name)) throw new TypeError(`There are two data types named "${type.name}".`)
      this.#types.set(type.name, type)
    }
  }

  get (name: string): DataType | undefined {
    return this.#types.get(name)
  }

  /**
   * The data type that represents a stored value; if its own type is no longer registered, one that fits its content.
   */
  of (value: StoredValue): DataType {
    return this.#types.get(value.type) ?? (value.uri !== null ? uri : value.link !== null ? resource : literal)
  }

  [Symbol.iterator] (): Iterator<DataType> {
    return this.#types.values()
  }
}
