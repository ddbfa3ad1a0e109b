import { Client } from '../../bench/http/client.js'

/** Task of the process. */
export interface WatchOrder {
  vitrine: string
  control: string
  questions: readonly string[]
  /** Longest acceptable wait, in milliseconds. */
  longest: number
}

/** A request that took long, or was not answered. */
export interface LongWait { question: string, milliseconds: number, error?: string }

/** Messages of the process: each long wait at once, and the longest of all whenever it has grown. */
export type WatchMessage = { long: LongWait } | { worst: number, questions: number }

/** Milliseconds between two requests. */
const INTERVAL_MS = 100

/** Longest acceptable wait for a quick answer, in milliseconds. */
export const LONGEST_WAIT = 1000

/** Milliseconds of the control from which the sample is discarded, because the computer itself is too busy. */
const BUSY = 300

const TIMEOUT = 30_000
const CONNECTIONS = 64

/**
 * Asks Vitrine a quick question every 100 ms, whether or not the last one is answered, and at the same time a server
 * that does nothing. What the latter takes is the computer's fault and is subtracted. A process of its own, so that
 * the load which the torture makes does not delay it.
 */
function watch ({ vitrine, control, questions, longest }: WatchOrder): void {
  const client = new Client(vitrine, CONNECTIONS, TIMEOUT)
  const bare = new Client(control, CONNECTIONS, TIMEOUT)
  let worst = 0
  let asked = 0
  const ask = async (question: string): Promise<void> => {
    const calm = bare.send({ path: '/' })
    const begin = performance.now()
    let error: string | undefined
    try {
      const { status, headers } = await client.send({ path: question })
      if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined)) error = `answered ${status}`
    } catch (cause) {
      error = (cause as Error).message
    }
    const elapsed = performance.now() - begin
    const { milliseconds } = await calm
    if (milliseconds > BUSY && error === undefined) return
    const wait = Math.max(0, elapsed - milliseconds)
    worst = Math.max(worst, wait)
    if (wait > longest || error !== undefined) {
      say({ long: { question, milliseconds: wait, ...(error !== undefined && { error }) } })
    }
    say({ worst, questions: asked })
  }
  setInterval(() => { ask(questions[asked++ % questions.length]!).catch(() => { process.exit() }) }, INTERVAL_MS)
}

function say (message: WatchMessage): void {
  // The parent may have ended meanwhile; then the message is not needed.
  if (process.connected) process.send!(message, undefined, {}, () => {})
}

if (process.send !== undefined) {
  process.once('message', watch)
  process.on('disconnect', () => { process.exit() })
}
