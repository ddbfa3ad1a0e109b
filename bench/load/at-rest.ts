import { setTimeout as delay } from 'node:timers/promises'
import type { VitrineServer } from '../processes/server.js'
import { cpuTimeOf } from '../processes/usage.js'

/** Milliseconds between two looks, and seconds of CPU time that a server at rest takes between them. */
const INTERVAL = 1000
const IDLE_CPU_SECONDS_MAX = 0.05
const LOOKS = 30

/** Waits until a server is idle, for example has indexed earlier writes; at most half a minute. */
export async function atRest ({ pids }: VitrineServer): Promise<void> {
  let before = cpuTimeOf(...pids)
  for (let look = 0; look < LOOKS && before !== undefined; look++) {
    await delay(INTERVAL)
    const now = cpuTimeOf(...pids)
    if (now === undefined || now - before <= IDLE_CPU_SECONDS_MAX) return
    before = now
  }
}
