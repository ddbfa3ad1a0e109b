import { and, eq, exists, inArray, isNull, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { media, resource, site, sitePage, sitePermission, value } from '../tables/index.js'

/** What a reader may see, reduced to what a query needs (docs/contract/acl.md §6). */
export interface Viewer {
  /** Account, null when anonymous. What it owns it sees. */
  readonly id: number | null
  /** Sees private resources and values. */
  readonly viewsAll: boolean
  /** Sees private sites and pages. */
  readonly isAdmin: boolean
  /**
   * What the reference lets everybody learn of what is private, this installation does too (setting
   * `discloses_private`):
   * titles taken from private values, and whatever else is hidden here by default. Absent: it does not.
   */
  readonly disclosesPrivate?: boolean
}

/** In place of a viewer, for what is the same whoever looks. */
export const EVERYBODY: Viewer = Object.freeze({ id: null, viewsAll: false, isAdmin: false })

/** The two columns that decide whether a row is seen. */
interface Guarded { isPublic: AnyColumn, ownerId: AnyColumn }

const query = new QueryBuilder()

/** Public, or owned by the viewer; undefined where the viewer sees everything. */
export function isVisible (row: Guarded, viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll) return undefined
  // Not bound: a search may hold this hundreds of times, and a statement has room for so many parameters.
  const isPublic = sql`${row.isPublic} = ${sql.raw('1')}`
  return viewer.id === null ? isPublic : or(isPublic, eq(row.ownerId, viewer.id))
}

/** A media is seen only together with its item (docs/contract/acl.md §6). */
export function isMediaVisible (viewer: Viewer, row: Guarded & { id: AnyColumn } = resource): SQL | undefined {
  if (viewer.viewsAll) return undefined
  const parent = alias(resource, 'parent')
  return and(isVisible(row, viewer), exists(query.select({ one: sql`1` }).from(media)
    .innerJoin(parent, eq(parent.id, media.itemId)).where(and(eq(media.id, row.id), isVisible(parent, viewer)))))
}

/** What decides whether a resource may be named to the viewer: its own columns, and of a media those of its item. */
type NamedResource = Guarded & { id: AnyColumn, kind: AnyColumn }

/**
 * A resource that another one names may be shown there: linked to by a value, its picture, counted by a facet. The
 * same
 * rule as for reading it.
 */
export function isTargetVisible (viewer: Viewer, row: NamedResource = resource): SQL | undefined {
  // The reference looks at the media alone (docs/contract/values.md §8).
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return isVisible(row, viewer)
  return and(isVisible(row, viewer), or(sql`${row.kind} <> 'media'`, isMediaVisible(viewer, row)))
}

/**
 * A value that a viewer sees, of a resource that the viewer sees. The reference goes by the value and the owner alone.
 * For queries that join `resource` as the subject of `value`.
 */
export function isValueVisible (viewer: Viewer): SQL | undefined {
  const isOwn = isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer)
  return viewer.disclosesPrivate === true ? isOwn : and(isOwn, isResourceVisible(viewer), leadsToVisible(viewer))
}

/** Types of values that lead to no resource. */
const WITHOUT_LINK = ['literal', 'uri']

/**
 * The value, if it leads to a resource, leads to one that the viewer sees; otherwise it is shown to nobody but those
 * who see both.
 */
export function leadsToVisible (viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return undefined
  const target = alias(resource, 'value_target')
  // The type first: it stands in the index, the link does not.
  return or(inArray(
    value.type,
    WITHOUT_LINK
  ), isNull(value.linkedId), exists(query.select({ one: sql`1` }).from(target)
    .where(and(eq(target.id, value.linkedId), isTargetVisible(viewer, target)))))
}

/** Of `/api/resources`: media only with their item, annotations only with what they annotate. */
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

/**
 * The annotation stands at a value that the viewer is shown: of a visible resource, and leading to one if it leads
 * anywhere.
 */
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

/** Public, owned, or shared with the viewer (docs/contract/acl.md §6). */
export function isSiteVisible (viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : or(eq(site.isPublic, true), isSiteMember(viewer))
}

/** Public on a public site, or on a site that is owned by or shared with the viewer. */
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
