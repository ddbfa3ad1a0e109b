import { InvalidArgumentError, type Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { CommandError } from '../terminal/explain.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { withApi } from '../terminal/with-api.js'

interface Flags {
  email: string
  label: string
  readOnly?: true
  resources?: string[]
  expires?: number
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
    .option('--read-only', 'The key cannot write')
    .option('--resources <names>', 'The only resources it may use: items,media', (text) => text.split(','))
    .option('--expires <day>', 'Last day on which it works, in UTC: 2027-12-31', lastDay)
    .option('--identity <identity>', 'Identity to use instead of a random one, with --credential')
    .option('--credential <credential>', 'Credential to use instead of a random one, with --identity')
    .addOption(settingOption('data'))
    .addHelpText('after', "\nExample:\n  vitrine key create --email ada@example.org --label 'catalogue export'\n")
    .action(async ({ email, label, readOnly, resources, expires, identity, credential, data }: Flags) => {
      if ((identity === undefined) !== (credential === undefined)) {
        throw new CommandError('--identity and --credential go together: give both or neither.')
      }
      const key = await withApi(loadSettings({ data }), async (api) => await api.keys.create(email, {
        label,
        expires: expires ?? null,
        scope: { ...(readOnly === true && { readOnly }), ...(resources !== undefined && { resources }) },
        ...(identity === undefined || credential === undefined ? {} : { identity, credential })
      }, OPERATOR))
      process.stdout.write(`key_identity:   ${key.identity}
key_credential: ${key.credential}

export KEY=${key.identity}:${key.credential}
`)
    })
}

/** @returns the end of the day, in seconds since 1970. */
function lastDay (text: string): number {
  const begin = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  if (Number.isNaN(begin)) throw new InvalidArgumentError('Expected a day such as 2027-12-31.')
  return begin / 1000 + 24 * 60 * 60
}
