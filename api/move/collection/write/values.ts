import type { AnyRecord } from '../types/record-types.js'
import type { ValueContent } from '../types/values.js'
import type { ValueRow } from '../../../values/value-rows.js'
import type { TransferContext } from './context.js'

/** The row of a value, without its annotation; undefined, with a warning, when its property does not exist here. */
export function rowOf (
  { term, propertyId: given, type, text, lang, uri, isPublic }: ValueContent,
  linkedId: number | null,
  record: AnyRecord,
  context: TransferContext
): ValueRow | undefined {
  const known = given === null ? undefined : context.properties.get(given)
  const propertyId = known ?? context.terms.properties.byTerm(term)?.id
  if (propertyId === undefined || context.terms.properties.byId.get(propertyId) === undefined) {
    context.warn(record, `${term}: the property does not exist here; the value is left out`)
    return undefined
  }
  return { propertyId, type, text, lang, uri, linkedId, isPublic, annotationId: null, isChanged: true }
}
