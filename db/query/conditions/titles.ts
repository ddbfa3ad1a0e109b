import { and, eq, getTableColumns, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { resource } from '../../tables/index.js'
import { inDialect } from '../statements/dialect.js'
import type { Viewer } from '../statements/viewer.js'

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
const differ = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 1`
export const areTitlesEqual = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 0`

/**
 * The condition that the title for a viewer has this equality key. Unlike a comparison with `titleFor`, it can use
 * indexes.
 */
export function hasTitle (viewer: Viewer, key: string, row: Resources = resource): SQL {
  const hasFull = eq(row.titleKey, key)
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return hasFull
  const hasOther = and(eq(row.publicTitleKey, key), differ(row))
  if (viewer.id === null) return or(and(hasFull, areTitlesEqual(row)), hasOther)!
  return or(
    and(hasFull, or(areTitlesEqual(row), eq(row.ownerId, viewer.id))),
    and(hasOther, sql`${row.ownerId} IS DISTINCT FROM ${viewer.id}`)
  )!
}

/**
 * A subquery for statements that read resources in the order of public titles: two parts, each of which an index
 * provides in that order. SQLite merges them if the statement selects the columns that it sorts by. Its columns are
 * named as in the table itself.
 *
 * @param name alias in the statement.
 */
export function resourcesByPublicTitle (name = 'resource'): SQL {
  const { titleSort, publicTitleSort, ...others } = getTableColumns(resource)
  const part = (key: AnyColumn, condition: SQL): SQL => sql`SELECT
    ${sql.join([...Object.values(others), titleSort].map((column) => sql`${column}`), sql`, `)},
    ${key} AS ${sql.identifier(publicTitleSort.name)} FROM ${resource} WHERE ${condition}`
  const parts = sql`(${part(titleSort, areTitlesEqual(resource))} UNION ALL ${part(publicTitleSort, differ(resource))})`
  return sql`${inDialect((dialect) => dialect.inParts(sql`${resource}`, parts))} AS ${sql.identifier(name)}`
}
