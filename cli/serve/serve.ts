import type { Command } from 'commander'
import { SETTING_NAMES, type SettingName } from '../../api/runtime/settings/settings.js'
import { workerName } from '../../api/access/throttles/worker.js'
import { workAsOwner } from '../terminal/data-owner.js'
import { loadSettings } from '../settings/load-settings.js'
import { settingOption } from '../settings/setting-option.js'

/** `vitrine serve`. */
export function addServe (program: Command): void {
  const command = program.command('serve').description('Serve the collection over HTTP until SIGTERM or SIGINT')
  for (const name of SETTING_NAMES) command.addOption(settingOption(name))
  command
    .addHelpText('after', `
The first start creates the data folder, the vocabularies and an administrator, and prints how to sign in.
You can also give every flag in the environment (VITRINE_PORT) or in vitrine.json in the data folder ("port").

Example:
  vitrine serve --data ./data --port 8080
`)
    .action(async (flags: Partial<Record<SettingName, string | boolean>>) => {
      const settings = loadSettings(flags)
      workAsOwner(settings.data)
      // Imported on demand, so that help and errors in the settings appear at once.
      if (settings.workers > 1 && workerName() === undefined) {
        const { serveByWorkers } = await import('./workers.js')
        await serveByWorkers(settings)
      } else {
        const { serve } = await import('./server.js')
        await serve(settings)
      }
    })
}
