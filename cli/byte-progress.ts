import { SingleBar } from 'cli-progress'
import { inWords } from '../api/backup/disk-space.js'

const STEPS = 10

/** Reports on stderr how many bytes are done: as a bar on a terminal, otherwise by a line for every tenth. */
export class ByteProgress {
  readonly #names: Readonly<Record<string, string>>
  #phase: string | undefined
  #step = 0
  #start = 0
  #bar: SingleBar | undefined

  /** @param names what is done in each phase: `Copying the database`. */
  constructor (names: Readonly<Record<string, string>>) {
    this.#names = names
  }

  update ({ phase, done, total }: { phase: string, done: number, total: number }): void {
    if (phase !== this.#phase) this.#begin(phase, total)
    if (this.#bar !== undefined) {
      const rate = done / Math.max(0.001, (performance.now() - this.#start) / 1000)
      this.#bar.update(done, { amount: `${inWords(done)} of ${inWords(total)}`, rate: inWords(rate) })
      return
    }
    const step = Math.floor(done / total * STEPS)
    if (step <= this.#step) return
    this.#step = step
    process.stderr.write(`${this.#names[phase] ?? phase}: ${inWords(done)} of ${inWords(total)}\n`)
  }

  /** Call it at the end, also after an error. */
  end (): void {
    this.#bar?.stop()
    this.#bar = undefined
    this.#phase = undefined
  }

  #begin (phase: string, total: number): void {
    this.#bar?.stop()
    this.#phase = phase
    this.#step = 0
    this.#start = performance.now()
    if (!process.stderr.isTTY) return
    const name = this.#names[phase] ?? phase
    this.#bar = new SingleBar({
      format: `${name} {bar} {percentage} %, {amount}, {rate} a second, {eta_formatted} left`, hideCursor: true
    })
    this.#bar.start(total, 0, { amount: '', rate: '' })
  }
}
