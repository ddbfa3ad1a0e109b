import { and, eq, exists, inArray, isNull, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { media, resource, RESOURCE_KINDS, site, sitePage, sitePermission, value } from '../../tables/index.js'
import { isOneOf, type List } from './dialect.js'

/** The part of an actor on which the visibility of rows depends (docs/contract/acl.md §6). */
export interface Viewer {
  /** Id of the account, which sees everything that it owns; null for anonymous viewers. */
  readonly id: number | null
  /** Sees private resources and values. */
  readonly viewsAll: boolean
  /** Sees private sites and pages. */
  readonly isAdmin: boolean
  /**
   * Setting `disclosePrivate`: discloses what the reference application discloses of private data, such as titles
   * computed from private values. Default: false.
   */
  readonly disclosesPrivate?: boolean
}

/** The anonymous viewer, also used for queries whose result does not depend on the viewer. */
export const ANONYMOUS_VIEWER: Viewer = Object.freeze({ id: null, viewsAll: false, isAdmin: false })

/** The columns that decide whether a row is visible. */
interface Guarded { isPublic: AnyColumn, ownerId: AnyColumn }

const query = new QueryBuilder()

/** The condition that a row is public or owned by the viewer; undefined for viewers who see everything. */
export function isVisible (row: Guarded, viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll) return undefined
  // A literal, not a parameter: a search may contain this hundreds of times, and SQLite limits parameters.
  const isPublic = sql`${row.isPublic} = ${sql.raw('1')}`
  return viewer.id === null ? isPublic : or(isPublic, eq(row.ownerId, viewer.id))
}

/** The condition that a resource is an item set that the viewer may see. */
export function isVisibleItemSet (viewer: Viewer): SQL | undefined {
  return and(eq(resource.kind, 'item_set'), isVisible(resource, viewer))
}

/** The condition that a media is visible: its item must be, too (docs/contract/acl.md §6). */
export function isMediaVisible (viewer: Viewer, row: Guarded & { id: AnyColumn } = resource): SQL | undefined {
  if (viewer.viewsAll) return undefined
  const parent = alias(resource, 'parent')
  return and(isVisible(row, viewer), exists(query.select({ one: sql`1` }).from(media)
    .innerJoin(parent, eq(parent.id, media.itemId)).where(and(eq(media.id, row.id), isVisible(parent, viewer)))))
}

/** The columns that decide whether a related resource is visible; for media, its item matters too. */
type NamedResource = Guarded & { id: AnyColumn, kind: AnyColumn }

/** The condition that a related resource (a link target, a thumbnail, a facet) is visible, as if it were read. */
export function isTargetVisible (viewer: Viewer, row: NamedResource = resource): SQL | undefined {
  // The reference application does not check the item of a media here (docs/contract/values.md §8).
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return isVisible(row, viewer)
  return and(isVisible(row, viewer), or(sql`${row.kind} <> 'media'`, isMediaVisible(viewer, row)))
}

/**
 * The condition that a value and its resource are visible; the reference application checks only the value and the
 * owner. For queries that join `resource` as the subject of `value`.
 */
export function isValueVisible (viewer: Viewer): SQL | undefined {
  const isOwn = isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer)
  return viewer.disclosesPrivate === true ? isOwn : and(isOwn, isResourceVisible(viewer), leadsToVisible(viewer))
}

/** The usual types of values that are not links. */
export const WITHOUT_LINK = ['literal', 'uri']

/** The condition that a value is not a link, or links to a visible resource: the link would disclose a hidden one. */
export function leadsToVisible (viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return undefined
  const target = alias(resource, 'value_target')
  // The type is tested first, because the index has it, but not the linked resource.
  return or(inArray(
    value.type,
    WITHOUT_LINK
  ), isNull(value.linkedId), exists(query.select({ one: sql`1` }).from(target)
    .where(and(eq(target.id, value.linkedId), isTargetVisible(viewer, target)))))
}

/** For `/api/resources`: media are visible with their item, value annotations with the value they annotate. */
export function isResourceVisible (viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll) return undefined
  return and(isVisible(resource, viewer), or(
    inArray(resource.kind, ['item', 'item_set']),
    and(eq(resource.kind, 'media'), isMediaVisible(viewer)),
    and(eq(resource.kind, 'value_annotation'), annotatesVisible(resource.id, viewer, 'annotated', or(
      // An annotation may itself be annotated; deeper nesting stays hidden.
      ne(sql`annotated_subject.kind`, 'value_annotation'),
      annotatesVisible(sql`annotated_subject.id`, viewer, 'outer', ne(sql`outer_subject.kind`, 'value_annotation'))
    )))
  ))
}

/** The condition that the annotated value, its resource and the resource it links to, if any, are visible. */
function annotatesVisible (annotation: AnyColumn | SQL, viewer: Viewer, name: string, also: SQL | undefined): SQL {
  const annotated = alias(value, name)
  const subject = alias(resource, `${name}_subject`)
  const target = alias(resource, `${name}_target`)
  return exists(query.select({ one: sql`1` }).from(annotated)
    .innerJoin(subject, eq(subject.id, annotated.resourceId)).leftJoin(target, eq(target.id, annotated.linkedId))
    .where(and(
      eq(annotated.annotationId, annotation),
      isVisible(subject, viewer),
      or(ne(subject.kind, 'media'), isMediaVisible(viewer, subject)),
      isVisible({ isPublic: annotated.isPublic, ownerId: subject.ownerId }, viewer),
      or(isNull(annotated.linkedId), isTargetVisible(viewer, target)),
      also
    )))
}

/** The condition that a site is public, or that the viewer owns it or has a role on it (docs/contract/acl.md §6). */
export function isSiteVisible (viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : or(eq(site.isPublic, true), isSiteMember(viewer))
}

/** The condition that a page is public on a public site, or on a site that the viewer owns or has a role on. */
export function isPageVisible (viewer: Viewer): SQL | undefined {
  if (viewer.isAdmin) return undefined
  const among = (condition: SQL | undefined) => inArray(
    sitePage.siteId,
    query.select({ id: site.id }).from(site).where(condition)
  )
  return or(
    and(eq(sitePage.isPublic, true), among(eq(site.isPublic, true))),
    viewer.id === null ? undefined : among(isSiteMember(viewer))
  )
}

function isSiteMember ({ id }: Viewer): SQL | undefined {
  if (id === null) return undefined
  return or(
    eq(site.ownerId, id),
    inArray(
      site.id,
      query.select({ id: sitePermission.siteId }).from(sitePermission).where(eq(sitePermission.userId, id))
    )
  )
}

/** Selects the ids of the resources that an account owns. @param among limits them to these ids. */
export function ownedBy (ownerId: number, among?: List): SQL {
  return query.select({ id: resource.id }).from(resource)
    .where(and(eq(resource.ownerId, ownerId), among && isOneOf(resource.id, among))).getSQL()
}

/** Selects the ids of the resources to which links are hidden from a viewer. @param among limits them to these ids. */
export function hiddenTargets (viewer: Viewer, among?: List): SQL {
  const suspects = among === undefined ? sql`${resource.id} IN (${suspectsOf(viewer)})` : isOneOf(resource.id, among)
  return sql`SELECT ${resource.id} AS id FROM ${resource}
    WHERE ${suspects} AND NOT coalesce(${isTargetVisible(viewer)!}, 1 = 0)`
}

/**
 * Selects the resources that may be hidden from a viewer: private resources of others, and media of such items. Read
 * from an index.
 */
export function suspectsOf ({ id }: Viewer): SQL {
  const parent = alias(resource, 'parent')
  const isOfOthers = (row: typeof resource | typeof parent) => and(
    eq(row.isPublic, false), id === null ? undefined : or(isNull(row.ownerId), ne(row.ownerId, id))
  )
  const hidden = query.select({ id: resource.id }).from(resource)
    .where(and(inArray(resource.kind, [...RESOURCE_KINDS]), isOfOthers(resource)))
  const within = query.select({ id: media.id }).from(parent).innerJoin(media, eq(media.itemId, parent.id))
    .where(and(eq(parent.kind, 'item'), isOfOthers(parent)))
  return sql`SELECT id FROM (${hidden}) AS hidden UNION SELECT id FROM (${within}) AS within_hidden`
}

/** Forms in which titles are stored: as text, and as keys for sorting, equality and containment. */
type TitleForm = 'title' | 'titleSort' | 'titleKey' | 'titleFold'

/** The table of resources, or an alias of it. */
type Resources =
  Readonly<Record<keyof typeof PUBLIC | typeof PUBLIC[TitleForm] | 'titlesDiffer' | 'ownerId', AnyColumn>>

/** The columns of the title that is computed from public values only. */
const PUBLIC = {
  title: 'publicTitle',
  titleSort: 'publicTitleSort',
  titleKey: 'publicTitleKey',
  titleFold: 'publicTitleFold'
} as const

/**
 * The title for a viewer: computed from all values for the owner of the resource and for viewers who see everything,
 * otherwise from public values only.
 */
export function titleFor (viewer: Viewer, form: TitleForm = 'title', row: Resources = resource): AnyColumn | SQL {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return row[form]
  if (viewer.id === null) return row[PUBLIC[form]]
  return sql`CASE WHEN ${eq(row.ownerId, viewer.id)} THEN ${row[form]} ELSE ${row[PUBLIC[form]]} END`
}

/** `titleFor`, typed for `select`. */
export function shownTitle (viewer: Viewer, row: Resources = resource): SQL<string | null> {
  return sql<string | null>`${titleFor(viewer, 'title', row)}`
}

/**
 * Whether the two titles of a resource differ, or are equal. Written exactly as in the partial indexes, so that they
 * are used.
 */
export const doTitlesDiffer = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 1`
export const areTitlesEqual = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 0`

/**
 * The condition that the title for a viewer has this equality key. Unlike a comparison with `titleFor`, it can use
 * indexes.
 */
export function hasTitle (viewer: Viewer, key: string, row: Resources = resource): SQL {
  const hasFull = eq(row.titleKey, key)
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return hasFull
  const hasOther = and(eq(row.publicTitleKey, key), doTitlesDiffer(row))
  if (viewer.id === null) return or(and(hasFull, areTitlesEqual(row)), hasOther)!
  return or(
    and(hasFull, or(areTitlesEqual(row), eq(row.ownerId, viewer.id))),
    and(hasOther, sql`${row.ownerId} IS DISTINCT FROM ${viewer.id}`)
  )!
}
