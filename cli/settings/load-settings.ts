import { KindGuard, type TSchema } from '@sinclair/typebox'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { nearestName } from '../../api/core/text/nearest-name.js'
import {
  checkedSetting, defaultSettings, SETTING_NAMES, SettingsError, SettingsSchema, type SettingName, type Settings
} from '../../api/runtime/settings/settings.js'
import { environmentName, ENVIRONMENT_PREFIX, flagName, OTHER_VARIABLES } from './setting-option.js'

/** Settings from one source before validation: texts, or values of the setting's type. */
type Given = Partial<Record<SettingName, unknown>>

/**
 * Loads the settings. Flags override environment variables, these override `vitrine.json` in the data folder, and that
 * overrides the defaults.
 *
 * @param flags by the names of the settings; flags without a value are `true`.
 * @throws SettingsError for the first setting that is unknown or invalid.
 */
export function loadSettings (flags: Given, environment: NodeJS.ProcessEnv = process.env): Settings {
  const outside = { ...fromEnvironment(environment), ...fromFlags(flags) }
  const defaults = defaultSettings()
  return { ...defaults, ...fromFile(outside.data ?? defaults.data), ...outside }
}

function fromFlags (flags: Given): Partial<Settings> {
  const settings: Given = {}
  for (const name of SETTING_NAMES) {
    if (flags[name] !== undefined) settings[name] = checkedText(name, flags[name], flagName(name))
  }
  return settings as Partial<Settings>
}

function fromEnvironment (environment: NodeJS.ProcessEnv): Partial<Settings> {
  const names = new Map(SETTING_NAMES.map((name) => [environmentName(name), name]))
  const settings: Given = {}
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(ENVIRONMENT_PREFIX) || OTHER_VARIABLES.has(variable)) continue
    const name = names.get(variable)
    if (name === undefined) {
      throw new SettingsError(
        `${variable} in the environment is an unknown setting. The nearest is ${nearestName(variable, names.keys())!}.`
      )
    }
    settings[name] = checkedText(name, text, `${variable} in the environment`)
  }
  return settings as Partial<Settings>
}

function fromFile (folder: string): Partial<Settings> {
  const file = path.join(folder, 'vitrine.json')
  const content = contentOf(file)
  const settings: Given = {}
  for (const [name, value] of Object.entries(content)) {
    const origin = `${name} in ${file}`
    if (name === 'data') {
      throw new SettingsError(
        `${origin}: the data folder cannot be set by a file inside it. ` +
        `Use ${flagName(name)} or ${environmentName(name)}.`
      )
    }
    settings[name as SettingName] = checkedSetting(name, value, origin)
  }
  return settings as Partial<Settings>
}

function contentOf (file: string): object {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return {}
    throw new SettingsError(code === 'EACCES'
      ? `${file}: permission denied. Run the command as the user to whom the folder belongs, or as root.`
      : `${file} cannot be read: ${message}.`)
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new SettingsError(`${file} is not JSON: ${(error as Error).message}.`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new SettingsError(`${file} must hold one JSON object.`)
  }
  return content
}

/** The value of a setting that was given as a text. @throws SettingsError */
export function checkedText (name: SettingName, given: unknown, origin: string): unknown {
  return checkedSetting(
    name, typeof given === 'string' ? valueOf(SettingsSchema.properties[name], given) : given, origin
  )
}

/**
 * Converts a text to the type of a setting. Returns the text if it cannot be converted; the validation refuses it then.
 */
function valueOf (schema: TSchema, text: string): unknown {
  if (KindGuard.IsInteger(schema)) return /^-?\d+$/.test(text) ? Number(text) : text
  if (KindGuard.IsBoolean(schema)) return text === 'true' ? true : text === 'false' ? false : text
  if (KindGuard.IsArray(schema)) return text.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')
  return text
}
