import { Type } from '@sinclair/typebox'

/** The roles of docs/contract/acl.md §1, in the order of menus. They do not inherit from each other. */
export const ROLES = ['global_admin', 'site_admin', 'editor', 'reviewer', 'author', 'researcher'] as const
export type Role = typeof ROLES[number]

export const RoleName = Type.Unsafe<Role>(Type.Union(ROLES.map((role) => Type.Literal(role)), { $id: 'Role' }))
