import type { Database } from '../../db/database.js'
import { isAnyIn } from '../../db/id-sets.js'
import type { Needs } from '../../db/search/criterion.js'
import { foldedOf, type Folded } from '../../db/search/folded-texts.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import { OVERHEAD } from '../cache/size.js'
import type { Written } from '../cache/written.js'

/** Rough size of what is kept of each resource that a written one depends on, in bytes. */
const OF_DEPENDENCY = 40

/** Resources that are read at a time. */
const AT_ONCE = 100

/**
 * Those of some resources that were written lately which may have what is needed. Each set that is kept is tested anew
 * with all resources that were written since somebody asked for it; most of them cannot belong to it, which is told
 * here without reading them again for each set.
 *
 * @param ids ascending.
 */
export async function having (
  cache: AnswerCache, needs: Needs, ids: readonly number[], database: Database
): Promise<readonly number[]> {
  return await among(cache, ids, database, needs)
}

/** Those of some resources to which others may link. */
export async function linked (
  cache: AnswerCache, ids: readonly number[], database: Database
): Promise<readonly number[]> {
  return await among(cache, ids, database, undefined)
}

/** @param needs undefined: to be linked to. */
async function among (
  cache: AnswerCache, ids: readonly number[], database: Database, needs: Needs | undefined
): Promise<readonly number[]> {
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
  const may: number[] = []
  for (const id of ids) if (mayHave(known.get(id), needs)) may.push(id)
  return may
}

/** What links to itself is taken for what it needs, too: it may be. */
function mayHave (written: Written | undefined, needs: Needs | undefined): boolean {
  if (written === undefined) return true
  if (needs === undefined) return written.isLinked
  if ('sets' in needs) return isAnyIn(needs.sets, written.sets)
  return 'link' in needs ? written.dependencies.has(needs.link) : written.text?.includes(needs.text) !== false
}

function writtenOf (id: number, { text, links, sets, isLinked }: Folded, version: number): Written {
  return { text, sets, isLinked, dependencies: new Set([id, -id, ...links]), version }
}

const sizeOf = ({ text, sets, dependencies }: Written): number =>
  OVERHEAD + (text?.length ?? 0) + OF_DEPENDENCY * (sets.size + dependencies.size)

function valid (cache: AnswerCache, id: number, version: number): Written | undefined {
  const entry = cache.written.get(id)
  if (entry === undefined || entry.version === version) return entry
  if (!cache.isUntouched(entry.dependencies, entry.version)) return undefined
  entry.version = version
  return entry
}
