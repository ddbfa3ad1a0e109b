import type { ResourceType } from '../resource-type.js'
import { assets } from './assets.js'
import { itemSets } from './item-sets.js'
import { items } from './items.js'
import { jobs } from './jobs.js'
import { media } from './media.js'
import { properties } from './properties.js'
import { resourceClasses } from './resource-classes.js'
import { resourceTemplates } from './resource-templates.js'
import { resources } from './resources.js'
import { sitePages } from './site-pages.js'
import { sites } from './sites.js'
import { users } from './users.js'
import { vocabularies } from './vocabularies.js'

/** The resource types that are rows, by name. An application adds others. */
export const BUILT_IN: ReadonlyMap<string, ResourceType> = new Map(
  [users, vocabularies, resourceClasses, resourceTemplates, properties, items, media, itemSets, sites, sitePages, jobs, resources, assets].map((type) => [type.name, type])
)
