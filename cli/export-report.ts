import { SingleBar } from 'cli-progress'
import type { ExportProgress } from '../api/export/export-file.js'
import path from 'node:path'

const STEPS = 10

/** Reports the progress of an export on stderr: as a bar on a terminal, otherwise by a line for every tenth. */
export class ExportReport {
  readonly #name: string
  #step = 0
  #bar: SingleBar | undefined

  constructor (file: string) {
    this.#name = path.basename(file)
  }

  progress ({ done, total }: ExportProgress): void {
    if (process.stderr.isTTY) {
      this.#bar ??= this.#started(total)
      this.#bar.update(done)
      return
    }
    const step = Math.floor(done / Math.max(total, 1) * STEPS)
    if (step <= this.#step || done === total) return
    this.#step = step
    process.stderr.write(`${this.#name}: ${done} of ${total} records\n`)
  }

  /** Call it at the end, also after an error. */
  end (): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #started (total: number): SingleBar {
    const bar = new SingleBar({
      format: 'Exporting {bar} {percentage} %, {value} of {total} records, {eta_formatted} left', hideCursor: true
    })
    bar.start(total, 0)
    return bar
  }
}
