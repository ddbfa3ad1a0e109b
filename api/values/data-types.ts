import type { DataType, StoredValue } from './data-type.js'
import { literal } from './literal.js'
import { resource, resourceItem, resourceItemSet, resourceMedia } from './resource.js'
import { uri } from './uri.js'

/** The data types of an installation: the six built in, in the reference's order, and those an application adds. */
export class DataTypes implements Iterable<DataType> {
  readonly #types = new Map<string, DataType>()

  /** Nothing was added by an application. */
  readonly areBuiltIn: boolean

  constructor (added: readonly DataType[] = []) {
    this.areBuiltIn = added.length === 0
    for (const type of [literal, uri, resource, resourceItem, resourceItemSet, resourceMedia, ...added]) {
      if (this.#types.has(type.name)) throw new TypeError(`There are two data types named "${type.name}".`)
      this.#types.set(type.name, type)
    }
  }

  get (name: string): DataType | undefined {
    return this.#types.get(name)
  }

  /** The type that shows a stored value; one that is no longer known is shown by what it holds. */
  of (value: StoredValue): DataType {
    return this.#types.get(value.type) ?? (value.uri !== null ? uri : value.link !== null ? resource : literal)
  }

  [Symbol.iterator] (): Iterator<DataType> {
    return this.#types.values()
  }
}
