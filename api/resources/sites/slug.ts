import { and, eq, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { WriteContext } from '../definition/read-context.js'
import { MAX_CHARACTERS, type Fields } from '../shared/writing/fields.js'
import { isTaken } from '../shared/writing/table-rows.js'

/** The rows among which a slug must be unique. */
interface Scope {
  table: SQLiteTable & { id: AnyColumn, slugKey: AnyColumn }
  /** Condition for these rows: absent for all sites; the pages of one site. */
  among?: SQL
  /** Id of the row with the slug; undefined for a new one. */
  id: number | undefined
}

/**
 * The slug of a payload (docs/contract/admin-resources.md §6).
 *
 * @param title title of a new row, from which the slug is derived if the payload contains none.
 */
export async function slugIn (
  context: WriteContext,
  fields: Fields,
  { table, among, id }: Scope,
  title?: string
): Promise<string> {
  const isOther = async (slug: string): Promise<boolean> => await isTaken(
    context,
    table,
    and(eq(table.slugKey, sortKey(slug)), among),
    id
  )
  const given = fields.text('o:slug', { max: MAX_CHARACTERS.name, trimmed: true }) ?? ''
  const slug = given === '' && title !== undefined ? await derived(title, isOther) : given
  // A title that was refused is one error; one that is missing is two, as in the reference application.
  const isTitleRefused = title === '' && fields.errors.reasonOf('o:title')?.is !== 'required'
  if (fields.errors.has('o:slug') || (slug === '' && isTitleRefused)) return slug
  if (slug === '') fields.errors.add('o:slug', 'The slug cannot be empty.')
  else if (!/^[A-Za-z0-9_-]+$/.test(slug)) {
    fields.errors.add('o:slug', 'A slug can only contain letters, numbers, underscores, and hyphens.')
  } else if (await isOther(slug)) fields.errors.add('o:slug', `The slug "${slug}" is already taken.`)
  return slug
}

/** @example 'Été à la plage!' // ete-a-la-plage, or ete-a-la-plage1 when that is taken */
async function derived (title: string, isOther: (slug: string) => Promise<boolean>): Promise<string> {
  const slug = slugOf(title)
  if (slug === '' || !await isOther(slug)) return slug
  for (let number = 1; ; number++) {
    const numbered = `${slug.slice(0, MAX_CHARACTERS.name - String(number).length)}${number}`
    if (!await isOther(numbered)) return numbered
  }
}

/** Empty for a title without Latin letters and digits. */
function slugOf (title: string): string {
  const latin = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return latin.replace(/[^a-z0-9-]+/g, '-').replace(/-{2,}/g, '-').replace(/-$/, '').slice(0, MAX_CHARACTERS.name)
}
