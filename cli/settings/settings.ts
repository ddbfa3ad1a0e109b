import type { Command } from 'commander'
import { SETTING_NAMES, SettingsSchema } from '../../api/runtime/settings/settings.js'
import { environmentName, flagName, defaultText } from './setting-option.js'

/** `vitrine settings`, which prints the table of docs/settings.md. */
export function addSettings (program: Command): void {
  program.command('settings')
    .description('Print every setting as a Markdown table')
    .action(() => { process.stdout.write(settingsTable()) })
}

/** Name in `vitrine.json`, flag, variable, default and meaning of every setting, in Markdown. */
export function settingsTable (): string {
  const rows = SETTING_NAMES.map((name) => {
    const schema = SettingsSchema.properties[name]
    const standard = defaultText(schema)
    return [
      code(name),
      code(flagName(name)),
      code(environmentName(name)),
      standard === '' ? '–' : code(standard),
      schema.description ?? ''
    ]
  })
  const lines = [
    ['`vitrine.json`', 'flag', 'environment', 'default', 'meaning'], ['---', '---', '---', '---', '---'], ...rows
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function code (text: string): string {
  return `\`${text}\``
}
