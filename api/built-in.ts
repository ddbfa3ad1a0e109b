import type { ResourceType } from './resource-type.js'
import { assets } from './resources/assets/definition.js'
import { itemSets } from './resources/item-sets/definition.js'
import { items } from './resources/items/definition.js'
import { jobs } from './resources/jobs/definition.js'
import { media } from './resources/media/definition.js'
import { properties } from './resources/vocabularies/properties.js'
import { resourceClasses } from './resources/vocabularies/resource-classes.js'
import { resourceTemplates } from './resources/resource-templates/definition.js'
import { resources } from './resources/resources/definition.js'
import { sitePages } from './resources/site-pages/definition.js'
import { sites } from './resources/sites/definition.js'
import { users } from './resources/users/definition.js'
import { vocabularies } from './resources/vocabularies/definition.js'

/** The resource types that are rows, by name. An application adds others. */
export const BUILT_IN: ReadonlyMap<string, ResourceType> = new Map(
  [users, vocabularies, resourceClasses, resourceTemplates, properties, items, media, itemSets, sites, sitePages, jobs, resources, assets].map((type) => [type.name, type])
)
