import {
  admins, any, either, granted, isSelf, isSomeoneElse, signedIn, type Privilege, type Rule
} from '../../access/access.js'

const isPlainUser: Rule = (_actor, entity) => entity.role !== 'site_admin' && entity.role !== 'global_admin'

/** Permissions for accounts (docs/contract/acl.md §5). */
export const allowsUsers = granted({
  read: signedIn(),
  create: admins(),
  update: { ...signedIn(isSelf), site_admin: either(isSelf, isPlainUser), global_admin: any },
  delete: { site_admin: either(isSelf, isPlainUser), global_admin: isSomeoneElse }
})

const ofOthers = {
  site_admin: (actor, entity) => isSomeoneElse(actor, entity) && isPlainUser(actor, entity),
  global_admin: isSomeoneElse
} satisfies Privilege['grants']

export const CHANGE_ROLE: Privilege = { name: 'change-role', grants: ofOthers }

/** The privilege to give the role of an administrator. */
export const CHANGE_ROLE_ADMIN: Privilege = { name: 'change-role-admin', grants: { global_admin: any } }

export const ACTIVATE_USER: Privilege = { name: 'activate-user', grants: ofOthers }
