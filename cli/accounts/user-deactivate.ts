import type { Command } from 'commander'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { editUser } from './user-edit.js'
import { withApi } from '../terminal/with-api.js'

/** `vitrine user deactivate`. */
export function addUserDeactivate (user: Command): void {
  user.command('deactivate')
    .description('Deactivate an account: it is signed out, and its keys stop working, at once')
    .requiredOption('--email <address>', 'Account to switch off')
    .addOption(settingOption('data'))
    .action(async ({ email, data }: { email: string, data?: string }) => {
      const id = await withApi(
        loadSettings({ data }), async (api) => await editUser(api, email, { 'o:is_active': false })
      )
      process.stdout.write(`User ${id} deactivated: ${email}.\n`)
    })
}
