import type { ApiOf, QueryOf } from './definition/api-of.js'
import type { ComputedType } from './definition/computed-type.js'
import type { ResourceType } from './definition/resource-type.js'
import { apiResources, dataTypes, modules, valueAnnotations } from './computed/lists.js'
import { assets } from './assets/definition.js'
import { itemSets } from './item-sets/definition.js'
import { items } from './items/definition.js'
import { jobs } from './jobs/definition.js'
import { media } from './media/definition.js'
import { properties, resourceClasses } from './vocabularies/terms.js'
import { resourceTemplates } from './resource-templates/definition.js'
import { resources } from './computed/resources.js'
import { sitePages } from './sites/site-pages/definition.js'
import { sites } from './sites/definition.js'
import { users } from './users/definition.js'
import { vocabularies } from './vocabularies/definition.js'
import { webhooks } from './webhooks/definition.js'

/** The resource types that every collection has, in the order in which `api_resources` lists them. */
const types = [
  users, vocabularies, resourceClasses, resourceTemplates, properties, items, media, itemSets, valueAnnotations,
  modules, sites, sitePages, jobs, resources, assets, webhooks, apiResources, dataTypes
] as const

export const BUILT_IN_TYPES: ReadonlyArray<ResourceType | ComputedType> = types

/** The operations on the built-in resource types, by name. */
export type BuiltInApis = { readonly [T in typeof types[number] as T['name']]: ApiOf<T> }

/** Whether a type is computed; otherwise its members are rows of a table. */
export function isComputed (type: ResourceType | ComputedType): type is ComputedType {
  return 'members' in type
}

/** The built-in types whose members are rows of a table, by name. */
export const BUILT_IN: ReadonlyMap<string, ResourceType> = new Map(
  BUILT_IN_TYPES.flatMap((type) => isComputed(type) ? [] : [[type.name, type]])
)

/** Parameter types of `api.items.search()` and its equivalents, derived from the filters of the definitions. */
export type AssetQuery = QueryOf<typeof assets>
export type ItemQuery = QueryOf<typeof items>
export type ItemSetQuery = QueryOf<typeof itemSets>
export type JobQuery = QueryOf<typeof jobs>
export type MediaQuery = QueryOf<typeof media>
export type PropertyQuery = QueryOf<typeof properties>
export type ResourceClassQuery = QueryOf<typeof resourceClasses>
export type ResourceQuery = QueryOf<typeof resources>
export type ResourceTemplateQuery = QueryOf<typeof resourceTemplates>
export type SitePageQuery = QueryOf<typeof sitePages>
export type SiteQuery = QueryOf<typeof sites>
export type UserQuery = QueryOf<typeof users>
export type VocabularyQuery = QueryOf<typeof vocabularies>
export type WebhookQuery = QueryOf<typeof webhooks>
