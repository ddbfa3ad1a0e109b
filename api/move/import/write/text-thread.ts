import { Worker } from 'node:worker_threads'
import { changePosition, removeTextBuild, takeTexts } from '../../../../db/bulk/import/text-build.js'
import type { Store } from '../../../../db/open/store.js'
import { allEnded } from '../../../../files/streams/all-ended.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { warn } from '../../../search/full-text/index/due-texts.js'
import type { WrittenTexts } from './written-texts.js'

const PROGRAM = threadProgram(import.meta.url, 'text-program')

/** Megabytes for what the thread has just made: texts, hardly any of which is kept. */
const YOUNG = 16

/**
 * Indexes the texts of an import that fills an empty folder, in a thread and a database of its own, while the records
 * are written. In the collection they stay due until its indexes are taken over; so nothing is lost if that fails, or
 * somebody else writes meanwhile: then they are indexed as after any other write.
 */
export class TextThread {
  readonly #store: Store
  readonly #collection: string
  readonly #file: string
  readonly #worker: Worker
  readonly #end: Promise<boolean>
  readonly #version: number

  /** @param collection path of the database. @param file path for a temporary one. */
  constructor (store: Store, collection: string, file: string) {
    this.#store = store
    this.#collection = collection
    this.#file = file
    this.#version = store.foreignChanges
    this.#worker = new Worker(PROGRAM, {
      workerData: { file, collection }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG }
    })
    this.#end = new Promise((resolve) => {
      this.#worker.once('message', () => { resolve(true) }).once('exit', () => { resolve(false) })
        .once('error', (error) => {
          warn('The texts of an import are indexed after it.', error)
          resolve(false)
        })
    })
  }

  /** Tells the thread of a commit. */
  add (written: WrittenTexts): void {
    this.#worker.postMessage(written)
  }

  /**
   * Takes the indexes over.
   *
   * @param build work that can be done while the thread finishes, and after that.
   * @param last position of the log of changes after the import, where another connection has written it.
   */
  async finish (build: () => Promise<void>, last?: number): Promise<void> {
    const position = await changePosition(this.#store.read)
    const isAlone = last === undefined ? this.#store.foreignChanges === this.#version : last === position
    this.#worker.postMessage('end')
    const taken = this.#end.then(async (isDone) => {
      if (!isDone || !isAlone) return
      await this.#store.writeElsewhere(async () => { takeTexts(this.#collection, this.#file, position) })
    })
    await allEnded([build(), taken])
  }

  async close (): Promise<void> {
    await this.#worker.terminate()
    removeTextBuild(this.#file)
  }
}
