import { Option, type Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { ROLES } from '../../schemas/administration/roles.js'
import type { Api } from '../../api/api.js'
import type { Payload } from '../../api/core/calls/call.js'
import { CommandError } from '../terminal/explain.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { withApi } from '../terminal/with-api.js'

interface Flags {
  email: string
  newEmail?: string
  name?: string
  role?: string
  activate?: true
  data?: string
}

/** `vitrine user edit`. */
export function addUserEdit (user: Command): void {
  user.command('edit')
    .description('Change an account; works whether or not a server is running')
    .requiredOption('--email <address>', 'Account to change')
    .option('--new-email <address>', 'New e-mail address')
    .option('--name <name>', 'New name')
    .addOption(new Option('--role <role>', 'What it is to be allowed').choices(ROLES))
    .option('--activate', 'Activate the account')
    .addOption(settingOption('data'))
    .addHelpText('after', '\nExample:\n  vitrine user edit --email ada@example.org --role editor\n')
    .action(async ({ email, newEmail, name, role, activate, data }: Flags) => {
      const change = {
        ...(newEmail !== undefined && { 'o:email': newEmail }),
        ...(name !== undefined && { 'o:name': name }),
        ...(role !== undefined && { 'o:role': role }),
        ...(activate === true && { 'o:is_active': true })
      }
      if (Object.keys(change).length === 0) {
        throw new CommandError('Nothing to change. Give --new-email, --name, --role or --activate.')
      }
      const id = await withApi(loadSettings({ data }), async (api) => await editUser(api, email, change))
      process.stdout.write(`User ${id} changed: ${newEmail ?? email}.\n`)
    })
}

/** Changes an account as the API would, with all its rules. @returns its id. */
export async function editUser (api: Api, email: string, change: Payload): Promise<number> {
  const { id } = await api.accounts.get(email, OPERATOR)
  await api.resource('users').update(id, change, { actor: OPERATOR, partial: true })
  return id
}
