import { Answer, type Representation } from '../../core/answers/answer.js'
import { KindGuard, type TSchema } from '@sinclair/typebox'
import type { Members } from '../../../db/query/statements/terms.js'
import type { IgnoredKey, QueryValue } from '../../core/calls/call.js'
import { ParameterError } from '../../core/calls/errors.js'
import { REVERSE } from '../../core/answers/linked-answer.js'
import { keysIn, unknownAmong } from '../../core/calls/unknown-keys.js'
import { splitList } from '../../core/calls/given.js'

/** Members that every answer has, because the others mean nothing without them. */
export const REQUIRED_MEMBERS: readonly string[] = ['@context', '@id', '@type']

const NAME = /^[@\w][\w:.-]{0,254}$/

/** Names of the members to show, in alphabetical order, each once; undefined: all. */
export type Fields = readonly string[]

/**
 * Reads `fields`: names of members such as `o:title` or `dcterms:date`, as a list or separated by commas. Empty means
 * all. Members that do not exist are ignored (`unknownFields`).
 *
 * @throws ParameterError for a text that cannot be the name of a member.
 * @example fieldsOf('o:id,dcterms:title') // ['dcterms:title', 'o:id']
 */
export function fieldsOf (given: QueryValue | undefined): Fields | undefined {
  if (given === undefined) return undefined
  const names = splitList(given).filter((name) => name !== '')
  if (names.some((name) => name === undefined || !NAME.test(name))) {
    throw new ParameterError(
      'fields',
      'Fields must be names such as "o:title" or "dcterms:date", as a list or separated by commas.'
    )
  }
  return names.length === 0 ? undefined : [...new Set(names as string[])].sort()
}

/**
 * The requested names that no representation of a type has, each with the nearest known name.
 *
 * @param properties whose terms are valid names, too. @param schema of the representations.
 */
export function unknownFields (
  fields: Fields, schema: TSchema, properties: Members | undefined
): IgnoredKey[] {
  const kinds = KindGuard.IsUnion(schema) ? schema.anyOf : [schema]
  const terms = kinds.some(({ patternProperties }) => patternProperties !== undefined) ? properties : undefined
  const names = fields.filter((name) => terms?.byTerm(name)?.term !== name)
  return unknownAmong(names, keysIn(...kinds), () => terms?.terms() ?? []).map(({ key: value, nearest }) => ({
    key: 'fields', value, problem: `There is no field "${value}".`, ...(nearest !== undefined && { nearest })
  }))
}

/** A function that reduces the answer about one resource to some of its members; by default it keeps all. */
export function fieldPicker (fields: Fields | undefined): <T>(answer: Answer<T>) => Answer<T> {
  if (fields === undefined) return (answer) => answer
  const wanted = new Set([...REQUIRED_MEMBERS, ...fields])
  return <T>(answer: Answer<T>) => {
    const representation = JSON.parse((wanted.has(REVERSE) ? answer : answer.rest).template) as Representation
    const { total, modified, isLinkedData, mount } = answer
    return new Answer<T>(
      JSON.stringify(Object.fromEntries(Object.entries(representation).filter(([name]) => wanted.has(name)))),
      { total, modified, isLinkedData, mount, ...(answer.id !== undefined && { id: answer.id }) }
    )
  }
}
