import type { Viewer } from '../../db/search/viewer.js'
import type { ResourceKind } from '../../db/tables/index.js'
import { isAdmin, viewsAll, type Actor } from './actor.js'
import type { Role } from '../../schemas/roles.js'
import { PermissionError, type Operation } from '../errors.js'

/** The facts about a row that decide who may read, change or delete it. */
export interface Entity {
  id?: number
  ownerId?: number | null
  isPublic?: boolean
  /** For items, item sets, media and value annotations. */
  kind?: ResourceKind
  /** For users: the role of the account in question. */
  role?: string
  /** For sites and their pages: the actor's role on that site, null for none (docs/contract/acl.md §4.1). */
  permission?: string | null
}

type Rule = (actor: Actor, entity: Entity) => boolean
type Grants = Partial<Record<Role | 'anonymous', Rule>>

const any: Rule = () => true
const own: Rule = (actor, entity) => actor.id !== null && entity.ownerId === actor.id

const roles = (
  rule: Rule,
  ...names: Array<Role | 'anonymous'>
): Grants => Object.fromEntries(names.map((name) => [name, rule]))
const signedIn = (rule: Rule): Grants => roles(
  rule, 'researcher', 'author', 'reviewer', 'editor', 'site_admin', 'global_admin'
)
const everyone = (rule: Rule = any): Grants => ({ ...roles(rule, 'anonymous'), ...signedIn(rule) })
const admins = (rule: Rule = any): Grants => roles(rule, 'site_admin', 'global_admin')

const hasPermission = (...names: string[]): Rule =>
  (_actor, entity) => entity.permission != null && (names.length === 0 || names.includes(entity.permission))
const either = (...rules: Rule[]): Rule => (actor, entity) => rules.some((rule) => rule(actor, entity))
const adminOr = (rule: Rule): Grants => ({ ...everyone(rule), ...admins() })

const standsAlone: Rule = (_actor, entity) => entity.kind !== 'value_annotation'
const isSelf: Rule = (actor, entity) => actor.id === entity.id
const isPlainUser: Rule = (_actor, entity) => entity.role !== 'site_admin' && entity.role !== 'global_admin'
const isSomeoneElse: Rule = (actor, entity) => actor.id !== entity.id

const described = {
  search: everyone(),
  read: everyone(),
  create: roles(any, 'author', 'reviewer', 'editor', 'site_admin', 'global_admin'),
  update: { author: own, ...roles(any, 'reviewer', 'editor', 'site_admin', 'global_admin') },
  delete: { author: own, reviewer: own, ...roles(any, 'editor', 'site_admin', 'global_admin') }
}
const ownVocabulary: Grants = { site_admin: own, global_admin: any }
const members = { search: everyone(), read: everyone(), create: admins(), update: admins(), delete: admins() }
const onlyAdmins = { search: admins(), read: admins(), create: admins(), update: admins(), delete: admins() }

/** The access matrix: resource type × operation × role (docs/contract/acl.md §3–§5). A role without a rule is refused
 * before
 * any row is looked up; otherwise the rule decides for the row in question.
 */
const MATRIX: Record<string, Record<Operation, Grants>> = {
  items: described,
  item_sets: described,
  media: described,
  assets: described,
  resource_templates: {
    search: everyone(),
    read: everyone(),
    create: roles(any, 'author', 'editor', 'site_admin', 'global_admin'),
    update: { author: own, ...roles(any, 'editor', 'site_admin', 'global_admin') },
    delete: { author: own, ...roles(any, 'editor', 'site_admin', 'global_admin') }
  },
  vocabularies: {
    search: everyone(),
    read: everyone(),
    create: admins(),
    update: ownVocabulary,
    delete: ownVocabulary
  },
  properties: members,
  resource_classes: members,
  // Annotations are shown in lists and inside values; only administrators read one by itself
  // (docs/contract/resources.md §6).
  resources: { ...members, read: adminOr(standsAlone) },
  api_resources: members,
  data_types: members,
  sites: {
    search: everyone(),
    read: everyone(),
    create: { ...everyone(() => false), ...roles(any, 'editor', 'site_admin', 'global_admin') },
    update: adminOr(either(own, hasPermission('admin'))),
    delete: adminOr(own)
  },
  site_pages: {
    search: everyone(),
    read: everyone(),
    create: everyone(),
    update: adminOr(either(own, hasPermission('admin', 'editor'))),
    delete: adminOr(either(own, hasPermission('admin', 'editor')))
  },
  users: {
    search: signedIn(any),
    read: signedIn(any),
    create: admins(),
    update: { ...signedIn(isSelf), site_admin: either(isSelf, isPlainUser), global_admin: any },
    delete: { site_admin: either(isSelf, isPlainUser), global_admin: isSomeoneElse }
  },
  jobs: onlyAdmins,
  modules: onlyAdmins,
  value_annotations: onlyAdmins
}

/** Rights to change certain fields or to act on related rows (docs/contract/acl.md §4–§5). */
const PRIVILEGES: Record<string, Grants> = {
  'change-owner': admins(),
  'change-role': {
    site_admin: (actor, entity) => isSomeoneElse(actor, entity) && isPlainUser(actor, entity),
    global_admin: isSomeoneElse
  },
  'change-role-admin': { global_admin: any },
  'activate-user': {
    site_admin: (actor, entity) => isSomeoneElse(actor, entity) && isPlainUser(actor, entity),
    global_admin: isSomeoneElse
  },
  'add-page': adminOr(either(own, hasPermission('admin', 'editor'))),
  'can-assign-items': adminOr(either(own, hasPermission('admin', 'editor')))
}

function grant (grants: Grants | undefined, actor: Actor): Rule | undefined {
  return grants?.[actor.role ?? 'anonymous']
}

/** Whether the API key of the request, if there is one, covers the operation. */
function isInScope ({ scope }: Actor, operation: Operation, name: string): boolean {
  if (scope === undefined) return true
  const isRead = operation === 'search' || operation === 'read'
  return (isRead || scope.readOnly !== true) && (scope.resources === undefined || scope.resources.includes(name))
}

/** The part of a resource type that access control needs. */
interface Guarded {
  readonly name: string
  readonly entity: string
  /** Decides instead of the matrix. Called without an entity: whether the actor may do this to any row at all. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
}

/** The default for types that an application adds: everybody reads, administrators write. */
export function readByAll (actor: Actor, operation: Operation): boolean {
  return operation === 'search' || operation === 'read' || isAdmin(actor)
}

/** The rule for an actor, by its role; undefined where the role or the key rules the operation out. */
function ruleFor (actor: Actor, operation: Operation, type: Pick<Guarded, 'name' | 'allows'>): Rule | undefined {
  if (!isInScope(actor, operation, type.name)) return undefined
  if (type.allows === undefined) return grant(MATRIX[type.name]?.[operation], actor)
  return type.allows(actor, operation) ? (who, entity) => type.allows!(who, operation, entity) : undefined
}

/** @throws PermissionError when the actor's role never may do this with this type of resource. */
export function checkType (actor: Actor, operation: Operation, type: Guarded): void {
  if (ruleFor(actor, operation, type) === undefined) throw PermissionError.ofType(operation, type.entity)
}

/** @throws PermissionError when the actor may not do this with this row. */
export function checkEntity (actor: Actor, operation: Operation, type: Guarded, entity: Entity): void {
  if (ruleFor(actor, operation, type)?.(actor, entity) !== true) {
    throw new PermissionError(
      operation,
      `Omeka\\Entity\\${standsAlone(actor, entity) ? type.entity : 'ValueAnnotation'}`
    )
  }
}

/** Whether the actor may do something with a row, for pages that offer only what is allowed. */
export function mayDo (actor: Actor, operation: Operation, name: string, entity: Entity): boolean {
  return ruleFor(actor, operation, { name })?.(actor, entity) === true
}

/** Whether the actor has a privilege over a row. */
export function hasPrivilege (actor: Actor, privilege: string, entity: Entity = {}): boolean {
  return grant(PRIVILEGES[privilege], actor)?.(actor, entity) === true
}

/** @throws PermissionError when the actor lacks it. */
export function checkPrivilege (actor: Actor, privilege: string, type: { entity: string }, entity: Entity = {}): void {
  if (!hasPrivilege(actor, privilege, entity)) throw new PermissionError(privilege, `Omeka\\Entity\\${type.entity}`)
}

/** The actor as the conditions of queries need it. */
export function viewerOf (actor: Actor): Viewer {
  return { id: actor.id, viewsAll: viewsAll(actor), isAdmin: isAdmin(actor) }
}
