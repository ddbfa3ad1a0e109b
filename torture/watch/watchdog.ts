import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { BareServer } from '../../bench/processes/bare-server.js'
import type { Report } from '../report.js'
import { LONGEST_WAIT, type LongWait, type WatchMessage, type WatchOrder } from './watcher.js'

/** Measures whether other clients are served quickly during an attack. */
export class Watchdog {
  #questions = 0
  /** The longest wait during each kind of attack; further waits during the same kind have the same cause. */
  readonly #waits = new Map<string, LongWait>()

  private constructor (
    private readonly child: ChildProcess,
    private readonly control: BareServer,
    private readonly report: Report
  ) {}

  /**
   * @param questions paths that an idle server answers quickly.
   * @param doing names the attacks of the last milliseconds, for the report of a long wait.
   */
  static async start (
    vitrine: string,
    questions: readonly string[],
    report: Report,
    doing: (milliseconds: number) => string
  ): Promise<Watchdog> {
    const control = await BareServer.start()
    const child = fork(path.join(import.meta.dirname, 'watcher.ts'))
    const watchdog = new Watchdog(child, control, report)
    child.on('message', (message: WatchMessage) => {
      if ('worst' in message) {
        report.waited(message.worst)
        watchdog.#questions = message.questions
        return
      }
      const during = doing(message.long.milliseconds)
      const known = watchdog.#waits.get(during)
      if (known === undefined || known.milliseconds < message.long.milliseconds) {
        watchdog.#waits.set(during, message.long)
      }
    })
    child.send({ vitrine, control: control.base, questions, longest: LONGEST_WAIT } satisfies WatchOrder)
    return watchdog
  }

  /** Reports long waits as faults. @returns the number of requests. */
  async stop (): Promise<number> {
    for (const [during, { question, milliseconds, error }] of this.#waits) {
      const what = error === undefined ? `waited ${Math.round(milliseconds)} ms` : `failed (${error})`
      this.report.fault(`somebody who asked ${question} ${what} during ${during}`)
    }
    this.child.disconnect()
    await this.control.stop()
    return this.#questions
  }
}
