import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Key } from '../../api/access/accounts/keys.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { table } from '../terminal/table.js'
import { withApi } from '../terminal/with-api.js'

const SECONDS_PER_DAY = 24 * 60 * 60

/** `vitrine key list`. */
export function addKeyList (key: Command): void {
  key.command('list')
    .description('List API keys, oldest first, without their credentials')
    .option('--email <address>', 'Account whose keys are listed (default: all)')
    .addOption(settingOption('data'))
    .action(async ({ email, data }: { email?: string, data?: string }) => {
      await withApi(loadSettings({ data }), async (api) => {
        const owners = new Map((await api.accounts.list('', OPERATOR)).map((account) => [account.id, account.email]))
        const keys = await api.keys.list(email, OPERATOR)
        process.stdout.write(table(keys.map((key) => [
          key.identity, owners.get(key.userId) ?? '', key.label, lastUse(key), limits(key)
        ])))
      })
    })
}

function lastUse ({ lastAccessed, lastIp }: Key): string {
  return lastAccessed === null ? 'never used' : `used ${instant(lastAccessed)} from ${lastIp ?? 'somewhere'}`
}

function limits ({ scope, expires }: Key): string {
  return [
    ...(scope.readOnly === true ? ['read only'] : []),
    ...(scope.resources === undefined ? [] : [scope.resources.join(', ')]),
    ...(expires === null ? [] : [`expires ${lastDay(expires)}`])
  ].join('; ')
}

function instant (seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/**
 * The last day on which a key works, as `key create --expires` takes it: the day before one that expires at midnight.
 */
function lastDay (expires: number): string {
  return expires % SECONDS_PER_DAY === 0 ? instant(expires - SECONDS_PER_DAY).slice(0, 'yyyy-mm-dd'.length) : instant(expires)
}
