import { SingleBar } from 'cli-progress'
import { formatBytes } from '../../api/move/backup/disk-space.js'

/** Milliseconds between two lines if stderr is not a terminal. */
const LINE_INTERVAL_MS = 5000

/** How to print an amount of work, and its rate. */
interface Unit { of (done: number, total: number): string, rate (perSecond: number): string }

const UNITS = {
  rows: { of: (done, total) => `${done} of ${total} rows`, rate: (perSecond) => `${Math.round(perSecond)} a second` },
  bytes: {
    of: (done, total) => `${formatBytes(done)} of ${formatBytes(total)}`, rate: (perSecond) => `${formatBytes(perSecond)} a second`
  }
} satisfies Record<string, Unit>

/** Shows progress on stderr: as a bar on a terminal, otherwise with a line every few seconds. */
export class Progress {
  readonly #unit: Unit
  readonly #names: Readonly<Record<string, string>>
  #phase: string | undefined
  #begun = 0
  #shown = 0
  #bar: SingleBar | undefined

  /** @param names the text to show for each phase, such as `Copying`. */
  constructor (unit: keyof typeof UNITS, names: Readonly<Record<string, string>>) {
    this.#unit = UNITS[unit]
    this.#names = names
  }

  update ({ phase, done, total }: { phase: string, done: number, total: number }): void {
    const now = performance.now()
    if (phase !== this.#phase) this.#begin(phase, total, now)
    const amount = this.#unit.of(done, total)
    const rate = this.#unit.rate(done / Math.max(0.001, (now - this.#begun) / 1000))
    if (this.#bar !== undefined) this.#bar.update(done, { amount, rate })
    else if (now - this.#shown > LINE_INTERVAL_MS || done === total) {
      this.#shown = now
      process.stderr.write(`${this.#names[phase] ?? phase}: ${amount}, ${rate}\n`)
    }
  }

  /** Shows a step that has no amount. */
  step (name: string): void {
    this.end()
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${name} …`)
  }

  /** Removes the bar. Call it at the end, also after an error. */
  end (): void {
    if (this.#bar === undefined && process.stderr.isTTY) process.stderr.write('\r\u001B[K')
    this.#bar?.stop()
    this.#bar = undefined
    this.#phase = undefined
  }

  #begin (phase: string, total: number, now: number): void {
    this.end()
    this.#phase = phase
    this.#begun = now
    this.#shown = now
    if (!process.stderr.isTTY) return
    this.#bar = new SingleBar({
      format: `${this.#names[phase] ?? phase} {bar} {percentage} %, {amount}, {rate}, {eta_formatted} left`, hideCursor: true
    })
    this.#bar.start(total, 0, { amount: '', rate: '' })
  }
}
