import type { Schema } from './types.js'

/** A schema as plain JSON, without the symbols of TypeBox. */
export function plain (schema: object): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema
}

/** Collects the schemas that have a name of their own in the document: those with an `$id`. */
export class Components {
  readonly #schemas = new Map<string, Schema>()

  /** The same, with references, as Fastify writes them, in place of every part that has a name. */
  refer (part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((member) => this.refer(member))
    const { $id: name, $ref: referred, ...members } = part as Schema
    if (typeof referred === 'string') return { ...members, $ref: `${referred}#` }
    if (typeof name !== 'string') return this.#members(members)
    if (!this.#schemas.has(name)) {
      // Known before its members are: it may be among them.
      this.#schemas.set(name, {})
      this.#schemas.set(name, { ...this.#members(members), $id: name })
    }
    return { $ref: `${name}#` }
  }

  /** What was referred to, in the order of the names. */
  all (): Schema[] {
    return [...this.#schemas].sort(([a], [b]) => a < b ? -1 : 1).map(([, schema]) => schema)
  }

  #members (schema: Schema): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, this.refer(member)]))
  }
}
