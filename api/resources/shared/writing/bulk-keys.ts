import type { Payload } from '../../../core/calls/call.js'
import { ErrorCollector, ValidationError } from '../../../core/calls/errors.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import { isNumeric, isObject, toFlag } from '../../../core/calls/given.js'
import type { DataTypes } from '../../../values/data-types.js'
import { addressIn } from '../../../values/uri.js'
import type { ValueRow } from '../../../values/value-rows.js'

const KEY = 'convert_data_types'

// Functions for the keys of a payload that change many values at once (docs/contract/resources.md §13).

/** `clear_property_values`: removes the values of the given properties. */
export function withoutCleared (rows: ValueRow[], { clear_property_values: given }: Payload): ValueRow[] {
  if (!isObject(given)) return rows
  const ids = new Set(Object.values(given).filter(isNumeric).map(Number))
  return rows.filter((row) => !ids.has(row.propertyId))
}

/** `set_value_visibility`: makes the values of the given properties public or private. */
export function withVisibility (rows: ValueRow[], { set_value_visibility: given }: Payload): ValueRow[] {
  if (!isObject(given) || !isObject(given.property_id) || given.is_public === undefined || given.is_public === null) {
    return rows
  }
  const ids = new Set(Object.values(given.property_id).filter(isNumeric).map(Number))
  const isPublic = toFlag(given.is_public)
  return rows.map((row) => ids.has(row.propertyId) && row.isPublic !== isPublic ? { ...row, isPublic } : row)
}

/**
 * Maximum number of conversions per request: each value of a property goes through all conversions of the property.
 */
const MAX_CONVERSIONS = 500

/** One member of `convert_data_types`; `source` is null to convert values of every type. */
interface Conversion { source: unknown, target: string }

/**
 * `convert_data_types`: converts values of a property, all or only ones of one data type, to another data type if
 * possible. Several conversions of one property are applied in turn.
 *
 * @throws ValidationError if there are too many conversions, or a target is not a data type.
 */
export function withConverted (
  rows: ValueRow[],
  { convert_data_types: given }: Payload,
  dataTypes: DataTypes
): ValueRow[] {
  if (!isObject(given)) return rows
  const conversions = conversionsByProperty(Object.values(given), dataTypes)
  return rows.map((row) => {
    let result = row
    for (const { source, target } of conversions.get(row.propertyId) ?? []) {
      if (source === null || result.type === source) result = converted(result, target)
    }
    return result
  })
}

function conversionsByProperty (given: readonly unknown[], dataTypes: DataTypes): Map<number, Conversion[]> {
  if (given.length > MAX_CONVERSIONS) {
    throw ValidationError.of(
      KEY,
      `At most ${MAX_CONVERSIONS} conversions may be asked for at once, there are ${given.length}.`
    )
  }
  const errors = new ErrorCollector()
  const conversions: Array<Conversion & { propertyId: number }> = []
  for (const {
    convert_property_id: id,
    convert_data_type_source: from,
    convert_data_type_target: target
  } of given.filter(isObject)) {
    if (typeof target !== 'string' || dataTypes.get(target) === undefined) {
      errors.add(KEY, `There is no data type ${JSON.stringify(target ?? null)}.`)
    } else if (isNumeric(id)) {
      conversions.push({ propertyId: Number(id), source: from === undefined || from === '' ? null : from, target })
    }
  }
  errors.throwIfAny()
  return groupBy(conversions, ({ propertyId }) => propertyId)
}

function converted (row: ValueRow, target: string): ValueRow {
  const { text, uri } = row
  if (target === 'literal' && (text === null || text === '') !== (uri === null || uri === '')) {
    return { ...row, type: target, text: text === null || text === '' ? uri : text, uri: null }
  }
  if (target !== 'uri') return row
  const address = addressIn(uri)
  if (address !== undefined) return { ...row, type: target, uri: address }
  const ofText = addressIn(text)
  return ofText === undefined ? row : { ...row, type: target, uri: ofText, text: null }
}
