import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'
import { withApi } from '../terminal/with-api.js'

/** `vitrine key revoke`. */
export function addKeyRevoke (key: Command): void {
  key.command('revoke')
    .description('Revoke an API key for good; programs that use it lose their access at once')
    .argument('<identity>', 'Its key_identity')
    .addOption(settingOption('data'))
    .action(async (identity: string, { data }: { data?: string }) => {
      await withApi(loadSettings({ data }), async (api) => { await api.keys.revoke(identity, OPERATOR) })
      process.stdout.write(`Key ${identity} revoked.\n`)
    })
}
