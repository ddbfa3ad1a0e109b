import { and } from 'drizzle-orm'
import { equalityKey } from '../../../db/keys/collation/index.js'
import { isValueVisible } from '../../../db/query/statements/viewer.js'
import type { Payload } from '../../core/calls/call.js'
import { ValidationError } from '../../core/calls/errors.js'
import { asList, isObject } from '../../core/calls/given.js'
import type { ReadContext } from '../../resources/definition/read-context.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { scopeOf } from '../../search/query/selection.js'
import { isExactly, selectCandidates } from '../../values/exact-match.js'

/** Identifies a resource by a value of a property. */
export interface Identifier {
  readonly term: string
  readonly text: string
}

/**
 * The identifier in a payload under a term.
 *
 * @throws ValidationError unless the payload contains exactly one value of it that is a text or a URI.
 */
export function identifierOf (term: string, payload: Payload): Identifier {
  const texts = textsUnder(payload, term)
  if (texts.length !== 1) {
    throw ValidationError.of(term, 'Expected exactly one value with a text or an address, by which it is found.')
  }
  return { term, text: texts[0]! }
}

export function noProperty (term: string): ValidationError {
  return ValidationError.of('by', `There is no property ${JSON.stringify(term.slice(0, 80))}.`)
}

/** Texts and URIs of the values under a key. */
export function textsUnder (payload: Payload, key: string): string[] {
  const members = Object.hasOwn(payload, key) ? asList(payload[key]) : []
  return members.flatMap((member) => {
    const text = isObject(member) ? member['@value'] ?? member['@id'] : member
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
  })
}

/**
 * The id of the visible resource that has exactly this value; undefined if there is none.
 *
 * @throws ValidationError if several have it, or there is no such property.
 */
export async function findIdentified (
  { term, text }: Identifier, type: ResourceType, context: ReadContext
): Promise<number | undefined> {
  const property = context.terms.properties.byTerm(term)
  if (property === undefined) throw noProperty(term)
  const isVisible = and(scopeOf(type, context), isValueVisible(context.viewer))
  const rows = await selectCandidates(context.database, property.id, [equalityKey(text)], isVisible)
  const same = rows.filter((row) => isExactly(row, text))
  const ids = [...new Set(same.map(({ id }) => id))]
  if (ids.length < 2) return ids[0]
  throw ValidationError.of('by', `It is not clear which is meant: ${ids.length} have this value (${ids.slice(0, 5).join(', ')}).`)
}
