import type { Command } from 'commander'
import { OPERATOR } from '../api/actor.js'
import { CommandError } from './explain.js'
import { loadSettings } from './load-settings.js'
import { settingOption } from './setting-option.js'
import { withApi } from './with-api.js'

interface Flags {
  email: string
  label: string
  identity?: string
  credential?: string
  data?: string
}

/** `vitrine key create`. */
export function addKeyCreate (key: Command): void {
  key.command('create')
    .description('Create an API key and print it, once; works whether or not a server is running')
    .requiredOption('--email <address>', 'Account that the key acts for')
    .requiredOption('--label <label>', 'What the key is for')
    .option('--identity <identity>', 'Identity to use instead of a random one, with --credential')
    .option('--credential <credential>', 'Credential to use instead of a random one, with --identity')
    .addOption(settingOption('data'))
    .addHelpText('after', "\nExample:\n  vitrine key create --email ada@example.org --label 'catalogue export'\n")
    .action(async ({ email, label, identity, credential, data }: Flags) => {
      if ((identity === undefined) !== (credential === undefined)) throw new CommandError('--identity and --credential go together: give both or neither.')
      const key = await withApi(loadSettings({ data }), async (api) => await api.keys.create(email, {
        label, ...(identity === undefined || credential === undefined ? {} : { identity, credential })
      }, OPERATOR))
      process.stdout.write(`key_identity:   ${key.identity}\nkey_credential: ${key.credential}\n`)
    })
}
