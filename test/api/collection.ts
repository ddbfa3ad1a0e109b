import { ANONYMOUS } from '../../api/core/calls/actor.js'
import { ROLES, type Role } from '../../schemas/administration/roles.js'
import { Api } from '../../api/api.js'
import type { Call, Payload, Query } from '../../api/core/calls/call.js'
import type { ResourceApi } from '../../api/resources/definition/resource-api.js'
import type { MediaInput } from '../../schemas/resources/media.js'
import type { ValueInput } from '../../schemas/shared/values.js'
import { ApiError } from '../../api/core/calls/errors.js'
import type { Extensions } from '../../api/resources/definition/extensions.js'
import { completeSettings, type Settings } from '../../api/runtime/settings/settings.js'
import { resourceTemplate, resourceTemplateProperty, site, sitePermission } from '../../db/tables/index.js'
import { databaseOf } from '../database.js'
import { dataFolder, WITHOUT_THREADS, type Ending } from '../helper.js'

export type Json = Record<string, any>
export type TypeName =
  | 'items'
  | 'item_sets'
  | 'media'
  | 'resources'
  | 'vocabularies'
  | 'properties'
  | 'resource_classes'
  | 'resource_templates'
  | 'users'
  | 'assets'
  | 'sites'
  | 'site_pages'
  | 'jobs'
export const EVERYONE = [...ROLES, 'anonymous'] as const

interface SiteFacts {
  owner?: number
  isPublic?: boolean
  assignNewItems?: boolean
  permissions?: Array<[user: number, role: string]>
}
interface TemplateRow { property: number, isRequired?: boolean, alternateLabel?: string }
interface TemplateFacts { label?: string, title?: number, rows?: TemplateRow[] }

/** An empty collection with an account of every role. */
export interface Collection {
  api: Api
  data: string
  /** The actor of each role. `global_admin` has account 1, `site_admin` 2, and so on; anonymous has none. */
  as: Record<Role | 'anonymous', Call>
  id (role: Role): number
  /** One more account. */
  another (role: Role): Promise<Call & { id: number }>
  /** Creates a resource, as administrator by default, and gives its id. */
  make (type: TypeName, payload: Payload, call?: Call): Promise<number>
  /** Makes a media of HTML. */
  page (itemId: number, payload?: Payload, call?: Call): Promise<number>
  get (type: TypeName, id: number, call?: Call): Promise<Json>
  put (type: TypeName, id: number, payload: Payload, call?: Call): Promise<Json>
  patch (type: TypeName, id: number, payload: Payload, call?: Call): Promise<Json>
  /** Ids that a search finds, in their order. */
  find (type: TypeName, query?: Query, call?: Call): Promise<number[]>
  site (facts?: SiteFacts): Promise<number>
  template (facts?: TemplateFacts): Promise<number>
}

/** Opens a collection in a folder of its own. Everything is closed and removed when the test ends. */
export async function collection (
  t: Ending,
  settings: Partial<Settings> = {},
  extensions?: Extensions
): Promise<Collection> {
  const data = await dataFolder(t)
  const api = await Api.open(completeSettings({
    data, ...WITHOUT_THREADS, ...await databaseOf(settings.data ?? data), ...settings
  }), extensions)
  t.teardown(async () => { await api.close() })
  const account = async (role: Role, email: string): Promise<number> =>
    (await api.accounts.createUser({ email, name: email, role })).id
  const as = { anonymous: { actor: ANONYMOUS } } as Collection['as']
  for (const role of ROLES) as[role] = { actor: { id: await account(role, `${role}@example.org`), role } }
  let accounts = 0
  const admin = as.global_admin

  // Any type by its name, so that tests may also send what no payload should be.
  const of = (type: string): ResourceApi => api.resource(type)
  const made: Collection = {
    api,
    data,
    as,
    id: (role) => as[role].actor.id!,
    async another (role) {
      const id = await account(role, `another${++accounts}@example.org`)
      return { id, actor: { id, role } }
    },
    make: async (type, payload, call = admin) => (await of(type).create(payload, call)).id as number,
    page: async (itemId, payload = {}, call = admin) =>
      await made.make('media', html({ 'o:item': { 'o:id': itemId }, ...payload }), call),
    get: async (type, id, call = admin) => (await of(type).read(id, call)).json() as Json,
    put: async (type, id, payload, call = admin) => (await of(type).update(id, payload, call)).json() as Json,
    patch: async (type, id, payload, call = admin) =>
      (await of(type).update(id, payload, { ...call, partial: true })).json() as Json,
    find: async (type, query = {}, call = admin) =>
      ((await of(type).search(query, call)).json() as Json[]).map((found) => found['o:id'] as number),
    site: async ({ owner, isPublic = true, assignNewItems = false, permissions = [] } = {}) =>
      await api.store.write(async (database) => {
        const slug = `site-${++accounts}`
        const [{ id }] = (await database
          .insert(site)
          .values({
            slug,
            slugKey: slug,
            title: slug,
            titleKey: slug,
            theme: 'default',
            ownerId: owner ?? null,
            navigation: [],
            itemPool: [],
            isPublic,
            assignNewItems,
            created: 0
          })
          .returning({ id: site.id })) as [{ id: number }]
        for (const [userId, role] of permissions) {
          await database.insert(sitePermission).values({ siteId: id, userId, role })
        }
        return id
      }),
    template: async ({ label = `Template ${++accounts}`, title, rows = [] } = {}) =>
      await api.store.write(async (database) => {
        const [{ id }] = (await database
          .insert(resourceTemplate)
          .values({ label, labelKey: label, titlePropertyId: title ?? null })
          .returning({ id: resourceTemplate.id })) as [{ id: number }]
        for (const [at, { property, isRequired = false, alternateLabel = null }] of rows.entries()) {
          await database
            .insert(resourceTemplateProperty)
            .values({
              templateId: id,
              propertyId: property,
              position: at + 1,
              dataTypes: [],
              isRequired,
              isPrivate: false,
              alternateLabel
            })
        }
        return id
      })
  }
  return made
}

/** Ids of the properties used in tests. */
export const PROPERTY = { title: 1, creator: 2, subject: 3, description: 4, date: 7, relation: 13 } as const

/** A text value, its property taken from the key it stands under. */
export const literal = (text: string, more: Json = {}): Json => ({ type: 'literal', '@value': text, ...more })
export const uri = (address: string, label?: string, more: Json = {}): Json => ({
  type: 'uri',
  '@id': address,
  ...(label !== undefined && { 'o:label': label }),
  ...more
})
export const link = (id: number, more: Json = {}): Json => ({ type: 'resource', value_resource_id: id, ...more })

/** A payload with nothing but titles. */
export const titled = (...titles: string[]): { 'dcterms:title': ValueInput[] } => ({
  'dcterms:title': titles.map((text) => literal(text))
})

/** The payload of a media whose content is HTML. */
export const html = (payload: MediaInput = {}): MediaInput => ({
  'o:ingester': 'html',
  html: '<p>Words</p>',
  ...payload
})

/** The values of one term as texts, addresses or ids of linked resources. */
export function valuesOf (representation: Json, term: string): unknown[] {
  return ((representation[term] ?? []) as Json[]).map(
    (value) => value['@value'] ?? value.value_resource_id ?? value['@id']
  )
}

/** Ids in a list of references. */
export const refs = (list: Json[]): number[] => list.map((reference) => reference['o:id'] as number)

/** The error with which the API refuses; `done` when it does not. */
export async function refusal (work: Promise<unknown>): Promise<Pick<ApiError, 'errors'> & { kind: string }> {
  try {
    await work
    return { kind: 'done', errors: {} }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: error.kind, errors: error.errors }
  }
}
