import type { Extremes, SelectIds, SetExpression } from '../../../db/query/statements/set-expression.js'
import type { MinMaxColumn } from './min-max-column.js'
import { Ids } from '../context/ids.js'

/** An expression whose ids are cached. */
export type CachedExpression = Extract<SetExpression, { kind: 'cached' }>

/** Supplies the sets that expressions are composed of. */
export interface IdSource {
  ids (select: SelectIds): Promise<Ids>
  cached (expression: CachedExpression): Promise<Ids>
  extremes (of: Extremes): Promise<MinMaxColumn>
  /** All rows that the viewer may see. */
  visible (): Promise<Ids>
  /** A source for some resources only. */
  among (ids: Ids): IdSource
}

/** Up to this many resources are looked up one by one instead of making the set of all that meet an expression. */
const LOOKUP_MAX_RESOURCES = 500

/** Ids of the resources that meet an expression; there may be others among them that the viewer may not see. */
export async function evaluate (expression: SetExpression, source: IdSource): Promise<Ids> {
  switch (expression.kind) {
    case 'ids': return await source.ids(expression.select)
    case 'cached': return await source.cached(expression)
    case 'extreme': return (await source.extremes(expression.of)).compared(expression.is, expression.than)
    case 'any': return await evaluateAny(expression.of, source)
    case 'all': return await evaluateAll(expression.of, source)
    case 'not': return (await source.visible()).without(await evaluate(expression.of, source))
  }
}

/** If nearly all resources meet the first expressions, the next ones are evaluated for the others only. */
async function evaluateAny (expressions: readonly SetExpression[], source: IdSource): Promise<Ids> {
  let found = Ids.NONE
  for (const expression of expressions) {
    const isDense = found.size > found.highest / 2
    const others = isDense ? (await source.visible()).without(found) : undefined
    if (others?.size === 0) return found
    const rest = others !== undefined && others.size <= LOOKUP_MAX_RESOURCES ? source.among(others) : source
    found = found.or(await evaluate(expression, rest))
  }
  return found
}

/** Evaluates negations last: if the result is small by then, they do not need the list of all visible rows. */
async function evaluateAll (expressions: readonly SetExpression[], source: IdSource): Promise<Ids> {
  let found: Ids | undefined
  for (const expression of expressions.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    if (expression.kind === 'not') {
      found = (found ?? await source.visible()).without(await evaluate(expression.of, source))
      continue
    }
    const isLookup = isOfRow(expression) && found !== undefined && found.size <= LOOKUP_MAX_RESOURCES
    const met = await evaluate(expression, isLookup ? source.among(found!) : source)
    found = found === undefined ? met : found.and(met)
    if (found.size === 0) return found
  }
  return found!
}

const isOfRow = (expression: SetExpression): boolean => expression.kind === 'cached' && expression.isOfRow === true

const turnOf = (expression: SetExpression): number => expression.kind === 'not' ? 2 : Number(isOfRow(expression))
