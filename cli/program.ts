import { Command, CommanderError } from 'commander'
import { SettingsError } from '../api/runtime/settings/settings.js'
import { version } from '../package.js'
import { addBackup } from './collection/backup.js'
import { addCheck } from './collection/check.js'
import { hintForRoot } from './terminal/data-owner.js'
import { explain } from './terminal/explain.js'
import { addExport } from './export/export.js'
import { addImport } from './import/import.js'
import { addJobs } from './collection/jobs.js'
import { addMigrate } from './collection/migrate.js'
import { addRestore } from './collection/restore.js'
import { addServe } from './serve/serve.js'
import { addSetting } from './settings/setting.js'
import { addSettings } from './settings/settings.js'
import { settingOption } from './settings/setting-option.js'
import { addKeys } from './accounts/keys.js'
import { addUsers } from './accounts/users.js'
import { addVocabularyImport } from './import/vocabulary-import.js'

/** In the order of the help. */
const COMMANDS = [
  addServe, addUsers, addKeys, addImport, addExport, addVocabularyImport, addJobs, addBackup, addRestore, addMigrate,
  addCheck, addSetting, addSettings
]

const FAILURE = 1
const WRONG_USAGE = 2

/**
 * Runs one command of the program.
 *
 * @param argv as `process.argv`.
 * @returns the exit code: 0; 1 when the command failed; 2 when the command line or the settings are invalid. Errors
 *   are reported in one line on stderr.
 */
export async function run (argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    process.stderr.write(`vitrine: ${explain(error)}${hintForRoot(error)}\n`)
    return error instanceof SettingsError ? WRONG_USAGE : FAILURE
  }
}

function program (): Command {
  const root = new Command('vitrine')
    .description('Museum collections over REST and JSON-LD')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(`vitrine: ${text.replace(/^error: /, '').trim().replaceAll('\n', ' ')}\n`)
      }
    })
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
  for (const add of COMMANDS) add(root)
  addDataOption(root)
  root.addHelpText('after', '\nA first start:\n  vitrine serve\n')
  return root
}

/** Adds the option for the data folder to every command that opens a collection. */
function addDataOption (command: Command): void {
  command.commands.forEach(addDataOption)
  const isGroup = command.commands.length > 0
  if (!isGroup && !['serve', 'migrate', 'settings'].includes(command.name())) command.addOption(settingOption('data'))
}
