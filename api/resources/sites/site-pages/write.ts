import { eq } from 'drizzle-orm'
import { sortKey } from '../../../../db/keys/collation/index.js'
import { sitePage } from '../../../../db/tables/index.js'
import { checkPrivilege } from '../../../access/access.js'
import { now } from '../../../core/answers/dates.js'
import type { ResourceWriter } from '../../definition/resource-type.js'
import { ADD_PAGE, siteEntity } from '../access.js'
import type { WriteContext } from '../../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../../shared/writing/fields.js'
import { asStored } from '../../shared/writing/free-json.js'
import { embedBlocks, givenBlocks, saveBlocks, withHiddenAttachments, TITLE_BLOCK, type Embedded } from './page-blocks.js'
import { findReference, settleFixed, TARGETS } from '../../shared/writing/references.js'
import { isObject } from '../../../core/calls/given.js'
import { deletionFrom, insertRow, storedRow } from '../../shared/writing/table-rows.js'
import { slugIn } from '../slug.js'

type Page = typeof sitePage.$inferSelect

/** Pages of sites (docs/contract/admin-resources.md §7). */
export const sitePageWriter: ResourceWriter<Embedded> = {
  async prepare (context, payload, id) {
    // Requests to providers are made only if the actor may add the page.
    const mayFetch = id !== undefined || await siteOf(context, new Fields(payload)) !== null
    return { prepared: mayFetch ? await embedBlocks(context, payload) : new Map() }
  },

  async create (context, payload, embedded) {
    const fields = new Fields(payload)
    const siteId = await siteOf(context, fields)
    const columns = await columnsOf(context, fields, siteId, undefined)
    const blocks = await givenBlocks(context, fields, embedded)
    fields.refuse()
    const created = now()
    const id = await insertRow(context, sitePage, { ...columns, siteId: siteId!, created, modified: created })
    // A list without any valid block still counts as given.
    const isEmpty = (fields.list('o:block', '') ?? []).length === 0
    await saveBlocks(context, id, isEmpty ? [TITLE_BLOCK] : blocks)
    return id
  },

  async update (context, id, payload, call, embedded) {
    const current = await storedRow(context, sitePage, 'SitePage', id)
    settleFixed(payload, 'o:site', current.siteId, call)
    const fields = new Fields(payload, call)
    const columns = await columnsOf(context, fields, current.siteId, current)
    const blocks = fields.isGiven('o:block') ? await givenBlocks(context, fields, embedded) : undefined
    fields.refuse()
    await context.database.update(sitePage).set({ ...columns, modified: now() }).where(eq(sitePage.id, id))
    // PATCH replaces the blocks, as PUT does; the reference application appends them and mixes up their order.
    if (blocks !== undefined) await saveBlocks(context, id, await withHiddenAttachments(context, id, blocks))
    return {}
  },

  delete: deletionFrom(sitePage)
}

/**
 * The site of a new page; null if the payload contains none.
 *
 * @throws NotFoundError; PermissionError if the actor may not add pages to it.
 */
async function siteOf (context: WriteContext, { payload, errors }: Fields): Promise<number | null> {
  const id = await findReference(context, TARGETS.site, payload['o:site'])
  if (id === null) errors.add('o:site', 'A page must belong to a site.')
  else checkPrivilege(context.actor, ADD_PAGE, 'Site', await siteEntity(context, id, context.actor))
  return id
}

async function columnsOf (context: WriteContext, fields: Fields, siteId: number | null, current: Page | undefined) {
  const title = fields.required('o:title', 'A page must have a title.', {
    max: MAX_CHARACTERS.name, trimmed: true, stored: current?.title
  })
  const scope = { table: sitePage, among: eq(sitePage.siteId, siteId ?? 0), id: current?.id }
  const slug = fields.isGiven('o:slug')
    ? await slugIn(context, fields, scope, current === undefined ? title : undefined)
    : current!.slug
  return {
    title,
    titleKey: sortKey(title),
    slug,
    slugKey: sortKey(slug),
    isPublic: fields.flag('o:is_public', true, current?.isPublic),
    layout: fields.text('o:layout', { max: MAX_CHARACTERS.label, stored: current?.layout }),
    layoutData: fields.isGiven('o:layout_data') ? layoutDataIn(fields) : current!.layoutData
  }
}

function layoutDataIn ({ payload, errors }: Fields): unknown {
  const given = payload['o:layout_data'] ?? null
  if (given !== null && !isObject(given)) errors.add('o:layout_data', 'Layout data must not be a scalar value.')
  return asStored(given)
}
