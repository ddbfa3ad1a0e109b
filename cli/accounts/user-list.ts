import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { table } from '../terminal/table.js'
import { withApi } from '../terminal/with-api.js'

/** `vitrine user list`. */
export function addUserList (user: Command): void {
  user.command('list')
    .description('List the accounts by name; works whether or not a server is running')
    .argument('[text]', 'Only those whose name or e-mail address contains this')
    .addOption(settingOption('data'))
    .action(async (text: string | undefined, { data }: { data?: string }) => {
      const accounts = await withApi(
        loadSettings({ data }), async (api) => await api.accounts.list(text ?? '', OPERATOR)
      )
      process.stdout.write(table(accounts.map(({ id, name, email, role, isActive }) => [
        String(id), name, email, role, isActive ? '' : 'inactive'
      ])))
    })
}
