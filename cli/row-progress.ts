import { SingleBar } from 'cli-progress'

/** Milliseconds between two lines where there is no terminal. */
const BETWEEN = 5000

/** Shows on stderr how many rows are done: as a bar on a terminal, otherwise by a line now and then. */
export class RowProgress {
  readonly #names: Readonly<Record<string, string>>
  #phase: string | undefined
  #begun = 0
  #shown = 0
  #bar: SingleBar | undefined

  /** @param names what is done in each phase. */
  constructor (names: Readonly<Record<string, string>>) {
    this.#names = names
  }

  update ({ phase, done, total }: { phase: string, done: number, total: number }): void {
    const now = performance.now()
    if (phase !== this.#phase) this.#begin(phase, total, now)
    const rate = Math.round(done / Math.max(0.001, (now - this.#begun) / 1000))
    if (this.#bar !== undefined) this.#bar.update(done, { rate })
    else if (now - this.#shown > BETWEEN || done === total) {
      this.#shown = now
      process.stderr.write(`${this.#names[phase]!}: ${done} of ${total} rows, ${rate} a second\n`)
    }
  }

  /** What is done besides. */
  step (name: string): void {
    this.end()
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[KMaking ${name} …`)
  }

  /** Call it at the end, also after an error. */
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
      format: `${this.#names[phase]!} {bar} {percentage} %, {value} of {total} rows, {rate} a second, {eta_formatted} left`,
      hideCursor: true
    })
    this.#bar.start(total, 0, { rate: 0 })
  }
}
