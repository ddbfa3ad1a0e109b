import type { QueryOf } from './definition/api-of.js'
import type { assets } from './assets/definition.js'
import type { itemSets } from './item-sets/definition.js'
import type { items } from './items/definition.js'
import type { jobs } from './jobs/definition.js'
import type { media } from './media/definition.js'
import type { resourceTemplates } from './resource-templates/definition.js'
import type { resources } from './computed/resources.js'
import type { sitePages } from './sites/site-pages/definition.js'
import type { sites } from './sites/definition.js'
import type { users } from './users/definition.js'
import type { vocabularies } from './vocabularies/definition.js'
import type { properties } from './vocabularies/properties.js'
import type { resourceClasses } from './vocabularies/resource-classes.js'
import type { webhooks } from './webhooks/definition.js'

/** The queries that `api.items.search()` and its equivalents take; they follow from the filters of the definitions. */
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
