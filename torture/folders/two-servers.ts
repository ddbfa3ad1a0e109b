import { Session } from '../http/session.js'
import { checkFolder, runCommand } from '../process/command.js'
import { Server } from '../process/server.js'
import { serving, titled, type Prepared } from './prepared.js'

const WRITES = 20

/** A second server on a folder is refused in a sentence, or both serve the same; commands work beside a server. */
export async function twoServers (prepared: Prepared): Promise<void> {
  const { data, accounts, context: { report } } = prepared
  await serving(prepared, async (session, first) => {
    const second = Server.launch(data)
    await Promise.race([second.ended, second.listening])
    if (second.isAlive) {
      await writeToBoth(session, new Session(second.base, accounts, report), report.fault.bind(report))
      await second.stop()
    } else {
      const code = await second.ended
      const isExplained = code !== 0 && code !== null && !/^\s+at /m.test(second.log)
      if (isExplained) report.notes.push(`two servers: ${second.log.trim()}`)
      else report.fault(`two servers: the second ended with ${code}: ${second.log.slice(0, 800)}`)
    }
    const key = await runCommand('key', 'create', '--email', 'editor@example.org', '--label', 'beside', '--data', data)
    if (key.code !== 0) report.fault(`two servers: a key cannot be made beside a server: ${key.output.slice(0, 500)}`)
    const { status } = await session.send({ path: '/api/items' })
    if (status !== 200 || !first.isAlive) {
      report.fault(`two servers: the first answers ${status} after the second was there`)
    }
  })
  const unsound = await checkFolder(data)
  if (unsound !== undefined) report.fault(`two servers: ${unsound}`)
}

/** What one server acknowledges, the other one serves. */
async function writeToBoth (first: Session, second: Session, fault: (text: string) => void): Promise<void> {
  for (let at = 0; at < WRITES; at++) {
    const [writer, reader] = at % 2 === 0 ? [first, second] : [second, first]
    const { 'o:id': id } = await writer.json({
      method: 'POST',
      path: '/api/items',
      as: 'editor',
      json: titled(`Item ${at}`)
    })
    const shown = await reader.send({ path: `/api/items/${id}` })
    const list = await reader.json<unknown[]>({ path: '/api/items?per_page=1000' })
    if (shown.status !== 200 || list.length !== at + 1) {
      fault(
        `two servers: of ${at + 1} items one server shows ${list.length}, and answers the last with ${shown.status}`
      )
    }
  }
  second.close()
}
