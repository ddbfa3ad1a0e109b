import type { Readable } from 'node:stream'
import type { ChangesPage } from '../../../api/publish/changes/changes.js'
import { pieceStream } from '../../../plugins/http/body.js'

/** Media type of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const EVENT_STREAM = 'text/event-stream'

/** Milliseconds after which a client that has lost the connection connects again. */
const RETRY_MS = 3000

/**
 * Sends pages of changes as Server-Sent Events. A change is an event of the default type. Its id is its position and
 * the epoch of the feed, so that a client that reconnects continues there, or learns that the feed was replaced. An
 * event `done` follows the last change that existed at the beginning. Comments keep the connection alive.
 *
 * @param dataOf the JSON of each change of a page. @param onClose called once, also after an error.
 */
export function eventStream (
  pages: AsyncGenerator<ChangesPage, void>, dataOf: (page: ChangesPage) => object[], onClose: () => void
): Readable {
  async function * texts (): AsyncGenerator<string> {
    let isDone = false
    yield `retry: ${RETRY_MS}\n\n`
    for await (const page of pages) {
      const events = dataOf(page).map((data, i) => event(page, page.entries[i]!.position, data))
      if (page.done && !isDone) {
        isDone = true
        events.push(event(page, page.last, { last: page.last, epoch: page.epoch }, 'done'))
      }
      yield events.length === 0 ? ':\n\n' : events.join('')
    }
  }
  return pieceStream(texts(), onClose)
}

function event ({ epoch }: ChangesPage, position: number, data: object, type?: string): string {
  return `${type === undefined ? '' : `event: ${type}\n`}id: ${position}@${epoch}\ndata: ${JSON.stringify(data)}\n\n`
}
