import type { Member, Terms } from '../../../../../../db/query/statements/terms.js'
import { suggestion } from '../../../../pipeline/problems.js'
import { termsOf } from '../../../records/references.js'
import { FIELDS, type Field } from './fields.js'

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
  if (Object.hasOwn(FIELDS, name)) return { kind: 'field', field: name as Field }
  const isOfMedia = name.startsWith(MEDIA)
  const term = isOfMedia ? name.slice(MEDIA.length) : name
  const property = properties.named(term)
  if (property !== undefined) return { kind: isOfMedia ? 'media-values' : 'values', property }
  const terms = termsOf(properties)
  return `"${name}" is unknown${suggestion(name, isOfMedia ? terms.map((one) => MEDIA + one) : [...Object.keys(FIELDS), ...terms])}`
}
