import type { Schema } from './types.js'

/** A schema as plain JSON, without TypeBox's symbols. */
export function plain (schema: object): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema
}

/** Collects the schemas that become components of the document: those with an `$id`. */
export class Components {
  readonly #schemas = new Map<string, Schema>()

  /** Replaces every part that has an `$id` by a reference in Fastify's form. */
  refer (part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((member) => this.refer(member))
    const { $id: name, $ref: referred, ...members } = part as Schema
    if (typeof referred === 'string') return { ...members, $ref: `${referred}#` }
    if (typeof name !== 'string') return this.#members(members)
    if (!this.#schemas.has(name)) {
      // Entered before its members are replaced, because it may be one of them.
      this.#schemas.set(name, {})
      this.#schemas.set(name, { ...this.#members(members), $id: name })
    }
    return { $ref: `${name}#` }
  }

  /** The collected schemas, sorted by name. */
  all (): Schema[] {
    return [...this.#schemas].sort(([a], [b]) => a < b ? -1 : 1).map(([, schema]) => schema)
  }

  #members (schema: Schema): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, this.refer(member)]))
  }
}
