import type { Schema } from './types.js'

/** The members that every representation has, whatever `fields` names. */
const REQUIRED_MEMBERS = new Set(['@context', '@id', '@type'])

const COMPONENTS = '#/components/schemas/'

/**
 * The schema of an answer, with `fields` or without. With `fields`, each representation has only some of its members,
 * which is described by a component of its own, such as `ItemFields`.
 *
 * @param schemas the components; new ones are added.
 */
export function withFields (schema: Schema, schemas: Record<string, unknown>): Schema {
  const { $ref: reference, anyOf, type, items } = schema as Parts
  if (type === 'array') return { ...schema, items: withFields(items!, schemas) }
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((one) => withFields(one, schemas)) }
  if (reference === undefined) return schema
  const some = someOf(reference.slice(COMPONENTS.length), schemas)
  return some === undefined ? schema : { anyOf: [schema, some] }
}

interface Parts { $ref?: string, anyOf?: Schema[], type?: string, items?: Schema, required?: string[] }

/** A reference to the component for some members of a representation; undefined for other schemas. */
function someOf (name: string, schemas: Record<string, unknown>): Schema | undefined {
  const { anyOf, required, ...whole } = schemas[name] as Parts
  const reference = { $ref: `${COMPONENTS}${name}Fields` }
  if (schemas[`${name}Fields`] !== undefined) return reference
  if (anyOf !== undefined) {
    const parts = (anyOf as Parts[]).map(({ $ref: part }) =>
      part === undefined ? undefined : someOf(part.slice(COMPONENTS.length), schemas))
    if (parts.includes(undefined)) return undefined
    schemas[`${name}Fields`] = { anyOf: parts }
    return reference
  }
  if (required?.includes('@id') !== true) return undefined
  schemas[`${name}Fields`] = {
    ...whole,
    required: required.filter((member) => REQUIRED_MEMBERS.has(member)),
    description: `With \`fields\`: the members of ${name} that it names`
  }
  return reference
}
