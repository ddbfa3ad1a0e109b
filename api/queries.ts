import type { QueryOf } from './api-of.js'
import type { assets } from './resources/assets/definition.js'
import type { itemSets } from './resources/item-sets/definition.js'
import type { items } from './resources/items/definition.js'
import type { jobs } from './resources/jobs/definition.js'
import type { media } from './resources/media/definition.js'
import type { resourceTemplates } from './resources/resource-templates/definition.js'
import type { resources } from './resources/resources/definition.js'
import type { sitePages } from './resources/site-pages/definition.js'
import type { sites } from './resources/sites/definition.js'
import type { users } from './resources/users/definition.js'
import type { vocabularies } from './resources/vocabularies/definition.js'
import type { properties } from './resources/vocabularies/properties.js'
import type { resourceClasses } from './resources/vocabularies/resource-classes.js'
import type { webhooks } from './resources/webhooks/definition.js'

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
