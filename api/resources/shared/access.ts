import { any, everyone, granted, own, roles } from '../../access/access.js'

/** Permissions for items, item sets, media and assets (docs/contract/acl.md §4). */
export const allowsResources = granted({
  search: everyone(),
  read: everyone(),
  create: roles(any, 'author', 'reviewer', 'editor', 'site_admin', 'global_admin'),
  update: { author: own, ...roles(any, 'reviewer', 'editor', 'site_admin', 'global_admin') },
  delete: { author: own, reviewer: own, ...roles(any, 'editor', 'site_admin', 'global_admin') }
})
