import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { Database } from '../../query/statements/database.js'
import type { Reading } from '../../query/statements/reading.js'
import { threadProgram } from '../../threads/thread-program.js'
import { forReads } from '../connection/connections.js'
import { ConnectionError } from '../connection/connection-error.js'
import { databaseOf } from '../query/postgres-database.js'
import type { Outcome, Run } from '../connection/run.js'
import { nameOf } from '../connection/statement-names.js'

const PROGRAM = threadProgram(import.meta.url, 'reading-program')

/** What the thread that asks the server is told at its start. */
export interface ReadingStart {
  readonly address: string
  /** Milliseconds after which a statement is ended. */
  readonly timeout: number
  /** Becomes 1 when an answer is there. */
  readonly signal: Int32Array
  readonly port: MessagePort
}

/** Parameters of `Run`. */
export type Question = Parameters<Run>

export type Reply = { outcome: Outcome } | { message: string, code: string | undefined }

interface Asked { thread: Worker, port: MessagePort, signal: Int32Array }

/** Megabytes for short-lived objects. */
const YOUNG = 8

/** An error of the server by its code. */
class StatementError extends Error {
  constructor (message: string, readonly code: string | undefined) {
    super(message)
  }
}

/** Milliseconds to wait for an answer beyond those that a statement may take. */
const PATIENCE = 5000

/**
 * Reads from a server. The driver answers later, so it runs in a thread beside this one, which waits for each answer:
 * so what counts by columns is the same code as on a file.
 */
export class PostgresReading implements Reading {
  readonly database: Database
  readonly listed = '(SELECT value::bigint FROM json_array_elements_text(?::json) AS value)'
  readonly migration = '(SELECT count(*) FROM migration)'
  readonly #address: string
  readonly #timeout: number
  #asked: Asked | undefined

  /** It connects when it is asked first. @param timeout milliseconds after which the server ends a statement. */
  constructor (address: string, timeout: number) {
    this.#address = address
    this.#timeout = timeout
    this.database = databaseOf(forReads(async (...question) => this.#ask(...question)))
  }

  rows (statement: string, ...parameters: Array<number | string>): unknown[] {
    let at = 0
    const text = statement.replaceAll('?', () => `$${++at}`)
    return this.#ask(text, parameters, nameOf(text)).rows
  }

  begin (): void {
    this.#ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  end (): void {
    this.#ask('COMMIT')
  }

  #ask (...question: Question): Outcome {
    const { thread, port, signal } = this.#asked ??= this.#start()
    Atomics.store(signal, 0, 0)
    port.postMessage(question)
    if (Atomics.wait(signal, 0, 0, this.#timeout + PATIENCE) === 'timed-out') {
      // Its answer would be taken for that to the next question.
      this.#asked = undefined
      thread.terminate().catch(() => {})
      throw new ConnectionError('The database does not answer.')
    }
    const { message: reply } = receiveMessageOnPort(port) as { message: Reply }
    if ('outcome' in reply) return reply.outcome
    throw new StatementError(reply.message, reply.code)
  }

  #start (): Asked {
    const { port1: port, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const start: ReadingStart = { address: this.#address, timeout: this.#timeout, signal, port: port2 }
    const thread = new Worker(PROGRAM, {
      workerData: start, transferList: [port2], resourceLimits: { maxYoungGenerationSizeMb: YOUNG }
    })
    // A thread that has failed does not answer, which is noticed.
    thread.on('error', () => {}).unref()
    port.unref()
    return { thread, port, signal }
  }
}
