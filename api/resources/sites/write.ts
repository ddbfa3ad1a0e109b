import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { isPageVisible } from '../../../db/query/statements/viewer.js'
import { asset, site, sitePage } from '../../../db/tables/index.js'
import { checkEntity } from '../../access/access.js'
import { NotFoundError } from '../../core/calls/errors.js'
import { toFlag } from '../../core/text/numbers.js'
import { now } from '../../core/answers/dates.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/representation/fields.js'
import { asStored } from '../shared/writing/free-json.js'
import { findReference, ownerAfter, ownerOfNew } from '../shared/writing/references.js'
import { isObject } from '../../core/calls/payload.js'
import {
  givenItemSets, givenPages, givenPermissions, keepPages, saveItemSets, savePermissions
} from './site-members.js'
import { DEFAULT_NAVIGATION, navigationIn } from './site-navigation.js'
import { slugIn } from './slug.js'
import { addWelcomePage } from './welcome-page.js'

type Site = typeof site.$inferSelect

/** Sites (docs/contract/admin-resources.md §6). */
export const siteWriter: ResourceWriter = {
  async create (context, payload) {
    checkEntity(context.actor, 'create', context.types.named('sites'), {})
    const fields = new Fields(payload)
    const columns = {
      ...await columnsOf(context, fields, undefined),
      ownerId: await ownerOfNew(context, 'Site', payload)
    }
    const permissions = await givenPermissions(context, fields)
    const itemSets = await givenItemSets(context, fields)
    fields.refuse()
    const created = now()
    const [row] = await context.database.insert(site)
      .values({ ...columns, created, modified: created }).returning({ id: site.id })
    const { id } = row!
    await addWelcomePage(context, id)
    await savePermissions(
      context,
      id,
      permissions ?? new Map(context.actor.id === null ? [] : [[context.actor.id, 'admin']])
    )
    await saveItemSets(context, id, itemSets)
    return id
  },

  async update (context, id, payload, call) {
    const [current] = await context.database.select().from(site).where(eq(site.id, id))
    if (current === undefined) throw NotFoundError.entity('Site', id)
    const fields = new Fields(payload, call)
    const columns = {
      ...await columnsOf(context, fields, current),
      ownerId: await ownerAfter(context, 'Site', payload, current.ownerId)
    }
    const pages = fields.isGiven('o:page') ? await givenPages(context, fields) : undefined
    const permissions = await givenPermissions(context, fields)
    const itemSets = fields.isGiven('o:site_item_set') ? await givenItemSets(context, fields) : undefined
    fields.refuse()
    await context.database.update(site).set({ ...columns, modified: now() }).where(eq(site.id, id))
    if (pages !== undefined) await keepPages(context, id, pages)
    if (permissions !== undefined) await savePermissions(context, id, permissions)
    if (itemSets !== undefined) await saveItemSets(context, id, itemSets)
    return {}
  },

  /** Deletes the site with its pages; its items stay. */
  async delete (context, id) {
    await keepPages(context, id, [])
    await context.database.delete(site).where(eq(site.id, id))
    return {}
  }
}

async function columnsOf (context: WriteContext, fields: Fields, current: Site | undefined) {
  const { payload, errors } = fields
  const stays = (key: string): boolean => current !== undefined && !fields.isGiven(key)
  const title = stays('o:title')
    ? current!.title
    : fields.required('o:title', 'A site must have a title.', { max: MAX_CHARACTERS.name, trimmed: true })
  const slug = stays('o:slug')
    ? current!.slug
    : await slugIn(context, fields, { table: site, id: current?.id }, current === undefined ? title : undefined)
  const theme = stays('o:theme')
    ? current!.theme
    : fields.required('o:theme', 'A site must have a theme.', { max: MAX_CHARACTERS.name, truthy: true })
  return {
    title,
    titleKey: sortKey(title),
    slug,
    slugKey: sortKey(slug),
    theme,
    summary: stays('o:summary') ? current!.summary : fields.text('o:summary', { trimmed: true }) || null,
    thumbnailId: stays('o:thumbnail')
      ? current!.thumbnailId
      : await findReference(context, asset, 'Asset', payload['o:thumbnail']),
    navigation: stays('o:navigation')
      ? current!.navigation
      : 'o:navigation' in payload
        ? navigationIn(
          payload['o:navigation'],
          errors
        )
        : current === undefined ? DEFAULT_NAVIGATION : [],
    homepageId: stays('o:homepage') ? current!.homepageId : await homepageIn(context, fields, current?.id),
    itemPool: stays('o:item_pool') ? current!.itemPool : itemPoolIn(fields),
    isPublic: stays('o:is_public') ? current!.isPublic : !('o:is_public' in payload) || toFlag(payload['o:is_public']),
    assignNewItems: stays('o:assign_new_items') ? current!.assignNewItems : toFlag(payload['o:assign_new_items'])
  }
}

function itemPoolIn ({ payload, errors }: Fields): unknown {
  if (!('o:item_pool' in payload)) return []
  if (!isObject(payload['o:item_pool'])) errors.add('o:item_pool', 'A site must have item pool data.')
  return asStored(payload['o:item_pool'])
}

async function homepageIn (
  context: WriteContext,
  { payload, errors }: Fields,
  siteId: number | undefined
): Promise<number | null> {
  const id = await findReference(context, sitePage, 'SitePage', payload['o:homepage'], isPageVisible)
  if (id === null) return null
  const [page] = await context.database.select({ siteId: sitePage.siteId }).from(sitePage).where(eq(sitePage.id, id))
  if (page?.siteId !== siteId) errors.add('o:homepage', 'A homepage must belong to its parent site.')
  return id
}
