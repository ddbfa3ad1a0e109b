import { referTo } from './responses.js'
import type { OpenApiDocument, Parameter, Reference, Schema } from './types.js'

/** Parameters whose lists are separated by commas; lists of all others have brackets, as in PHP. */
const WITH_COMMAS = new Set(['id', 'fields', 'facets', 'sort_by', 'sort_order'])

function admitsList ({ type, anyOf }: Schema): boolean {
  return (
    type === 'array' ||
    type === 'object' ||
    (Array.isArray(anyOf) && anyOf.some((member) => admitsList(member as Schema)))
  )
}

/**
 * Describes how lists in a query parameter are written. `deepObject` is closest to PHP's brackets; OpenAPI does not
 * define how it nests, so the description of the document does.
 */
export function serialised (parameter: Parameter): Parameter {
  const { name, in: place, required: _, ...others } = parameter
  if (place !== 'query' || parameter.schema === undefined || !admitsList(parameter.schema)) {
    return { name, in: place, ...others, ...(place === 'path' && { required: true }) }
  }
  return {
    name,
    in: place,
    ...others,
    ...(WITH_COMMAS.has(name) ? { style: 'form', explode: false } : { style: 'deepObject', explode: true })
  }
}

/** Moves parameters that several operations share into the components. */
export function shareParameters (document: OpenApiDocument): void {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const uses = new Map<string, number>()
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      uses.set(JSON.stringify(parameter), (uses.get(JSON.stringify(parameter)) ?? 0) + 1)
    }
  }
  const shared = new Map<string, Reference>()
  const components = document.components.parameters ??= {}
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const text = JSON.stringify(parameter)
      if ('$ref' in parameter || uses.get(text) === 1) return parameter
      const present = shared.get(text)
      if (present !== undefined) return present
      if (components[parameter.name] !== undefined) return parameter
      components[parameter.name] = parameter
      const reference = referTo('parameters', parameter.name)
      shared.set(text, reference)
      return reference
    })
  }
}
