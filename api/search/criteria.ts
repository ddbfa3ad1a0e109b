import type { Criterion, Extremes, Needs, SelectIds } from '../../db/search/criterion.js'
import type { ExtremeKeys } from './extreme-keys.js'
import { Ids } from './ids.js'

/** A criterion whose ids are kept. */
export type KeptCriterion = Extract<Criterion, { kind: 'kept' }>

/** Where the sets come from that criteria are made of. */
export interface IdSource {
  ids (select: SelectIds, needs?: Needs): Promise<Ids>
  kept (criterion: KeptCriterion): Promise<Ids>
  extremes (of: Extremes): Promise<ExtremeKeys>
  /** All rows that the viewer may see. */
  visible (): Promise<Ids>
}

/** Ids of the resources that meet a criterion; there may be others among them that the viewer may not see. */
export async function meeting (criterion: Criterion, source: IdSource): Promise<Ids> {
  switch (criterion.kind) {
    case 'ids': return await source.ids(criterion.select, criterion.needs)
    case 'kept': return await source.kept(criterion)
    case 'extreme': return (await source.extremes(criterion.of)).compared(criterion.is, criterion.than)
    case 'any': return await meetingAny(criterion.of, source)
    case 'all': return await meetingAll(criterion.of, source)
    case 'not': return (await source.visible()).without(await meeting(criterion.of, source))
  }
}

async function meetingAny (criteria: readonly Criterion[], source: IdSource): Promise<Ids> {
  let found = Ids.NONE
  for (const criterion of criteria) found = found.or(await meeting(criterion, source))
  return found
}

/** First what is to be met, then what is not: as long as few are left, nothing needs the list of all rows. */
async function meetingAll (criteria: readonly Criterion[], source: IdSource): Promise<Ids> {
  let found: Ids | undefined
  for (const criterion of criteria) {
    if (criterion.kind === 'not') continue
    const met = await meeting(criterion, source)
    found = found === undefined ? met : found.and(met)
    if (found.size === 0) return found
  }
  for (const criterion of criteria) {
    if (criterion.kind !== 'not') continue
    found = (found ?? await source.visible()).without(await meeting(criterion.of, source))
  }
  return found!
}
