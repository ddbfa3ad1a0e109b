import type { Node } from './terms.js'

/** Values by property, each by its text, so that none comes twice. */
type Values = Map<string, Map<string, unknown>>

/** Collects flattened nodes: each is there once, with everything that was said of it. */
export class FlatNodes {
  readonly #nodes = new Map<string, Values>()
  #blanks = 0

  /** @param nodes a flattened document, whose blank nodes are none of other documents. */
  add (nodes: readonly Node[]): void {
    const first = this.#blanks
    const renamed = (id: unknown): unknown => {
      if (typeof id !== 'string' || !id.startsWith('_:b')) return id
      const number = first + Number(id.slice(3))
      this.#blanks = Math.max(this.#blanks, number + 1)
      return `_:b${number}`
    }
    for (const { '@id': id, ...members } of nodes) {
      const values = this.#valuesOf(String(renamed(id)))
      for (const [property, list] of Object.entries(members)) {
        let present = values.get(property)
        if (present === undefined) values.set(property, present = new Map())
        for (const value of list as unknown[]) {
          const one = isReference(value) ? { ...value, '@id': renamed(value['@id']) } : value
          present.set(JSON.stringify(one), one)
        }
      }
    }
  }

  #valuesOf (id: string): Values {
    let values = this.#nodes.get(id)
    if (values === undefined) this.#nodes.set(id, values = new Map())
    return values
  }

  /** All nodes that something is said of. */
  nodes (): Node[] {
    return [...this.#nodes].map(([id, values]) =>
      ({ '@id': id, ...Object.fromEntries([...values].map(([property, list]) => [property, [...list.values()]])) }))
  }
}

function isReference (value: unknown): value is Node {
  return typeof value === 'object' && value !== null && '@id' in value
}
