import { and, eq, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { resource } from '../tables/index.js'
import type { Viewer } from './viewer.js'

/** Forms in which titles are stored: as text, and as keys for sorting, equality and containment. */
export type TitleForm = 'title' | 'titleSort' | 'titleKey' | 'titleFold'

/** The table of resources, or an alias of it. */
type Resources = Readonly<Record<keyof typeof PUBLIC | typeof PUBLIC[TitleForm] | 'ownerId', AnyColumn>>

/** The columns of the title that is computed from public values only. */
const PUBLIC = {
  title: 'publicTitle',
  titleSort: 'publicTitleSort',
  titleKey: 'publicTitleKey',
  titleFold: 'publicTitleFold'
} as const

/**
 * The title for a viewer. The owner of the resource, and viewers who see everything, are shown the one that is
 * computed from all values; others the one from public values.
 */
export function titleFor (viewer: Viewer, form: TitleForm = 'title', row: Resources = resource): AnyColumn | SQL {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return row[form]
  if (viewer.id === null) return row[PUBLIC[form]]
  return sql`CASE WHEN ${eq(row.ownerId, viewer.id)} THEN ${row[form]} ELSE ${row[PUBLIC[form]]} END`
}

/** The same, typed for `select`. */
export function shownTitle (viewer: Viewer, row: Resources = resource): SQL<string | null> {
  return sql<string | null>`${titleFor(viewer, 'title', row)}`
}

/** The condition that the title for a viewer has this equality key. Like `titleFor`, but can use an index. */
export function hasTitle (viewer: Viewer, key: string, row: Resources = resource): SQL {
  const hasFull = eq(row.titleKey, key)
  const hasPublic = eq(row.publicTitleKey, key)
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return hasFull
  if (viewer.id === null) return hasPublic
  return or(and(hasFull, eq(row.ownerId, viewer.id)), and(hasPublic, sql`${row.ownerId} IS DISTINCT FROM ${viewer.id}`))!
}
