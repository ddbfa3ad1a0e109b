import path from 'node:path'
import { mkdir } from 'node:fs/promises'
import { createFolder } from '../process/accounts.js'
import type { Torture } from '../torture.js'
import { damagedDatabase } from './damaged-database.js'
import { fullDisk } from './full-disk.js'
import type { Prepared } from './prepared.js'
import { readOnlyFolder } from './read-only-folder.js'
import { twoServers } from './two-servers.js'

const TRIALS: Record<string, (prepared: Prepared) => Promise<void>> = {
  'full disk': fullDisk,
  'read-only folder': readOnlyFolder,
  'damaged database': damagedDatabase,
  'two servers': twoServers
}

export const folders: Torture = {
  name: 'folders',
  description: 'a full disk, a read-only folder, a damaged database, two servers on one folder',
  async run (context) {
    for (const [name, trial] of Object.entries(TRIALS)) {
      const folder = path.join(context.folder, name.replaceAll(' ', '-'))
      await mkdir(folder)
      const data = path.join(folder, 'data')
      const accounts = await createFolder(data)
      try {
        await trial({ data, accounts, context: { ...context, folder } })
      } catch (error) {
        context.report.fault(`${name}: ${(error as Error).stack}`)
      }
      context.report.steps++
    }
  }
}
