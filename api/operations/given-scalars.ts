import { isTerm } from '../../schemas/shared/values.js'
import { Answer, type Representation } from '../core/answers/answer.js'
import type { Payload } from '../core/calls/call.js'
import { groupBy } from '../core/sequence/group-by.js'
import { isJsonObject, optionalText, trimAddress } from '../core/calls/given.js'

/** Texts of media and assets, and of values, that the contract takes in any JSON type. */
const OF_RESOURCE = ['o:lang', 'o:alt_text']
const OF_VALUE = ['@language', 'o:lang', 'o:label']

type Members = Readonly<Record<string, unknown>>

/**
 * The answer to an update, in which numbers and booleans that were given for texts come back as they were given. The
 * next read shows the texts (docs/contract/resources.md §8).
 */
export function withGivenScalars<T> (answer: Answer<T>, payload: Payload): Answer<T> {
  if (!hasScalars(payload)) return answer
  const { id, modified, isLinkedData, mount } = answer
  const shown = JSON.parse(answer.template) as Representation
  restore(shown, payload, OF_RESOURCE)
  restoreValues(shown, payload)
  return new Answer(JSON.stringify(shown), { ...(id !== undefined && { id }), modified, isLinkedData, mount })
}

function hasScalars (payload: Members): boolean {
  return OF_RESOURCE.some((key) => isScalar(payload[key])) || valuesIn(payload).some(([, values]) =>
    values.some((value) => OF_VALUE.some((key) => isScalar(value[key])) || hasScalars(annotationOf(value))))
}

/** Not every value that was given is stored and shown: that of each shown one is found by its content. */
function restoreValues (shown: Representation, payload: Members): void {
  const given = new Map(valuesIn(payload))
  for (const [term, values] of valuesIn(shown)) {
    const candidates = groupBy([...given.get(term) ?? []].reverse(), contentOf)
    for (const value of values) {
      const source = candidates.get(contentOf(value))?.pop()
      if (source === undefined) continue
      restore(value, source, OF_VALUE)
      restoreValues(annotationOf(value), annotationOf(source))
    }
  }
}

function restore (shown: Representation, given: Members, keys: readonly string[]): void {
  for (const key of keys) {
    if (isScalar(given[key]) && shown[key] === optionalText(given[key])) shown[key] = given[key]
  }
}

const isScalar = (given: unknown): boolean => typeof given === 'number' || typeof given === 'boolean'

function contentOf ({ '@value': text, value_resource_id: id, '@id': address }: Members): string {
  if (id !== undefined) return `link ${Number(id)}`
  return typeof text === 'string' ? `text ${text}` : `address ${typeof address === 'string' ? trimAddress(address) : ''}`
}

/** The members that are lists of values, by term. */
export function valuesIn (members: Members): Array<[term: string, values: Representation[]]> {
  return Object.entries(members).flatMap(([key, list]) =>
    isTerm(key) && Array.isArray(list) ? [[key, list.filter(isJsonObject)]] : [])
}

function annotationOf (value: Members): Representation {
  const { '@annotation': annotation } = value
  return isJsonObject(annotation) ? annotation : {}
}
