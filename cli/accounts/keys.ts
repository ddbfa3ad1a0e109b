import { InvalidArgumentError, type Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { endOfDay, utcDate } from '../../api/core/answers/dates.js'
import type { Key } from '../../api/access/accounts/keys.js'
import { definedOf } from '../terminal/arguments.js'
import { CommandError } from '../terminal/explain.js'
import { table } from '../terminal/table.js'
import { withApi } from '../terminal/with-api.js'

const SECONDS_PER_DAY = 24 * 60 * 60

interface NewKeyFlags {
  email: string
  label: string
  readOnly?: true
  resources?: string[]
  expires?: number
  identity?: string
  credential?: string
  data?: string
}

/** `vitrine key create`, `list` and `revoke`. */
export function addKeys (program: Command): void {
  const keys = program.command('key').description('Manage API keys')
  keys.command('create')
    .description('Create an API key and print it, once; works whether or not a server is running')
    .requiredOption('--email <address>', 'Account that the key acts for')
    .requiredOption('--label <label>', 'What the key is for')
    .option('--read-only', 'The key cannot write')
    .option('--resources <names>', 'The only resources it may use: items,media', (text) => text.split(','))
    .option('--expires <day>', 'Last day on which it works, in UTC: 2027-12-31', day)
    .option('--identity <identity>', 'Identity to use instead of a random one, with --credential')
    .option('--credential <credential>', 'Credential to use instead of a random one, with --identity')
    .addHelpText('after', "\nExample:\n  vitrine key create --email ada@example.org --label 'catalogue export'\n")
    .action(create)
  keys.command('list')
    .description('List API keys, oldest first, without their credentials')
    .option('--email <address>', 'Account whose keys are listed (default: all)')
    .action(list)
  keys.command('revoke')
    .description('Revoke an API key for good; programs that use it lose their access at once')
    .argument('<identity>', 'Its key_identity')
    .action(async (identity: string, flags: { data?: string }) => {
      await withApi(flags, async (api) => { await api.keys.revoke(identity, OPERATOR) })
      process.stdout.write(`Key ${identity} revoked.\n`)
    })
}

async function create (flags: NewKeyFlags): Promise<void> {
  const { email, label, readOnly, resources, expires = null, identity, credential } = flags
  if ((identity === undefined) !== (credential === undefined)) {
    throw new CommandError('--identity and --credential go together: give both or neither.')
  }
  const key = await withApi(flags, async (api) => await api.keys.create(email, {
    label, expires, scope: definedOf({ readOnly, resources }), identity, credential
  }, OPERATOR))
  process.stdout.write(`key_identity:   ${key.identity}
key_credential: ${key.credential}

export KEY=${key.identity}:${key.credential}
`)
}

async function list (flags: { email?: string, data?: string }): Promise<void> {
  await withApi(flags, async (api) => {
    const owners = new Map((await api.accounts.list('', OPERATOR)).map((account) => [account.id, account.email]))
    const keys = await api.keys.list(flags.email, OPERATOR)
    process.stdout.write(table(keys.map((key) => [
      key.identity, owners.get(key.userId) ?? '', key.label, lastUse(key), limits(key)
    ])))
  })
}

function lastUse ({ lastAccessed, lastIp }: Key): string {
  return lastAccessed === null ? 'never used' : `used ${utcDate(lastAccessed)} from ${lastIp ?? 'somewhere'}`
}

function limits ({ scope, expires }: Key): string {
  return [
    ...(scope.readOnly === true ? ['read only'] : []),
    ...(scope.resources === undefined ? [] : [scope.resources.join(', ')]),
    ...(expires === null ? [] : [`expires ${lastDay(expires)}`])
  ].join('; ')
}

/** The last day on which a key works, as `--expires` takes it: the day before one that expires at midnight. */
function lastDay (expires: number): string {
  return expires % SECONDS_PER_DAY === 0 ? utcDate(expires - SECONDS_PER_DAY).slice(0, 'yyyy-mm-dd'.length) : utcDate(expires)
}

/** @returns the end of the day, in seconds since 1970. */
function day (text: string): number {
  const end = endOfDay(text)
  if (end === undefined) throw new InvalidArgumentError('Expected a day such as 2027-12-31.')
  return end
}
