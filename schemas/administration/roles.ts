import { OneOf } from '../shared/common.js'

/** The roles of docs/contract/acl.md §1, in the order of menus. They do not inherit from each other. */
export const ROLES = ['global_admin', 'site_admin', 'editor', 'reviewer', 'author', 'researcher'] as const
export type Role = typeof ROLES[number]

export const RoleName = OneOf(ROLES, { $id: 'Role' })
