import { KEY_VARIABLES } from '../../api/move/mirror/source/mirror-key.js'
import { WORKER } from '../../api/access/throttles/worker.js'
import { SettingsSchema, type SettingName } from '../../api/runtime/settings/settings.js'
import { KindGuard, type TSchema } from '@sinclair/typebox'
import { Option } from 'commander'

/** Prefix of all environment variables that are settings. */
export const ENVIRONMENT_PREFIX = 'VITRINE_'

/** Variables with this prefix that are not settings: the key of a mirrored installation, the name of a worker. */
export const OTHER_VARIABLES: ReadonlySet<string> = new Set([...Object.values(KEY_VARIABLES), WORKER])

/** @example environmentName('bodyLimit') // 'VITRINE_BODY_LIMIT' */
export function environmentName (name: SettingName): string {
  return ENVIRONMENT_PREFIX + words(name).join('_').toUpperCase()
}

/** @example flagName('bodyLimit') // '--body-limit' */
export function flagName (name: string): string {
  return `--${words(name).join('-')}`
}

function words (name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ')
}

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
