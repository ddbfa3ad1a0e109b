import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 5

/** Waits until something holds, such as that another thread has done its work. Ends only by the test's time limit. */
export async function until (holds: () => unknown): Promise<void> {
  while (!await holds()) await pause(PAUSE_MS)
}
