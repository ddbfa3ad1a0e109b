import { asc, eq } from 'drizzle-orm'
import { sortKey } from '../../../../db/keys/collation/index.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { site, siteItemSet, sitePermission } from '../../../../db/tables/index.js'
import { now } from '../../../core/answers/dates.js'
import { ErrorCollector } from '../../../core/calls/errors.js'
import { isObject } from '../../../core/calls/given.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { asStored } from '../../../resources/shared/writing/free-json.js'
import { saveItemSets } from '../../../resources/sites/site-members.js'
import { navigationIn } from '../../../resources/sites/site-navigation.js'
import { isId, type LineFields } from '../read/line-fields.js'
import { date, flag, part, place, reference, required, text, type Field } from './fields.js'
import { plainType } from './plain-type.js'

const SLUG = /^[A-Za-z0-9_-]+$/

const PERMISSION = place('o:site_permission', ['users'])
const ITEM_SET = place('o:site_item_set', ['item_sets'])

/** A part of an address: of a site, or of a page in its site. */
export const slug: Field<string> = {
  key: 'o:slug',
  read (fields) {
    const given = fields.required('o:slug', MAX_CHARACTERS.name)
    if (given !== '' && !SLUG.test(given)) fields.refuse('o:slug', 'letters, digits, _ and - only')
    return given
  }
}

export const created = date('o:created', (seconds) => seconds ?? now())

/** docs/contract/admin-resources.md §6 */
export const sites = plainType({
  table: site,
  fields: {
    slug,
    theme: required('o:theme', MAX_CHARACTERS.name),
    title: required('o:title', MAX_CHARACTERS.name),
    summary: text('o:summary'),
    thumbnailId: reference('o:thumbnail', 'assets'),
    navigation: part('o:navigation', readNavigation),
    homepageId: reference('o:homepage', 'site_pages'),
    itemPool: { key: 'o:item_pool', read: (fields: LineFields) => fields.object('o:item_pool') ?? [], column: asStored },
    ownerId: reference('o:owner', 'users'),
    isPublic: flag('o:is_public', true),
    assignNewItems: flag('o:assign_new_items', false),
    created,
    modified: date('o:modified'),
    permissions: part(PERMISSION.key, readPermissions),
    itemSets: part(ITEM_SET.key, (fields) =>
      [...new Set(fields.members(ITEM_SET.key, (set) => set.reference('o:item_set')).filter((id) => id !== null))])
  },
  unique: ['slug'],
  existing: 'taken',
  // Set when the page is written.
  volatile: ['homepageId'],
  referencesOf: ({ permissions, itemSets }) => [
    ...permissions.map(({ userId }) => ({ place: PERMISSION, id: userId })),
    ...itemSets.map((id) => ({ place: ITEM_SET, id }))
  ],
  async otherColumns (database, _foreignId, { navigation }, writing) {
    await writing.reservePages(database, [...new Set(navigation.flatMap(pagesIn))])
    return { navigation: navigation.map((link) => withOwnPages(link, writing.pages)) }
  },
  async saveParts ({ database, id: siteId, content: { permissions, itemSets }, ids }) {
    await database.delete(sitePermission).where(eq(sitePermission.siteId, siteId))
    const rows = permissions.flatMap(({ userId: given, role }) => {
      const userId = ids.get('users', given)
      return userId === null ? [] : [{ siteId, userId, role }]
    })
    await insertRows(database, sitePermission, [...new Map(rows.map((row) => [row.userId, row])).values()])
    const sets = itemSets.flatMap((id) => ids.get('resources', id) ?? [])
    await saveItemSets({ database }, siteId, sets)
  },
  async partsOf (database, siteId) {
    const permissions = await database.select({ userId: sitePermission.userId, role: sitePermission.role })
      .from(sitePermission).where(eq(sitePermission.siteId, siteId)).orderBy(asc(sitePermission.id))
    const sets = await database.select({ id: siteItemSet.itemSetId }).from(siteItemSet)
      .where(eq(siteItemSet.siteId, siteId)).orderBy(asc(siteItemSet.position))
    return [permissions, sets]
  }
})

/** Inserts a private row for a site whose record comes later, because items belong to it. */
export async function insertPlaceholderSite (database: Database, id: number, name: string): Promise<void> {
  await database.insert(site).values({
    id,
    slug: name,
    slugKey: sortKey(name),
    theme: 'default',
    title: name,
    titleKey: sortKey(name),
    navigation: [],
    itemPool: [],
    isPublic: false,
    assignNewItems: false,
    created: now()
  })
}

function readNavigation (fields: LineFields): unknown[] {
  const errors = new ErrorCollector()
  const navigation = navigationIn(fields.get('o:navigation') ?? [], errors)
  if (errors.has('o:navigation')) fields.refuse('o:navigation', 'a list of links')
  return navigation
}

/** One role per user, the last one given. */
function readPermissions (fields: LineFields): Array<{ userId: number, role: string }> {
  const roles = new Map<number, string>()
  const given = fields.members(PERMISSION.key, (permission) => (
    { userId: permission.reference('o:user'), role: permission.required('o:role', MAX_CHARACTERS.code) }
  ))
  for (const { userId, role } of given) if (userId !== null) roles.set(userId, role)
  return [...roles].map(([userId, role]) => ({ userId, role }))
}

/** The pages to which a link and its nested links lead. */
function pagesIn (link: unknown): number[] {
  if (!isObject(link)) return []
  const below = Array.isArray(link.links) ? link.links.flatMap(pagesIn) : []
  const id = link.type === 'page' && isObject(link.data) ? Number(link.data.id) : NaN
  return isId(id) ? [id, ...below] : below
}

/** A link with the page ids of this installation. */
function withOwnPages (link: unknown, pages: ReadonlyMap<number, number>): unknown {
  if (!isObject(link)) return link
  const { type, data, links } = link
  const page = type === 'page' && isObject(data) ? pages.get(Number(data.id)) : undefined
  const isMoved = page !== undefined && isObject(data) && page !== Number(data.id)
  return {
    ...link,
    ...(isMoved && { data: { ...data, id: page } }),
    ...(Array.isArray(links) && { links: links.map((below) => withOwnPages(below, pages)) })
  }
}
