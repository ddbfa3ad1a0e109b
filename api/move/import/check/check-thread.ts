import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { warn } from '../../../search/full-text/index/due-texts.js'
import type { BriefChunk } from './brief.js'
import type { ReaderContext } from '../records/record-reader.js'

const PROGRAM = threadProgram(import.meta.url, 'check-program')

/** Megabytes for what the thread has just made: records, none of which is kept. */
const YOUNG = 16

export interface CheckTask extends Omit<ReaderContext, 'terms' | 'labels' | 'dataTypes'> {
  /** Of lines of JSON. */
  readonly file: string
  /** File or address of the database. */
  readonly place: string
  /** Of the terms that records are read by. */
  readonly stamp: number
  /** Path of a file into which the records are written as they were read; undefined: nobody needs them again. */
  readonly packed: string | undefined
}

/** `isWhole`: that was the last of the file. Otherwise the rest has to be read by whoever checks it. */
export type CheckMessage = { readonly chunk: BriefChunk } | { readonly isWhole: boolean }

/** Reads the records of a file in another thread, and says briefly of each what a check needs. */
export class CheckThread {
  readonly #task: CheckTask
  #isWhole = false

  constructor (task: CheckTask) {
    this.#task = task
  }

  /** Whether `chunks` was all of the file. */
  get isWhole (): boolean {
    return this.#isWhole
  }

  /** Path of a file with all records as they were read, which need not be read again; undefined: there is none. */
  get packed (): string | undefined {
    return this.#isWhole ? this.#task.packed : undefined
  }

  /** The beginning of the file. Never throws: what cannot be read is not in it. */
  async * chunks (): AsyncGenerator<BriefChunk> {
    const worker = new Worker(PROGRAM, {
      workerData: this.#task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG }
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
