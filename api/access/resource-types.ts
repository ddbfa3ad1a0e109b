import type { ResourceKind } from '../../db/tables/index.js'
import type { Guarded } from './access.js'

interface Named extends Guarded {
  readonly kind?: ResourceKind
}

/** The resource types of a collection, as far as others than themselves have to know them: their names and access. */
export class ResourceTypes {
  readonly #byName = new Map<string, Guarded>()
  readonly #byKind = new Map<ResourceKind, Guarded>()

  constructor (types: Iterable<Named>) {
    for (const type of types) {
      this.#byName.set(type.name, type)
      if (type.kind !== undefined) this.#byKind.set(type.kind, type)
    }
  }

  /** By the name in addresses. @throws TypeError when there is no such type. */
  named (name: string): Guarded {
    const type = this.#byName.get(name)
    if (type === undefined) throw new TypeError(`There is no resource type "${name}".`)
    return type
  }

  /** The type whose rows are resources of a kind. */
  ofKind (kind: ResourceKind): Guarded {
    return this.#byKind.get(kind)!
  }
}
