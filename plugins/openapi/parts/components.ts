import type { Schema } from './types.js'

/** Collects the schemas with an `$id`, which become components of the document. */
export class Components {
  readonly #schemas = new Map<string, Schema>()

  /** Schemas as plain JSON, without TypeBox's symbols, in which a reference replaces every part that has an `$id`. */
  refer<T> (part: T): T {
    return this.#refer(JSON.parse(JSON.stringify(part))) as T
  }

  /** The collected schemas by name, in the order of their names. */
  all (): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a < b ? -1 : 1))
  }

  #refer (part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((member) => this.#refer(member))
    const { $id: name, $ref: referred, ...members } = part as Schema
    if (typeof referred === 'string') return reference(referred)
    if (typeof name !== 'string') return this.#members(members)
    if (!this.#schemas.has(name)) {
      // Added before its members are replaced, because a recursive schema refers to itself.
      this.#schemas.set(name, {})
      this.#schemas.set(name, this.#members(members))
    }
    return reference(name)
  }

  #members (schema: Schema): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, this.#refer(member)]))
  }
}

function reference (name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}
