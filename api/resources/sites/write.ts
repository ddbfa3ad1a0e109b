import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { site, sitePage } from '../../../db/tables/index.js'
import { checkEntity } from '../../access/access.js'
import { now } from '../../core/answers/dates.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { asStored } from '../shared/writing/free-json.js'
import { findReference, ownerIn, referenceAfter, TARGETS } from '../shared/writing/references.js'
import { isObject } from '../../core/calls/given.js'
import {
  givenItemSets, givenPages, givenPermissions, keepPages, saveItemSets, savePermissions, withHiddenSets
} from './site-members.js'
import { DEFAULT_NAVIGATION, navigationIn } from './site-navigation.js'
import { insertRow, storedRow } from '../shared/writing/table-rows.js'
import { slugIn } from './slug.js'
import { addWelcomePage } from './welcome-page.js'

type Site = typeof site.$inferSelect

/** Sites (docs/contract/admin-resources.md §6). */
export const siteWriter: ResourceWriter = {
  async create (context, payload) {
    checkEntity(context.actor, 'create', context.types.named('sites'), {})
    const fields = new Fields(payload)
    const columns = await columnsOf(context, fields, undefined)
    const permissions = await givenPermissions(context, fields)
    const itemSets = await givenItemSets(context, fields)
    fields.refuse()
    const created = now()
    const id = await insertRow(context, site, { ...columns, created, modified: created })
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
    const current = await storedRow(context, site, 'Site', id)
    const fields = new Fields(payload, call)
    const columns = await columnsOf(context, fields, current)
    const pages = fields.isGiven('o:page') ? await givenPages(context, fields) : undefined
    const permissions = await givenPermissions(context, fields)
    const itemSets = fields.isGiven('o:site_item_set') ? await givenItemSets(context, fields) : undefined
    fields.refuse()
    await context.database.update(site).set({ ...columns, modified: now() }).where(eq(site.id, id))
    if (pages !== undefined) await keepPages(context, id, pages)
    if (permissions !== undefined) await savePermissions(context, id, permissions)
    if (itemSets !== undefined) await saveItemSets(context, id, await withHiddenSets(context, id, itemSets))
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
  const title = fields.required('o:title', 'A site must have a title.', {
    max: MAX_CHARACTERS.name, trimmed: true, stored: current?.title
  })
  const slug = fields.isGiven('o:slug')
    ? await slugIn(context, fields, { table: site, id: current?.id }, current === undefined ? title : undefined)
    : current!.slug
  const theme = fields.required('o:theme', 'A site must have a theme.', {
    max: MAX_CHARACTERS.name, truthy: true, stored: current?.theme
  })
  return {
    title,
    titleKey: sortKey(title),
    slug,
    slugKey: sortKey(slug),
    theme,
    summary: fields.text('o:summary', { trimmed: true, stored: current?.summary }) || null,
    thumbnailId: await referenceAfter(context, fields, 'o:thumbnail', TARGETS.asset, current?.thumbnailId),
    navigation: fields.isGiven('o:navigation') ? navigationAfter(fields, current) : current!.navigation,
    homepageId: fields.isGiven('o:homepage') ? await homepageIn(context, fields, current?.id) : current!.homepageId,
    itemPool: fields.isGiven('o:item_pool') ? itemPoolIn(fields) : current!.itemPool,
    isPublic: fields.flag('o:is_public', true, current?.isPublic),
    assignNewItems: fields.flag('o:assign_new_items', false, current?.assignNewItems),
    ownerId: await ownerIn(context, 'Site', fields, current)
  }
}

function navigationAfter ({ payload, errors }: Fields, current: Site | undefined): unknown[] {
  if ('o:navigation' in payload) return navigationIn(payload['o:navigation'], errors)
  return current === undefined ? DEFAULT_NAVIGATION : []
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
  const id = await findReference(context, TARGETS.sitePage, payload['o:homepage'])
  if (id === null) return null
  const [page] = await context.database.select({ siteId: sitePage.siteId }).from(sitePage).where(eq(sitePage.id, id))
  if (page?.siteId !== siteId) errors.add('o:homepage', 'A homepage must belong to its parent site.')
  return id
}
