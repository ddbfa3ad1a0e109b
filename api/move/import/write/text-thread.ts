import { Worker } from 'node:worker_threads'
import { changePosition, removeTextBuild, takeTexts } from '../../../../db/bulk/import/text-build.js'
import type { Store } from '../../../../db/open/store.js'
import { allEnded } from '../../../../files/streams/all-ended.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { warn } from '../../../search/full-text/index/due-texts.js'
import type { TextsToIndex } from './texts-to-index.js'

const PROGRAM = threadProgram(import.meta.url, 'text-program')

/** Heap for short-lived objects: texts, which are hardly retained. */
const YOUNG_GENERATION_MEGABYTES = 16

/**
 * Indexes the texts of an import that fills an empty folder, in a thread and a database of its own, while the records
 * are written. In the collection they stay pending until its indexes are taken over. So nothing is lost if that fails
 * or another process writes meanwhile: then they are indexed like after any other write.
 */
export class TextThread {
  readonly #store: Store
  readonly #collection: string
  readonly #file: string
  readonly #worker: Worker
  readonly #end: Promise<boolean>
  readonly #version: number

  /** @param collection path of the database. @param file path for the temporary database. */
  constructor (store: Store, collection: string, file: string) {
    this.#store = store
    this.#collection = collection
    this.#file = file
    this.#version = store.foreignChanges
    this.#worker = new Worker(PROGRAM, {
      workerData: { file, collection }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES }
    })
    this.#end = new Promise((resolve) => {
      this.#worker.once('message', () => { resolve(true) }).once('exit', () => { resolve(false) })
        .once('error', (error) => {
          warn('The texts of an import are indexed after it.', error)
          resolve(false)
        })
    })
  }

  /** Passes the documents of a commit to the thread. */
  add (written: TextsToIndex): void {
    this.#worker.postMessage(written)
  }

  /**
   * Takes over the indexes.
   * @param build work that can be done while the thread finishes, and afterwards.
   * @param last position of the change log after the import, if another connection wrote it.
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
