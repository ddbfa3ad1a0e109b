import { Option, type Command } from 'commander'
import { ROLES, type Role } from '../../schemas/administration/roles.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { withApi } from '../terminal/with-api.js'

interface Flags {
  email: string
  name: string
  role: Role
  password?: string
  inactive?: true
  data?: string
}

/** `vitrine user create`. */
export function addUserCreate (user: Command): void {
  user.command('create')
    .description('Create an account; works whether or not a server is running')
    .requiredOption('--email <address>', 'E-mail address, to sign in with')
    .requiredOption('--name <name>', 'Name that others see')
    .addOption(new Option('--role <role>', 'What the account may do').choices(ROLES).makeOptionMandatory())
    .option('--password <password>', 'Password; without one the account can use API keys only')
    .option('--inactive', 'Create it inactive')
    .addOption(settingOption('data'))
    .addHelpText(
      'after', "\nExample:\n  vitrine user create --email ada@example.org --name 'Ada Lovelace' --role editor\n"
    )
    .action(async ({ email, name, role, password, inactive, data }: Flags) => {
      const { id } = await withApi(loadSettings({ data }), async (api) => await api.accounts.createUser({
        email, name, role, isActive: inactive !== true, ...(password === undefined ? {} : { password })
      }), 'begin')
      process.stdout.write(`User ${id} created: ${email} (${role}).\n`)
    })
}
