import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { warn } from '../../../search/full-text/index/due-texts.js'
import type { BriefChunk } from './brief.js'
import type { ReaderContext } from '../records/record-reader.js'

const PROGRAM = threadProgram(import.meta.url, 'check-program')

/** Heap for short-lived objects: records, none of which is retained. */
const YOUNG_GENERATION_MEGABYTES = 16

export interface CheckTask extends Omit<ReaderContext, 'terms' | 'labels' | 'dataTypes'> {
  /** Path of a file in JSON Lines. */
  readonly file: string
  /** File or address of the database. */
  readonly place: string
  /** Stamp of the terms with which records are parsed. */
  readonly stamp: number
  /** Path of a file for the parsed records; undefined when they are not needed again. */
  readonly packed: string | undefined
}

/** `isWhole`: whether the whole file was read. Otherwise the main thread has to read the rest. */
export type CheckMessage = { readonly chunk: BriefChunk } | { readonly isWhole: boolean }

/** Parses the records of a file in another thread, and sends briefs of them for the check. */
export class CheckThread {
  readonly #task: CheckTask
  #isWhole = false

  constructor (task: CheckTask) {
    this.#task = task
  }

  /** Whether `chunks` covered the whole file. */
  get isWhole (): boolean {
    return this.#isWhole
  }

  /** Path of a file with all parsed records; undefined when there is none. */
  get packed (): string | undefined {
    return this.#isWhole ? this.#task.packed : undefined
  }

  /** Chunks of the file up to the first problem. Never throws: the caller reads the rest. */
  async * chunks (): AsyncGenerator<BriefChunk> {
    const worker = new Worker(PROGRAM, {
      workerData: this.#task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES }
    })
    try {
      for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[CheckMessage]>) {
        if ('isWhole' in message) {
          this.#isWhole = message.isWhole
          return
        }
        worker.postMessage('taken')
        yield message.chunk
      }
    } catch (error) {
      warn('The file of an import is checked by one thread.', error)
    } finally {
      await worker.terminate()
    }
  }
}
