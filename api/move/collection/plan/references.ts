import type { ResourceKind } from '../../../../db/tables/index.js'
import type { DataTypes } from '../../../values/data-types.js'
import type { CollectionType } from '../read/collection-file.js'
import type { AnyRecord, ResourceContent, ValueContent } from '../read/record.js'

/** A member in which a record refers to others: its key, the allowed types, and whether it is required. */
export interface Place { key: string, types: readonly CollectionType[], isRequired: boolean }

const place = (key: string, types: readonly CollectionType[], isRequired = false): Place => ({ key, types, isRequired })

const OWNER = place('o:owner', ['users'])
const VOCABULARY = place('o:vocabulary', ['vocabularies'], true)
const CLASS = place('o:resource_class', ['resource_classes'])
const TEMPLATE = place('o:resource_template', ['resource_templates'])
const TITLE_PROPERTY = place('o:title_property', ['properties'])
const DESCRIPTION_PROPERTY = place('o:description_property', ['properties'])
const TEMPLATE_PROPERTY = place('o:resource_template_property', ['properties'])
const THUMBNAIL = place('o:thumbnail', ['assets'])
const ITEM_SET = place('o:item_set', ['item_sets'])
const SITE = place('o:site', ['sites'])
const SITE_OF_PAGE = place('o:site', ['sites'], true)
const ITEM = place('o:item', ['items'], true)
const HOMEPAGE = place('o:homepage', ['site_pages'])
const PERMISSION = place('o:site_permission', ['users'])
const SITE_ITEM_SET = place('o:site_item_set', ['item_sets'])
const ATTACHED_ITEM = place('o:attachment: o:item', ['items'])
const ATTACHED_MEDIA = place('o:attachment: o:media', ['media'])

const TYPES_OF_KINDS: Record<ResourceKind, CollectionType> = {
  item: 'items', item_set: 'item_sets', media: 'media', value_annotation: 'value_annotations'
}

/** Places of links, by data type. */
const linkPlaces = new Map<string, Place>()

/** The place for links of a data type, which determines the allowed types. */
function linkPlace (type: string, dataTypes: DataTypes): Place {
  let known = linkPlaces.get(type)
  if (known === undefined) {
    const kinds = dataTypes.get(type)?.links ?? []
    linkPlaces.set(type, known = place(type, kinds.map((kind) => TYPES_OF_KINDS[kind])))
  }
  return known
}

/** Calls `visit` with each reference of a record to another. */
export function forEachReference (
  { type, content }: AnyRecord, dataTypes: DataTypes, visit: (place: Place, id: number) => void
): void {
  const one = (at: Place, id: number | null): void => { if (id !== null) visit(at, id) }
  switch (type) {
    case 'vocabularies': return one(OWNER, content.ownerId)
    case 'properties':
    case 'resource_classes':
      one(OWNER, content.ownerId)
      return visit(VOCABULARY, content.vocabularyId)
    case 'users': return
    case 'assets': return one(OWNER, content.ownerId)
    case 'resource_templates':
      one(OWNER, content.ownerId)
      one(CLASS, content.classId)
      one(TITLE_PROPERTY, content.titlePropertyId)
      one(DESCRIPTION_PROPERTY, content.descriptionPropertyId)
      for (const { propertyId } of content.rows) visit(TEMPLATE_PROPERTY, propertyId)
      return
    case 'sites':
      one(OWNER, content.ownerId)
      one(THUMBNAIL, content.thumbnailId)
      one(HOMEPAGE, content.homepageId)
      for (const { userId } of content.permissions) visit(PERMISSION, userId)
      for (const id of content.itemSets) visit(SITE_ITEM_SET, id)
      return
    case 'site_pages':
      visit(SITE_OF_PAGE, content.siteId)
      for (const { attachments } of content.blocks) {
        for (const { itemId, mediaId } of attachments) {
          one(ATTACHED_ITEM, itemId)
          one(ATTACHED_MEDIA, mediaId)
        }
      }
      return
    default: return ofResource(content, dataTypes, visit)
  }
}

function ofResource (
  content: ResourceContent, dataTypes: DataTypes, visit: (place: Place, id: number) => void
): void {
  const { ownerId, classId, classTerm, templateId, thumbnailId, item, media, values } = content
  if (ownerId !== null) visit(OWNER, ownerId)
  // The term identifies the class as well.
  if (classId !== null && classTerm === null) visit(CLASS, classId)
  if (templateId !== null) visit(TEMPLATE, templateId)
  if (thumbnailId !== null) visit(THUMBNAIL, thumbnailId)
  for (const id of item?.itemSets ?? []) visit(ITEM_SET, id)
  for (const id of item?.sites ?? []) visit(SITE, id)
  if (media !== undefined) visit(ITEM, media.itemId)
  forEachLink(values, (value) => { visit(linkPlace(value.type, dataTypes), value.link) })
}

/** Calls `visit` with each value that is a link, including values of annotations. */
export function forEachLink (
  values: readonly ValueContent[], visit: (value: ValueContent & { link: number }) => void
): void {
  for (const value of values) {
    if (value.link !== null) visit(value as ValueContent & { link: number })
    if (value.annotation !== null) forEachLink(value.annotation.values, visit)
  }
}
