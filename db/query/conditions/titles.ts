import { and, eq, getTableColumns, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { resource } from '../../tables/index.js'
import { inWords } from '../statements/words.js'
import type { Viewer } from '../statements/viewer.js'

/** Forms in which titles are stored: as text, and as keys for sorting, equality and containment. */
export type TitleForm = 'title' | 'titleSort' | 'titleKey' | 'titleFold'

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

/** Whether the titles of a resource differ, or all viewers see one. As the indexes say it, so that they are used. */
const differ = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 1`
export const areTitlesSame = ({ titlesDiffer }: Resources): SQL => sql`${titlesDiffer} = 0`

/** The condition that the title for a viewer has this equality key. Like `titleFor`, but can use indexes. */
export function hasTitle (viewer: Viewer, key: string, row: Resources = resource): SQL {
  const hasFull = eq(row.titleKey, key)
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return hasFull
  const hasOther = and(eq(row.publicTitleKey, key), differ(row))
  if (viewer.id === null) return or(and(hasFull, areTitlesSame(row)), hasOther)!
  return or(
    and(hasFull, or(areTitlesSame(row), eq(row.ownerId, viewer.id))),
    and(hasOther, sql`${row.ownerId} IS DISTINCT FROM ${viewer.id}`)
  )!
}

/**
 * The table of resources for statements that read it in the order of public titles: two parts, each of which an index
 * has in that order. Both are read side by side where the columns that a statement sorts by are among those that it
 * selects. Statements name the columns like those of the table itself.
 *
 * @param name that a statement gives it.
 */
export function resourcesByPublicTitle (name = 'resource'): SQL {
  const { titleSort, publicTitleSort, ...others } = getTableColumns(resource)
  const part = (key: AnyColumn, condition: SQL): SQL => sql`SELECT
    ${sql.join([...Object.values(others), titleSort].map((column) => sql`${column}`), sql`, `)},
    ${key} AS ${sql.identifier(publicTitleSort.name)} FROM ${resource} WHERE ${condition}`
  const parts = sql`(${part(titleSort, areTitlesSame(resource))} UNION ALL ${part(publicTitleSort, differ(resource))})`
  return sql`${inWords((words) => words.inParts(sql`${resource}`, parts))} AS ${sql.identifier(name)}`
}
