import { createRequire } from 'node:module'
import type { SingleBar } from 'cli-progress'
import { formatBytes } from '../../api/move/backup/disk-space.js'

/** Without a terminal, a line is printed for every tenth, and after this many milliseconds. */
const LINE_INTERVAL_MS = 5000
const STEPS = 10

/** Clears the line of the bar on a terminal. */
const CLEAR = '\r\u001B[K'

/** A part of the work, of which `done` of `total` units are done. Units of the phase `check` differ by source. */
interface Amount { phase: string, done: number, total: number }

/** Shows progress on stderr: as a bar on a terminal, otherwise with lines. */
export class Progress {
  #phase: string | undefined
  #begun = 0
  #shown = 0
  #step = 0
  #bar: SingleBar | undefined

  /**
   * @param names the text to show for each phase, such as `Copying`.
   * @param unit what is counted: `bytes`, a noun such as `rows`, or empty.
   */
  constructor (private readonly names: Readonly<Record<string, string>>, private readonly unit: string) {}

  update ({ phase, done, total }: Amount): void {
    const now = performance.now()
    if (phase !== this.#phase) this.#begin(phase, now)
    const step = Math.floor(done / Math.max(total, 1) * STEPS)
    const isStep = step > this.#step && step < STEPS
    if (this.#bar === undefined && !isStep && now - this.#shown <= LINE_INTERVAL_MS) return
    const text = this.#textOf({ phase, done, total }, (now - this.#begun) / 1000)
    this.#bar?.setTotal(total)
    this.#bar?.update(done, { text })
    if (this.#bar !== undefined) return
    this.#shown = now
    this.#step = step
    process.stderr.write(`${this.names[phase] ?? phase}: ${text}\n`)
  }

  /** Shows a step that has no amount. */
  step (name: string): void {
    this.end()
    if (process.stderr.isTTY) process.stderr.write(`${CLEAR}${name} …`)
  }

  /** Prints a line above the bar. */
  print (line: string, stream: NodeJS.WriteStream = process.stderr): void {
    if (process.stderr.isTTY) process.stderr.write(CLEAR)
    stream.write(`${line}\n`)
  }

  /** Removes the bar. Call it at the end, also after an error. */
  end (): void {
    if (this.#bar === undefined && process.stderr.isTTY) process.stderr.write(CLEAR)
    this.#bar?.stop()
    this.#bar = undefined
    this.#phase = undefined
  }

  #begin (phase: string, now: number): void {
    this.end()
    this.#phase = phase
    this.#begun = now
    this.#shown = now
    this.#step = 0
    if (!process.stderr.isTTY) return
    // Loaded on demand, because most commands show no bar.
    const { SingleBar } = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress')
    const format = `${this.names[phase] ?? phase} {bar} {text}, {eta_formatted} left`
    this.#bar = new SingleBar({ format, hideCursor: true })
    this.#bar.start(1, 0, { text: '' })
  }

  #textOf ({ phase, done, total }: Amount, seconds: number): string {
    const percent = `${Math.floor(100 * done / Math.max(total, 1))} %`
    if (phase === 'check') return percent
    const amount = (number: number): string => this.unit === 'bytes' ? formatBytes(number) : String(Math.round(number))
    const unit = this.unit === 'bytes' || this.unit === '' ? '' : ` ${this.unit}`
    return `${percent}, ${amount(done)} of ${amount(total)}${unit}, ${amount(done / Math.max(seconds, 0.001))} a second`
  }
}
