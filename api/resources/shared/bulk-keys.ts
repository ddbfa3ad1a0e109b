import type { Payload } from '../../call.js'
import { ErrorCollector } from '../../errors.js'
import { isNumeric, toFlag } from '../../numbers.js'
import type { DataTypes } from '../../values/data-types.js'
import { isBlank } from '../../values/text.js'
import { isObject } from '../../payload.js'
import type { ValueRow } from '../../values/value-rows.js'

// The keys that change many values at once (contract/resources.md §13).

/** `clear_property_values`: without the values of those properties. */
export function withoutCleared (rows: ValueRow[], { clear_property_values: given }: Payload): ValueRow[] {
  if (!isObject(given)) return rows
  const ids = new Set(Object.values(given).filter(isNumeric).map(Number))
  return rows.filter((row) => !ids.has(row.propertyId))
}

/** `set_value_visibility`: the values of those properties made public or private. */
export function withVisibility (rows: ValueRow[], { set_value_visibility: given }: Payload): ValueRow[] {
  if (!isObject(given) || !isObject(given.property_id) || given.is_public === undefined || given.is_public === null) return rows
  const ids = new Set(Object.values(given.property_id).filter(isNumeric).map(Number))
  const isPublic = toFlag(given.is_public)
  return rows.map((row) => ids.has(row.propertyId) && row.isPublic !== isPublic ? { ...row, isPublic, isChanged: true } : row)
}

/**
 * `convert_data_types`: the values of a property, all or those of one type, made values of another type where they can be.
 *
 * @throws ValidationError when the target is no data type.
 */
export function withConverted (rows: ValueRow[], { convert_data_types: given }: Payload, dataTypes: DataTypes): ValueRow[] {
  if (!isObject(given)) return rows
  const errors = new ErrorCollector()
  let result = rows
  for (const rule of Object.values(given)) {
    if (!isObject(rule)) continue
    const target = rule.convert_data_type_target
    if (typeof target !== 'string' || dataTypes.get(target) === undefined) {
      errors.add('convert_data_types', `There is no data type ${JSON.stringify(target ?? null)}.`)
      continue
    }
    const source = rule.convert_data_type_source
    const applies = (row: ValueRow): boolean => isNumeric(rule.convert_property_id) && row.propertyId === Number(rule.convert_property_id) &&
      (source === undefined || source === null || source === '' || row.type === source)
    result = result.map((row) => applies(row) ? converted(row, target) : row)
  }
  errors.throwIfAny()
  return result
}

const isAddress = (text: string | null): text is string => text !== null && !isBlank(text) && !text.startsWith('javascript:')

function converted (row: ValueRow, target: string): ValueRow {
  const { text, uri } = row
  if (target === 'literal' && (text === null || text === '') !== (uri === null || uri === '')) {
    return { ...row, type: target, text: text === null || text === '' ? uri : text, uri: null, isChanged: true }
  }
  if (target === 'uri' && isAddress(uri)) return { ...row, type: target, isChanged: true }
  if (target === 'uri' && isAddress(text)) return { ...row, type: target, uri: text, text: null, isChanged: true }
  return row
}
