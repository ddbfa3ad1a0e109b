import type { Node } from './terms.js'

/** Values by property and JSON text, without duplicates. */
type Values = Map<string, Map<string, unknown>>

/** Merges flattened nodes: each occurs once, with all its properties. */
export class FlatNodes {
  readonly #nodes = new Map<string, Values>()
  #blanks = 0

  /** @param nodes a flattened document, whose blank nodes are unique to it. */
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

  /** All nodes that are subject of at least one triple. */
  nodes (): Node[] {
    return [...this.#nodes].map(([id, values]) =>
      ({ '@id': id, ...Object.fromEntries([...values].map(([property, list]) => [property, [...list.values()]])) }))
  }
}

function isReference (value: unknown): value is Node {
  return typeof value === 'object' && value !== null && '@id' in value
}
