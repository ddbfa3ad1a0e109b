import { SingleBar } from 'cli-progress'
import type { ExportProgress } from '../../api/move/export/crate/export-file.js'
import path from 'node:path'

const STEPS = 10
const WARNINGS_SHOWN = 20

/** Reports the progress of an export on stderr: as a bar on a terminal, otherwise with a line for every tenth. */
export class ExportReport {
  readonly #name: string
  #step = 0
  #bar: SingleBar | undefined
  #warnings = 0

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

  warn (message: string): void {
    if (++this.#warnings > WARNINGS_SHOWN) return
    if (this.#bar !== undefined) process.stderr.write('\r\u001B[K')
    process.stderr.write(`warning: ${message}\n`)
  }

  /** Removes the bar. Call it at the end, also after an error. */
  end (): void {
    this.#bar?.stop()
    this.#bar = undefined
    const more = this.#warnings - WARNINGS_SHOWN
    if (more > 0) process.stderr.write(`${more} more warnings are not shown\n`)
    if (this.#warnings > 0) process.stderr.write('Do not save the table in a spreadsheet program: it would cut these texts.\n')
    this.#warnings = 0
  }

  #started (total: number): SingleBar {
    const bar = new SingleBar({
      format: 'Exporting {bar} {percentage} %, {value} of {total} records, {eta_formatted} left', hideCursor: true
    })
    bar.start(total, 0)
    return bar
  }
}
