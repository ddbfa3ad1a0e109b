import { workerData } from 'node:worker_threads'
import { ChangeLog } from '../../db/changes/change-log.js'
import { isUnavailable } from '../../db/open/failures.js'
import { connect } from '../../db/sqlite/connection/connection.js'
import { loadTerms, type Terms } from '../../db/query/statements/terms.js'
import { BusyError, outcomeOf } from '../core/calls/errors.js'
import { AnswerCache } from '../cache/answer-cache.js'
import { BUILT_IN } from '../resources/built-in.js'
import { readLinks } from '../resources/shared/representation/reverse.js'
import { readKeys } from '../search/facets/cached-groups.js'
import { memoryFigures } from '../runtime/settings/memory-limits.js'
import { DataTypes } from '../values/data-types.js'
import { findIds, planSearch } from '../search/find.js'
import type { SearchTask } from '../search/context/context.js'
import { readViewerIds } from '../search/sets/sets.js'
import type { Start, WorkerOrder, WorkerReply } from '../search/worker/search-workers.js'

const { file, memory: limits } = workerData as Start
const { database, driver } = connect(file, { isReadOnly: true, pageCache: limits.database })
const changes = new ChangeLog()
// This thread finds ids, but renders no representations.
const cache = new AnswerCache(changes, { ...limits, answers: 0 })
const dataTypes = new DataTypes()
let terms: Terms | undefined

async function currentTerms (): Promise<Terms> {
  if (terms?.epoch !== changes.epoch) terms = await loadTerms(database, changes.epoch, terms)
  return terms
}

/** Runs one task, in one transaction so that all its reads see the same data. */
async function run ({ work, type: name, query, context: sent }: SearchTask): Promise<unknown> {
  driver.exec('BEGIN')
  try {
    const terms = await currentTerms()
    const type = BUILT_IN.get(name)!
    const used = sent.withoutCache === true ? undefined : cache
    const context = { ...sent, database, terms, dataTypes, cache: used }
    switch (work.kind) {
      case 'find': return await planSearch(type, query, context, work.pageSize).page()
      case 'match': return await findIds(type, query, context)
      case 'own':
      case 'hidden': return await readViewerIds(work.kind, context)
      case 'keys': return await readKeys(database, work.counted, work.from, work.to)
      case 'links': return await readLinks(context, work.id)
    }
  } finally {
    driver.exec('COMMIT')
  }
}

/** The main thread sends one order at a time. */
export default async function obey ({ task, written }: WorkerOrder): Promise<WorkerReply> {
  // Recorded before the transaction begins. Its view may be newer, in which case some ids are looked up twice.
  if (written !== undefined) changes.record(written.touched, written.rows)
  const outcome = await outcomeOf(async () => task && await run(task).catch((error: unknown) => {
    throw isUnavailable(error) ? new BusyError() : error
  }))
  return { outcome, memory: memoryFigures(limits, cache) }
}
