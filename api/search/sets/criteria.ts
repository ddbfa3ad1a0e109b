import type { Criterion, Extremes, SelectIds } from '../../../db/query/statements/criterion.js'
import type { ExtremeKeys } from './extreme-keys.js'
import { Ids } from '../context/ids.js'

/** A criterion whose ids are kept. */
export type KeptCriterion = Extract<Criterion, { kind: 'kept' }>

/** Where the sets come from that criteria are made of. */
export interface IdSource {
  ids (select: SelectIds): Promise<Ids>
  kept (criterion: KeptCriterion): Promise<Ids>
  extremes (of: Extremes): Promise<ExtremeKeys>
  /** All rows that the viewer may see. */
  visible (): Promise<Ids>
  /** The same about some resources. */
  among (ids: Ids): IdSource
}

/** Up to so many resources are asked about one by one instead of making a set of all that meet a criterion. */
const FEW = 500

/** Ids of the resources that meet a criterion; there may be others among them that the viewer may not see. */
export async function meeting (criterion: Criterion, source: IdSource): Promise<Ids> {
  switch (criterion.kind) {
    case 'ids': return await source.ids(criterion.select)
    case 'kept': return await source.kept(criterion)
    case 'extreme': return (await source.extremes(criterion.of)).compared(criterion.is, criterion.than)
    case 'any': return await meetingAny(criterion.of, source)
    case 'all': return await meetingAll(criterion.of, source)
    case 'not': return (await source.visible()).without(await meeting(criterion.of, source))
  }
}

/** Where the first ones are met by nearly all resources, the next ones are asked about the others only. */
async function meetingAny (criteria: readonly Criterion[], source: IdSource): Promise<Ids> {
  let found = Ids.NONE
  for (const criterion of criteria) {
    const isDense = found.size > found.highest / 2
    const others = isDense ? (await source.visible()).without(found) : undefined
    if (others?.size === 0) return found
    const asked = others !== undefined && others.size <= FEW ? source.among(others) : source
    found = found.or(await meeting(criterion, asked))
  }
  return found
}

/** First what is to be met, then what is not: as long as few are left, nothing needs the list of all rows. */
async function meetingAll (criteria: readonly Criterion[], source: IdSource): Promise<Ids> {
  let found: Ids | undefined
  for (const criterion of criteria.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    if (criterion.kind === 'not') {
      found = (found ?? await source.visible()).without(await meeting(criterion.of, source))
      continue
    }
    const asked = isOfRow(criterion) && found !== undefined && found.size <= FEW ? source.among(found) : source
    const met = await meeting(criterion, asked)
    found = found === undefined ? met : found.and(met)
    if (found.size === 0) return found
  }
  return found!
}

const isOfRow = (criterion: Criterion): boolean => criterion.kind === 'kept' && criterion.isOfRow === true

const turnOf = (criterion: Criterion): number => criterion.kind === 'not' ? 2 : Number(isOfRow(criterion))
