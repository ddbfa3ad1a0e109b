import { ROLES, type Role } from '../schemas/roles.js'

/** Names of the roles, and what each may do in a few words (docs/contract/acl.md §1). */
const ROLE_WORDS: Record<Role, readonly [name: string, may: string]> = {
  global_admin: ['Global administrator', 'may do everything'],
  site_admin: ['Supervisor', 'manages the collection, sites and accounts, but no administrators'],
  editor: ['Editor', 'describes, changes and deletes everything in the collection'],
  reviewer: ['Reviewer', 'describes and changes everything, deletes what is theirs'],
  author: ['Author', 'describes, changes and deletes what is theirs'],
  researcher: ['Researcher', 'reads what is public, and who has an account']
}

export function roleName (role: string): string {
  return ROLE_WORDS[role as Role]?.[0] ?? role
}

/** Roles to choose from. */
export function roleOptions (withAdministrators: boolean): Array<readonly [string, string]> {
  return ROLES.filter(
    (role) => withAdministrators || (role !== 'global_admin' && role !== 'site_admin')
  ).map((role) => [role, roleName(role)])
}

/** Each role with what it may do. */
export const roleGuide: ReadonlyArray<readonly [string, string]> = ROLES.map((role) => ROLE_WORDS[role])

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** @param seconds since 1970. @example '21 November 2026' */
export function day (seconds: number): string {
  return DAY.format(seconds * 1000)
}

/** @param seconds since 1970. @example '21 November 2026 at 11:05 UTC' */
export function moment (seconds: number): string {
  return `${MOMENT.format(seconds * 1000)} UTC`
}

/** The name of a resource type for people. @example 'item_sets' → 'Item sets' */
export function resourceName (name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bapi\b/, 'API')
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}
