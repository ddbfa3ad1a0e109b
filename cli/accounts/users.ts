import { Option, type Command } from 'commander'
import type { Api } from '../../api/api.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Payload } from '../../api/core/calls/call.js'
import { NoCollectionError } from '../../db/engine/data-folder.js'
import { ROLES, type Role } from '../../schemas/administration/roles.js'
import { definedOf } from '../terminal/arguments.js'
import { CommandError } from '../terminal/explain.js'
import { table } from '../terminal/table.js'
import { withApi } from '../terminal/with-api.js'
import { readPassword } from './read-password.js'

interface Flags { email: string, data?: string }

interface NewUserFlags extends Flags { name: string, role: Role, password?: string, inactive?: true }

interface EditFlags extends Flags { newEmail?: string, name?: string, role?: Role, activate?: true }

const PASSWORD_DETAILS = `
The command reads the new password from the terminal, or from a pipe.

Examples:
  vitrine user password --email ada@example.org
  vitrine user password --email ada@example.org < password.txt
`

/** `vitrine user create`, `list`, `edit`, `password` and `deactivate`. */
export function addUsers (program: Command): void {
  const users = program.command('user').description('Manage accounts')
  users.command('create')
    .description('Create an account; works whether or not a server is running')
    .requiredOption('--email <address>', 'E-mail address, to sign in with')
    .requiredOption('--name <name>', 'Name that others see')
    .addOption(new Option('--role <role>', 'What the account may do').choices(ROLES).makeOptionMandatory())
    .option('--password <password>', 'Password; without one the account can use API keys only')
    .option('--inactive', 'Create it inactive')
    .addHelpText(
      'after', "\nExample:\n  vitrine user create --email ada@example.org --name 'Ada Lovelace' --role editor\n"
    )
    .action(async (flags: NewUserFlags) => {
      const { email, name, role, password, inactive } = flags
      const { id } = await beginning(flags, async (api) => await api.accounts.createUser({
        email, name, role, password, isActive: inactive !== true
      }))
      process.stdout.write(`User ${id} created: ${email} (${role}).\n`)
    })
  users.command('list')
    .description('List the accounts by name; works whether or not a server is running')
    .argument('[text]', 'Only those whose name or e-mail address contains this')
    .action(async (text: string | undefined, flags: { data?: string }) => {
      const accounts = await withApi(flags, async (api) => await api.accounts.list(text ?? '', OPERATOR))
      process.stdout.write(table(accounts.map(({ id, name, email, role, isActive }) => [
        String(id), name, email, role, isActive ? '' : 'inactive'
      ])))
    })
  users.command('edit')
    .description('Change an account; works whether or not a server is running')
    .requiredOption('--email <address>', 'Account to change')
    .option('--new-email <address>', 'New e-mail address')
    .option('--name <name>', 'New name')
    .addOption(new Option('--role <role>', 'What it is to be allowed').choices(ROLES))
    .option('--activate', 'Activate the account')
    .addHelpText('after', '\nExample:\n  vitrine user edit --email ada@example.org --role editor\n')
    .action(async (flags: EditFlags) => {
      const { email, newEmail, name, role, activate } = flags
      const change = definedOf({ 'o:email': newEmail, 'o:name': name, 'o:role': role, 'o:is_active': activate })
      if (Object.keys(change).length === 0) {
        throw new CommandError('Nothing to change. Give --new-email, --name, --role or --activate.')
      }
      process.stdout.write(`User ${await edit(flags, change)} changed: ${newEmail ?? email}.\n`)
    })
  users.command('password')
    .description('Give an account a new password and sign it out everywhere')
    .requiredOption('--email <address>', 'Account that gets the password')
    .addHelpText('after', PASSWORD_DETAILS)
    .action(async (flags: Flags) => {
      await withApi(flags, async (api) => {
        await api.accounts.get(flags.email, OPERATOR)
        await api.accounts.changePassword(flags.email, { password: await readPassword() }, OPERATOR)
      })
      process.stdout.write(`Password changed: ${flags.email}.\n`)
    })
  users.command('deactivate')
    .description('Deactivate an account: it is signed out, and its keys stop working, at once')
    .requiredOption('--email <address>', 'Account to switch off')
    .action(async (flags: Flags) => {
      process.stdout.write(`User ${await edit(flags, { 'o:is_active': false })} deactivated: ${flags.email}.\n`)
    })
}

/** Does work that may begin a collection; first in an empty temporary one, so that a mistake leaves none. */
async function beginning<T> (flags: Flags, work: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await withApi(flags, work)
  } catch (error) {
    if (!(error instanceof NoCollectionError)) throw error
    await withApi(flags, work, 'borrow')
    return await withApi(flags, work, 'begin')
  }
}

/** Changes an account as the API would, with all its rules. @returns its id. */
async function edit (flags: Flags, change: Payload): Promise<number> {
  return await withApi(flags, async (api) => {
    const { id } = await api.accounts.get(flags.email, OPERATOR)
    await api.resource('users').update(id, change, { actor: OPERATOR, partial: true })
    return id
  })
}
