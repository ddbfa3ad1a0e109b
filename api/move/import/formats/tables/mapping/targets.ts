import type { Member, Terms } from '../../../../../../db/query/statements/terms.js'
import { suggestion } from '../../../../pipeline/problems.js'
import { termsOf } from '../../../records/references.js'

/** What a column can be other than values of a property. */
const FIELDS = [
  '@type',
  'o:id',
  'o:resource_class',
  'o:resource_template',
  'o:item_set',
  'o:owner',
  'o:is_public',
  'o:is_open',
  'file',
  'url'
] as const
export type Field = typeof FIELDS[number]

/** Fields with several values. */
export const LISTS: ReadonlySet<string> = new Set<Field>(['o:item_set', 'file', 'url'])

/** Prefix of columns with values of the media. */
const MEDIA = 'media:'

/** The meaning of a column. */
export type Target =
  | { kind: 'nothing' }
  | { kind: 'field', field: Field }
  | { kind: 'values', property: Member }
  | { kind: 'media-values', property: Member }

/** @returns a message when there is no such target. */
export function targetOf (name: string | null, { properties }: Terms): Target | string {
  if (name === null) return { kind: 'nothing' }
  const field = FIELDS.find((candidate) => candidate === name)
  if (field !== undefined) return { kind: 'field', field }
  const isOfMedia = name.startsWith(MEDIA)
  const term = isOfMedia ? name.slice(MEDIA.length) : name
  const property = properties.named(term)
  if (property !== undefined) return { kind: isOfMedia ? 'media-values' : 'values', property }
  const terms = termsOf(properties)
  return `"${name}" is unknown${suggestion(name, isOfMedia ? terms.map((one) => MEDIA + one) : [...FIELDS, ...terms])}`
}
