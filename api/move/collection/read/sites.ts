import { ErrorCollector } from '../../../core/calls/errors.js'
import { isObject } from '../../../core/calls/payload.js'
import { MAX_CHARACTERS } from '../../../resources/shared/representation/fields.js'
import { navigationIn } from '../../../resources/sites/site-navigation.js'
import type { BlockContent, PageContent, SiteContent } from './record.js'
import { LineFields } from './line-fields.js'

const SLUG = /^[A-Za-z0-9_-]+$/

/** A site (docs/contract/admin-resources.md §6). */
export function readSite (fields: LineFields): SiteContent {
  const permissions = new Map<number, string>()
  for (const member of fields.objects('o:site_permission')) {
    const permission = new LineFields(member)
    const userId = permission.reference('o:user')
    const role = permission.required('o:role', MAX_CHARACTERS.code)
    for (const error of permission.errors) fields.errors.push(`o:site_permission: ${error}`)
    if (userId !== null) permissions.set(userId, role)
  }
  const itemSets: number[] = []
  for (const member of fields.objects('o:site_item_set')) {
    const set = new LineFields(member)
    const id = set.reference('o:item_set')
    for (const error of set.errors) fields.errors.push(`o:site_item_set: ${error}`)
    if (id !== null) itemSets.push(id)
  }
  return {
    slug: slugOf(fields),
    theme: fields.required('o:theme', MAX_CHARACTERS.name),
    title: fields.required('o:title', MAX_CHARACTERS.name),
    summary: fields.text('o:summary'),
    thumbnailId: fields.reference('o:thumbnail'),
    navigation: navigationOf(fields),
    homepageId: fields.reference('o:homepage'),
    itemPool: fields.object('o:item_pool') ?? [],
    ownerId: fields.reference('o:owner'),
    isPublic: fields.flag('o:is_public', true),
    assignNewItems: fields.flag('o:assign_new_items', false),
    created: fields.date('o:created'),
    modified: fields.date('o:modified'),
    permissions: [...permissions].map(([userId, role]) => ({ userId, role })),
    itemSets: [...new Set(itemSets)]
  }
}

function slugOf (fields: LineFields): string {
  const slug = fields.required('o:slug', MAX_CHARACTERS.name)
  if (slug !== '' && !SLUG.test(slug)) fields.refuse('o:slug', 'letters, digits, _ and - only')
  return slug
}

function navigationOf (fields: LineFields): unknown[] {
  const errors = new ErrorCollector()
  const navigation = navigationIn(fields.get('o:navigation') ?? [], errors)
  if (errors.has('o:navigation')) fields.refuse('o:navigation', 'a list of links')
  return navigation
}

/** A page of a site (docs/contract/admin-resources.md §7). */
export function readPage (fields: LineFields): PageContent {
  const siteId = fields.reference('o:site')
  if (siteId === null) fields.refuse('o:site', 'a reference to the site of the page')
  return {
    siteId: siteId ?? 0,
    slug: slugOf(fields),
    title: fields.required('o:title', MAX_CHARACTERS.name),
    isPublic: fields.flag('o:is_public', true),
    layout: fields.text('o:layout', MAX_CHARACTERS.label),
    layoutData: orNull(fields.object('o:layout_data')),
    created: fields.date('o:created'),
    modified: fields.date('o:modified'),
    blocks: fields.objects('o:block').map((member) => readBlock(member, fields))
  }
}

function readBlock (json: Record<string, unknown>, { errors }: LineFields): BlockContent {
  const block = new LineFields(json)
  const content = {
    layout: block.required('o:layout', MAX_CHARACTERS.code),
    data: block.object('o:data') ?? [],
    layoutData: block.object('o:layout_data') ?? null,
    attachments: block.objects('o:attachment').map((member) => {
      const attachment = new LineFields(member)
      const read = {
        itemId: attachment.reference('o:item'),
        mediaId: attachment.reference('o:media'),
        caption: attachment.text('o:caption') ?? ''
      }
      for (const error of attachment.errors) block.errors.push(`o:attachment: ${error}`)
      return read
    })
  }
  for (const error of block.errors) errors.push(`o:block: ${error}`)
  return content
}

/** REST shows an empty list instead of null. */
function orNull (given: Record<string, unknown> | undefined): unknown {
  return given === undefined || (isObject(given) && Object.keys(given).length === 0) ? null : given
}
