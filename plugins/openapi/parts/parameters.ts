import { referTo } from './responses.js'
import type { OpenApiDocument, Parameter, Reference, Schema } from './types.js'

/** Number of rows that are described for a parameter with rows of objects; the server accepts more. */
const DESCRIBED_ROWS = 3

/**
 * The query parameters for a parameter, each in a form that generated clients can send. A list of values has brackets
 * after its name, `item_set_id[]`, beside the plain name for one value. Each member of a row of objects has a name of
 * its own, `property[0][type]`, because OpenAPI has no style for lists of objects.
 *
 * @param schemas the components that schemas refer to.
 */
export function serialised (parameter: Parameter, schemas: Record<string, unknown>): Parameter[] {
  const { name, in: place, required, schema, ...others } = parameter
  if (place !== 'query' || schema === undefined) {
    return [{ name, in: place, ...others, ...(schema && { schema }), ...(place === 'path' && { required: true }) }]
  }
  const row = rowOf(schema, schemas)
  if (row !== undefined) {
    const formsOfRow = (at: number): Parameter[] => Object.entries(row).flatMap(([member, { description, ...one }]) =>
      forms(`${name}[${at}][${member}]`, place, one, { ...others, description: `Row ${at}: ${String(description)}` }))
    return Array.from({ length: DESCRIBED_ROWS }, (_, at) => formsOfRow(at)).flat()
  }
  return forms(name, place, schema, others)
}

/** A parameter under its plain name, and as a list if it accepts several values. */
function forms (name: string, place: string, schema: Schema, others: Omit<Parameter, 'name' | 'in'>): Parameter[] {
  const { anyOf, ...rest } = schema
  const choices = (anyOf ?? []) as Schema[]
  const list = choices.find(isList)
  if (list === undefined) return [{ name, in: place, ...others, schema }]
  const [single] = choices.filter((choice) => !isList(choice))
  return [
    { name, in: place, ...others, schema: { ...rest, ...single } },
    { name: `${name}[]`, in: place, ...others, style: 'form', explode: true, schema: { ...rest, ...list } }
  ]
}

const isList = ({ type }: Schema): boolean => type === 'array'

/** The members of the objects in a list; undefined if it is not a list of objects. */
function rowOf ({ type, items }: Schema, schemas: Record<string, unknown>): Record<string, Schema> | undefined {
  if (type !== 'array') return undefined
  const { $ref: reference = '' } = items as { $ref?: string }
  const row = schemas[reference.slice(reference.lastIndexOf('/') + 1)] as Schema | undefined
  return row?.properties as Record<string, Schema> | undefined
}

/** Replaces brackets, which names of components must not contain. */
const componentName = (name: string): string => name.replace('[]', 'List').replace(/\[(\w+)\]/g, '_$1')

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
      const name = componentName(parameter.name)
      if (components[name] !== undefined) return parameter
      components[name] = parameter
      const reference = referTo('parameters', name)
      shared.set(text, reference)
      return reference
    })
  }
}
