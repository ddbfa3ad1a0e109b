import { KindGuard, type TSchema } from '@sinclair/typebox'
import { Option } from 'commander'
import { SettingsSchema, type SettingName } from '../../api/runtime/settings/settings.js'
import { flagName } from './setting-names.js'

/** The flag for a setting. It has no default, so that a value from another source is not overridden. */
export function settingOption (name: SettingName): Option {
  const schema: TSchema = SettingsSchema.properties[name]
  const standard = defaultText(schema)
  const option = new Option(
    `${flagName(name)} ${placeholder(name, schema)}`,
    `${schema.description ?? ''}${standard === '' ? '' : ` (default: ${standard})`}`
  )
  if (!KindGuard.IsArray(schema)) return option
  return option.argParser((text, before: string | undefined) => before === undefined ? text : `${before},${text}`)
}

/** The default of a setting, as it would be written in an environment variable. */
export function defaultText (schema: TSchema): string {
  return String(schema.defaultText ?? schema.default)
}

function placeholder (name: SettingName, schema: TSchema): string {
  if (KindGuard.IsBoolean(schema)) return '[true|false]'
  if (KindGuard.IsInteger(schema)) return '<number>'
  if (KindGuard.IsArray(schema)) return '<list>'
  return name === 'data' ? '<folder>' : '<text>'
}
