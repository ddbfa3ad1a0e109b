import type { Database } from '../../../db/query/statements/database.js'
import { isAnyIn } from '../../../db/query/statements/id-sets.js'
import type { Needs } from '../../../db/query/statements/set-expression.js'
import { foldedOf, type Folded } from '../../../db/query/conditions/folded-texts.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import { compactIds } from '../../cache/compact-ids.js'
import { OVERHEAD } from '../../cache/size.js'
import type { Written } from '../../cache/written.js'

/** Resources that are read at a time. */
const AT_ONCE = 100

/** Resources that have what is needed, whoever asks, and others of which it is not known. */
export interface Having { readonly certain: readonly number[], readonly possible: readonly number[] }

/**
 * Those of some resources that were written lately which may have what is needed. Each set that is kept is tested anew
 * with all resources that were written since somebody asked for it; most of them cannot belong to it, which is told
 * here without reading them again for each set, and of some that they do.
 *
 * @param ids ascending.
 */
export async function having (
  cache: AnswerCache, needs: Needs, ids: readonly number[], database: Database
): Promise<Having> {
  const known = await writtenAmong(cache, ids, database)
  const [certain, possible]: [number[], number[]] = [[], []]
  for (const id of ids) {
    const has = hasOf(known.get(id), needs)
    if (has !== 'not') (has === 'certainly' ? certain : possible).push(id)
  }
  return { certain, possible }
}

/** Those of some resources to which others may link. */
export async function linked (
  cache: AnswerCache, ids: readonly number[], database: Database
): Promise<readonly number[]> {
  const known = await writtenAmong(cache, ids, database)
  const may: number[] = []
  for (const id of ids) if (known.get(id)?.isLinked !== false) may.push(id)
  return may
}

/** What those of some resources have of which it is known, or found out now. */
async function writtenAmong (
  cache: AnswerCache, ids: readonly number[], database: Database
): Promise<ReadonlyMap<number, Written>> {
  const { version } = cache
  const known = new Map<number, Written>()
  const unknown: number[] = []
  for (const id of ids) {
    const written = valid(cache, id, version)
    if (written === undefined) unknown.push(id)
    else known.set(id, written)
  }
  const missing = unknown.slice(-AT_ONCE)
  for (const [id, folded] of missing.length === 0 ? [] : await foldedOf(database, missing)) {
    const written = writtenOf(id, folded, version)
    known.set(id, written)
    cache.written.set(id, written, { size: sizeOf(written) })
  }
  return known
}

/** What links to itself is taken for what it needs, too: it may be. */
function hasOf (written: Written | undefined, needs: Needs): 'certainly' | 'perhaps' | 'not' {
  if (written === undefined) return 'perhaps'
  if ('sets' in needs) return isAnyIn(needs.sets, written.sets) ? 'perhaps' : 'not'
  if ('link' in needs) return written.dependencies.has(needs.link) ? 'perhaps' : 'not'
  const at = written.text?.indexOf(needs.text)
  if (at === -1) return 'not'
  return at !== undefined && at < written.shown && needs.isEnough ? 'certainly' : 'perhaps'
}

/** Member by member: where they are spread, V8 keeps a description of its own for each object. */
function writtenOf (id: number, { text, shown, links, sets, isLinked }: Folded, version: number): Written {
  const dependencies = compactIds(new Set([id, -id, ...links]))
  return { text, shown, sets: compactIds(sets), isLinked, dependencies, version }
}

const sizeOf = ({ text, sets, dependencies }: Written): number =>
  OVERHEAD + (text?.length ?? 0) + sets.byteLength + dependencies.byteLength

function valid (cache: AnswerCache, id: number, version: number): Written | undefined {
  const entry = cache.written.get(id)
  if (entry === undefined || entry.version === version) return entry
  if (!cache.isUntouched(entry.dependencies, entry.version)) return undefined
  entry.version = version
  return entry
}
