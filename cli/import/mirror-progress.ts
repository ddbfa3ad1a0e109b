import { SingleBar } from 'cli-progress'
import type { MirrorProgress } from '../../api/move/mirror/mirrorer.js'

const PHASES: Readonly<Record<MirrorProgress['phase'], string>> = {
  list: 'Listing', read: 'Reading', files: 'Files', check: 'Checking', write: 'Writing', verify: 'Comparing'
}

/** Milliseconds between two lines if stderr is not a terminal. */
const LINE_INTERVAL_MS = 5000

/** Shows the progress of a mirror on stderr: as a bar on a terminal, otherwise with a line every few seconds. */
export class MirrorProgressLine {
  #bar: SingleBar | undefined
  #phase: MirrorProgress['phase'] | undefined
  #begun = 0
  #shown = 0

  progress ({ phase, done, total }: MirrorProgress): void {
    const now = performance.now()
    if (phase !== this.#phase) this.#begin(phase, now)
    const seconds = (now - this.#begun) / 1000
    const rate = seconds === 0 ? 0 : Math.round(done / seconds)
    if (this.#bar !== undefined) {
      if (this.#bar.getTotal() !== total) this.#bar.setTotal(total)
      this.#bar.update(done, { rate })
    } else if (now - this.#shown > LINE_INTERVAL_MS || (done === total && phase !== 'list')) {
      this.#shown = now
      process.stderr.write(`${PHASES[phase]}: ${done} of ${total}, ${rate} a second\n`)
    }
  }

  /** Prints a line above the bar. */
  print (text: string, stream: NodeJS.WriteStream = process.stderr): void {
    if (this.#bar !== undefined) process.stderr.write('\r\u001B[K')
    stream.write(`${text}\n`)
  }

  /** Removes the bar. Call it at the end, also after an error. */
  end (): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #begin (phase: MirrorProgress['phase'], now: number): void {
    this.end()
    this.#phase = phase
    this.#begun = now
    this.#shown = now
    if (!process.stderr.isTTY) return
    const details = phase === 'check' ? '' : ', {value} of {total}, {rate} a second, {eta_formatted} left'
    this.#bar = new SingleBar({ format: `${PHASES[phase].padEnd(9)} {bar} {percentage} %${details}`, hideCursor: true })
    this.#bar.start(1, 0, { rate: 0 })
  }
}
