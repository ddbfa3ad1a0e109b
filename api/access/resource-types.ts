import type { ResourceKind } from '../../db/tables/index.js'
import type { Guarded } from './access.js'

interface Named extends Guarded {
  readonly kind?: ResourceKind
}

/** Names and access rules of all resource types of a collection, for code that needs nothing else of them. */
export class ResourceTypes {
  readonly #byName = new Map<string, Guarded>()
  readonly #byKind = new Map<ResourceKind, Guarded>()

  constructor (types: Iterable<Named>) {
    for (const type of types) {
      this.#byName.set(type.name, type)
      if (type.kind !== undefined) this.#byKind.set(type.kind, type)
    }
  }

  /** The resource type with this name in URLs. @throws TypeError when there is no such type. */
  named (name: string): Guarded {
    const type = this.#byName.get(name)
    if (type === undefined) throw new TypeError(`There is no resource type "${name}".`)
    return type
  }

  /** The resource type whose rows are resources of this kind. */
  ofKind (kind: ResourceKind): Guarded {
    return this.#byKind.get(kind)!
  }
}
