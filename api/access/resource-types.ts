import type { ResourceKind } from '../../db/tables/index.js'
import { TYPE_OF_KIND } from '../core/answers/addresses.js'
import type { Guarded } from './access.js'

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
