import { Session } from '../http/session.js'
import type { Accounts } from '../process/accounts.js'
import { Server, type ServeOptions } from '../process/server.js'
import type { Context } from '../torture.js'

/** A prepared data folder. */
export interface Prepared { data: string, accounts: Accounts, context: Context }

/** Serves a folder while something is done, then stops the server. Errors in its log are faults. */
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
