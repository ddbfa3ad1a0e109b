import path from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { packageFolder } from '../../package.js'
import type { OpenApiDocument, Parameter, Reference } from '../../plugins/openapi/parts/types.js'

/** The types of the client, made from the document. */
export const CLIENT_TYPES = path.join(packageFolder, 'client', 'openapi.ts')

const HEAD = `/* eslint-disable */
// Made by \`npm run openapi\` from the OpenAPI document; do not edit.

`

/** How the generator writes the keys of a payload that are terms of properties. */
const ANY_KEY = '[key: string]: unknown | components["schemas"]["ValueInput"][];'

/** Terms of the built-in vocabularies are checked by the compiler; other keys of a payload may hold anything. */
const BUILT_IN = '"dcterms" | "dctype" | "bibo" | "foaf"'
const TERMS = `[term: \`\${${BUILT_IN}}:\${string}\`]: components["schemas"]["ValueInput"][];
            [key: string]: unknown;`

interface Schema { [keyword: string]: unknown, anyOf?: Schema[], $ref?: string }

/** @param document the document as JSON text. */
export async function clientTypes (document: string): Promise<string> {
  const nodes = await openapiTypescript(forPrograms(withWholeLists(JSON.parse(document) as OpenApiDocument)) as never, {
    transform: (schema) => schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined
  })
  return HEAD + astToString(nodes).replaceAll(ANY_KEY, TERMS)
}

/** A parameter of which the document describes the parts, such as `id[]` or `property[0][type]`. */
const PART = /^(\w+)(\[\d+\]\[\w+\])?(?:\[\])?$/

/**
 * The document with one parameter for each list: the client takes lists and rows of objects, and writes their parts
 * itself (client/query.ts).
 */
function withWholeLists (document: OpenApiDocument): OpenApiDocument {
  const shared = document.components.parameters as Record<string, Parameter>
  const resolved = (parameter: Parameter | Reference): Parameter =>
    '$ref' in parameter ? shared[parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)]! : parameter
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const whole = new Map<string, Parameter | Reference>()
    for (const parameter of operation.parameters ?? []) {
      const { name: written, in: place, ...others } = resolved(parameter)
      const [, name = written, row] = place === 'query' ? PART.exec(written) ?? [] : []
      const single = whole.get(name)
      if (row !== undefined) {
        const items = { $ref: '#/components/schemas/ValueQueryRow' }
        whole.set(name, { name, in: place, description: 'Rows of a value query', schema: { type: 'array', items } })
      } else if (single === undefined) {
        whole.set(name, parameter)
      } else {
        const anyOf = [resolved(single).schema, others.schema]
        whole.set(name, { name, in: place, description: others.description!, schema: { anyOf } })
      }
    }
    operation.parameters = [...whole.values()]
  }
  for (const [key, { name }] of Object.entries(shared)) if (name.includes('[')) delete shared[key]
  const own = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters.filter((parameter) => !('$ref' in parameter)) as Parameter[])
  for (const parameter of [...own, ...Object.values(shared)]) {
    if (/(?:^|_)id$/.test(parameter.name)) parameter.schema = withIds(parameter.schema as Schema)
  }
  return document
}

/** The schema of a parameter of ids, each of which may be a number or a text. */
function withIds (schema: Schema): Schema {
  const { type, items, anyOf } = schema
  if (type === 'array') return { ...schema, items: withIds(items as Schema) }
  return anyOf === undefined ? { ...schema, type: ['number', 'string'] } : { ...schema, anyOf: anyOf.map(withIds) }
}

/**
 * Searches give scalars only with `return_scalar`, and some members only with `fields`; without this, every answer
 * would have a union type.
 */
function forPrograms (value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(forPrograms)
  const { anyOf } = value as Schema
  const refers = (end: string): boolean => anyOf?.some(({ $ref }) => $ref?.endsWith(end) === true) === true
  if (refers('/Scalars')) return forPrograms(anyOf!.find(({ type }) => type === 'array'))
  if (anyOf?.length === 2 && refers('Fields')) return forPrograms(anyOf[0])
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, forPrograms(member)]))
}
