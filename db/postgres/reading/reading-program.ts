import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { optionsOf, runOver } from '../connection/connections.js'
import { endsConnection, withCode } from '../connection/connection-error.js'
import type { Question, ReadingStart, Reply } from './postgres-reading.js'
import type { Run } from '../connection/run.js'
import { Servers } from '../connection/servers.js'

const { address, timeout, signal, port } = workerData as ReadingStart
const servers = new Servers(address)
let run: Run | undefined

async function connected (): Promise<Run> {
  if (run !== undefined) return run
  const client = await servers.connect((at) => {
    const client = new pg.Client({ ...optionsOf(at), statement_timeout: timeout })
    return client.on('error', () => { run = undefined }).on('end', () => { run = undefined })
  })
  run = runOver(client)
  return run
}

async function replyTo (question: Question): Promise<Reply> {
  try {
    return { outcome: await (await connected())(...question) }
  } catch (thrown) {
    const error = withCode(thrown) as Error & { code?: string }
    if (endsConnection(error)) run = undefined
    return { message: error.message, code: error.code }
  }
}

port.on('message', (question: Question) => {
  replyTo(question).then((reply) => {
    port.postMessage(reply)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  }, (error: unknown) => { throw error })
})
