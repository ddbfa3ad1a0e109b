import { Readable } from 'node:stream'
import type { ChangesPage } from '../../api/publish/changes/changes.js'

/** Media type of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const EVENT_STREAM = 'text/event-stream'

/** Milliseconds after which a client that has lost the connection is to try again. */
const RETRY = 3000

/** Milliseconds for which a client may take nothing of what is sent. */
const SLOW = 60_000

/**
 * Pages of changes as Server-Sent Events. A change is an event of the default type with its position and log as id, so
 * that clients go on from there after a break, or are told that the log is another one. When all changes that there are
 * at the beginning are told, an event `done` says so. Comments keep the connection alive. A client that takes nothing
 * for long is cut off.
 *
 * @param dataOf the JSON of each change of a page. @param onClose called once, however it ends.
 */
export function eventStream (
  pages: AsyncGenerator<ChangesPage, void>, dataOf: (page: ChangesPage) => object[], onClose: () => void
): Readable {
  let slow: NodeJS.Timeout | undefined
  async function * texts (): AsyncGenerator<string> {
    let isDone = false
    yield `retry: ${RETRY}\n\n`
    for await (const page of pages) {
      const events = dataOf(page).map((data, i) => event(page, page.entries[i]!.position, data))
      if (page.done && !isDone) {
        isDone = true
        events.push(event(page, page.last, { last: page.last, epoch: page.epoch }, 'done'))
      }
      slow = setTimeout(() => { body.destroy(new Error('The client has not read for too long.')) }, SLOW).unref()
      yield events.length === 0 ? ':\n\n' : events.join('')
      clearTimeout(slow)
    }
  }
  const body = Readable.from(texts(), { objectMode: false })
  body.once('close', () => {
    clearTimeout(slow)
    onClose()
  })
  return body
}

function event ({ epoch }: ChangesPage, position: number, data: object, type?: string): string {
  return `${type === undefined ? '' : `event: ${type}\n`}id: ${position}@${epoch}\ndata: ${JSON.stringify(data)}\n\n`
}
