import { ROLES, type Role } from '../schemas/administration/roles.js'
import type { Words } from './languages/languages.js'
import type { Reason } from '../api/core/calls/errors.js'

export function roleName ({ roles }: Words, role: string): string {
  return Object.hasOwn(roles, role) ? roles[role as Role].name : role
}

/** Roles to choose from. */
export function roleOptions (words: Words, withAdministrators: boolean): Array<readonly [string, string]> {
  return ROLES.filter(
    (role) => withAdministrators || (role !== 'global_admin' && role !== 'site_admin')
  ).map((role) => [role, roleName(words, role)])
}

/** The label of a resource type; for a type of the embedding application, made from its name. */
export function resourceName ({ resources }: Words, name: string): string {
  if (Object.hasOwn(resources, name)) return resources[name as keyof Words['resources']]
  const words = name.replaceAll('_', ' ')
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

/** Why a field of a form was refused, in the language of the page. */
export function problemText ({ problems }: Words, field: string, reason: Reason | undefined): string {
  if (reason === undefined) return problems.other
  if (reason.is === 'too-often') return problems.wait(reason.wait)
  const ofField: Record<string, Partial<Record<Reason['is'], string>>> = problems.fields
  const ofAll: Partial<Record<Reason['is'], string>> = problems
  return ofField[field]?.[reason.is] ?? ofAll[reason.is] ?? problems.other
}
