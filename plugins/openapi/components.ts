import type { TSchema } from '@sinclair/typebox'
import type { Schema } from './types.js'

/** The schemas that get a name of their own in the document, by that name. */
export type Components = ReadonlyMap<string, Schema>

/** Query schemas are taken apart into parameters, so they are no components. */
const TAKEN_APART = /Query$/

/** @param modules modules of `schemas/`; every schema that they export is a component, named after its export. */
export function componentsOf (modules: readonly object[]): Components {
  const components = new Map<string, Schema>()
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    if (isSchema(schema) && !TAKEN_APART.test(name)) components.set(name.replace(/Schema$/, '').replace(/Payload$/, 'Input'), plain(schema))
  }
  return components
}

function isSchema (value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value)
}

/** A schema as plain JSON, without the symbols and clones of TypeBox. */
export function plain (schema: object): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema
}

/**
 * Replaces every part of a schema that is a component by a reference to it, as Fastify writes them. TypeBox clones
 * optional members, so that parts are compared by what they say and not by identity.
 */
export function refer (schema: unknown, components: Components): unknown {
  const names = new Map([...components].map(([name, component]) => [JSON.stringify(component), name]))
  const walk = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const name = names.get(JSON.stringify(part))
    return name === undefined ? within(part) : { $ref: `${name}#` }
  }
  const within = (part: object): unknown => Array.isArray(part)
    ? part.map(walk)
    : Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member)]))
  return walk(schema)
}

/** The components as Fastify takes them, each referring to the others. */
export function sharedSchemas (components: Components): Schema[] {
  return [...components].map(([name, schema]) => {
    const others = new Map([...components].filter(([other]) => other !== name))
    return { ...refer(schema, others) as Schema, $id: name }
  })
}
