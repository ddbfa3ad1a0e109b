import { isTerm } from '../../schemas/shared/values.js'
import type { Payload } from '../core/calls/call.js'
import { valuesIn } from './given-scalars.js'

/**
 * A changed copy of a representation in which values that were moved or copied to another term are of its property.
 * Each value names the property of its former term, which would win over the key (docs/contract/values.md §1).
 */
export function withMovedValues (changed: Payload, original: Payload): Payload {
  const terms = new Map<string, string>()
  for (const [term, values] of valuesIn(original)) for (const value of values) terms.set(JSON.stringify(value), term)
  const ofTerm = (term: string, value: unknown): unknown => {
    const former = terms.get(JSON.stringify(value))
    if (former === undefined || former === term) return value
    const { property_id: _id, property_label: _label, ...moved } = value as Payload
    return moved
  }
  return Object.fromEntries(Object.entries(changed).map(([key, given]) =>
    [key, isTerm(key) && Array.isArray(given) ? given.map((value) => ofTerm(key, value)) : given]))
}
