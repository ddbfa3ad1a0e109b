import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { loadSettings } from '../settings/load-settings.js'
import { readPassword } from './read-password.js'
import { settingOption } from '../settings/setting-option.js'
import { withApi } from '../terminal/with-api.js'

/** `vitrine user password`. */
export function addUserPassword (user: Command): void {
  user.command('password')
    .description('Give an account a new password and sign it out everywhere')
    .requiredOption('--email <address>', 'Account that gets the password')
    .addOption(settingOption('data'))
    .addHelpText(
      'after',
      `
The command reads the new password from the terminal, or from a pipe.

Examples:
  vitrine user password --email ada@example.org
  vitrine user password --email ada@example.org < password.txt
`
    )
    .action(async ({ email, data }: { email: string, data?: string }) => {
      await withApi(loadSettings({ data }), async (api) => {
        await api.accounts.get(email, OPERATOR)
        await api.accounts.changePassword(email, { password: await readPassword() }, OPERATOR)
      })
      process.stdout.write(`Password changed: ${email}.\n`)
    })
}
