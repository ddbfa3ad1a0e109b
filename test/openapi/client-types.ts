import path from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { packageFolder } from '../../package.js'

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
  const nodes = await openapiTypescript(forPrograms(JSON.parse(document)) as never, {
    transform: (schema) => schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined
  })
  return HEAD + astToString(nodes).replaceAll(ANY_KEY, TERMS)
}

/** Searches give scalars only with `return_scalar`; without this, every list would have a union type. */
function forPrograms (value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(forPrograms)
  const { anyOf } = value as Schema
  const list =
    anyOf?.some(({ $ref }) => $ref?.endsWith('/Scalars') === true) === true
      ? anyOf.find(({ type }) => type === 'array')
      : undefined
  if (list !== undefined) return forPrograms(list)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, forPrograms(member)]))
}
