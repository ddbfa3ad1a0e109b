import { EVERYTHING, UNKNOWN, type Written } from './change-log.js'
import { ANYTHING, MAX_IDS } from './queue.js'

/** What a transaction has written. @param ids all ids in the table `touched`, or more than `MAX_IDS` of them. */
export function writtenBy (ids: readonly number[]): Written {
  if (ids.length > MAX_IDS) return UNKNOWN
  return { touched: ids.includes(ANYTHING) ? EVERYTHING : ids, rows: ids }
}

/** Number of notices that stay in the table. A process that lags further behind must treat everything as stale. */
const MAX_NOTICES = 4096

/** Old notices are removed once per this number of positions. */
const POSITIONS_PER_REMOVAL = 256

/**
 * After the notice at `position` was written: the position up to which notices are to be removed; undefined: none now.
 */
export function removableAt (position: number): number | undefined {
  return position % POSITIONS_PER_REMOVAL === 0 && position > MAX_NOTICES ? position - MAX_NOTICES : undefined
}

export interface CommitNotice { readonly everything: number, readonly ids: string | null }

/** @param written undefined: nothing that a cached answer shows. */
export function noticeOf (written: Written | undefined): CommitNotice {
  if (written === undefined) return { everything: 0, ids: null }
  const { touched, rows } = written
  const ids = touched === EVERYTHING ? rows : touched
  return { everything: Number(touched === EVERYTHING), ids: ids === undefined ? null : JSON.stringify(ids) }
}

/** @returns undefined: nothing that a cached answer shows. */
export function writtenOf ({ everything, ids }: CommitNotice): Written | undefined {
  const rows = ids === null ? undefined : JSON.parse(ids) as number[]
  if (everything === 1) return { touched: EVERYTHING, rows }
  return rows && { touched: rows, rows }
}
