import { setTimeout as delay } from 'node:timers/promises'
import { failureOf } from './failures.js'

/** Milliseconds for which imports and other long jobs wait for other writers: another import may take minutes. */
const PATIENCE_MS = 5 * 60_000

/** Milliseconds between two attempts. Each attempt also waits for the lock. */
const PAUSE_MS = 50

/**
 * Retries work while the database is busy: the lock of SQLite is not fair, so that a program that writes without pause
 * may get it each time.
 *
 * @param work changes nothing when it fails so. @param isEnding whether to give up. @param patience milliseconds.
 */
export async function whileBusy<T> (
  work: () => Promise<T>, isEnding: () => boolean = () => false, patience = PATIENCE_MS
): Promise<T> {
  for (const end = performance.now() + patience; ;) {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error) !== 'busy' || isEnding() || performance.now() > end) throw error
      await delay(PAUSE_MS)
    }
  }
}
