import type { ApiOf } from './api-of.js'
import type { ComputedType } from './computed-type.js'
import type { ResourceType } from './resource-type.js'
import { apiResources } from './resources/api-resources/definition.js'
import { assets } from './resources/assets/definition.js'
import { dataTypes } from './resources/data-types/definition.js'
import { itemSets } from './resources/item-sets/definition.js'
import { items } from './resources/items/definition.js'
import { jobs } from './resources/jobs/definition.js'
import { media } from './resources/media/definition.js'
import { modules } from './resources/modules/definition.js'
import { properties } from './resources/vocabularies/properties.js'
import { resourceClasses } from './resources/vocabularies/resource-classes.js'
import { resourceTemplates } from './resources/resource-templates/definition.js'
import { resources } from './resources/resources/definition.js'
import { sitePages } from './resources/site-pages/definition.js'
import { sites } from './resources/sites/definition.js'
import { users } from './resources/users/definition.js'
import { valueAnnotations } from './resources/value-annotations/definition.js'
import { vocabularies } from './resources/vocabularies/definition.js'
import { webhooks } from './resources/webhooks/definition.js'

/** The resource types that every collection has, in the order in which `api_resources` lists them. */
const types = [
  users, vocabularies, resourceClasses, resourceTemplates, properties, items, media, itemSets, valueAnnotations,
  modules, sites, sitePages, jobs, resources, assets, webhooks, apiResources, dataTypes
] as const

export const BUILT_IN_TYPES: ReadonlyArray<ResourceType | ComputedType> = types

/** The operations on the built-in resource types, by name. */
export type BuiltInApis = { readonly [T in typeof types[number] as T['name']]: ApiOf<T> }

/** Whether the members of a type are computed; otherwise they are rows of a table. */
export function isComputed (type: ResourceType | ComputedType): type is ComputedType {
  return 'members' in type
}

/** Those of the built-in types that are rows of a table, by name. */
export const BUILT_IN: ReadonlyMap<string, ResourceType> = new Map(
  BUILT_IN_TYPES.flatMap((type) => isComputed(type) ? [] : [[type.name, type]])
)
