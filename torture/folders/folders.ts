import path from 'node:path'
import { mkdir } from 'node:fs/promises'
import { createFolder, type Accounts } from '../process/accounts.js'
import { Server, type ServeOptions } from '../process/server.js'
import { Session } from '../http/session.js'
import type { Context, Torture } from '../torture.js'
import { damagedDatabase } from './damaged-database.js'
import { fullDisk } from './full-disk.js'
import { readOnlyFolder } from './read-only-folder.js'
import { twoServers } from './two-servers.js'

/** A prepared data folder. */
export interface Prepared { data: string, accounts: Accounts, context: Context }

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

/** Serves a folder while something is done, then stops the server. What it logs as its own error is a fault. */
export async function serving (
  { data, accounts, context: { report } }: Prepared,
  work: (session: Session, server: Server) => Promise<void>,
  options: ServeOptions & { mayLogErrors?: boolean } = {}
): Promise<void> {
  const server = await Server.start(data, options)
  const session = new Session(server.base, accounts, report)
  try {
    await work(session, server)
  } finally {
    session.close()
    const ending = await server.stop()
    if (ending !== undefined) report.fault(ending)
    if (options.mayLogErrors !== true) {
      for (const line of server.errorLines()) report.fault(`the server logged ${line.slice(0, 1500)}`)
    }
  }
}

export const titled = (text: string): object => ({
  'dcterms:title': [{ type: 'literal', property_id: 1, '@value': text }]
})
