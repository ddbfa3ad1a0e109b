import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../core/calls/errors.js'
import { addressOf } from './description.js'
import { describe } from './describe.js'
import { quadsIn } from './parse.js'
import type { RdfReply, RdfTask } from './rdf-thread.js'
import { runInBackground } from '../../../db/threads/thread-program.js'

runInBackground()

async function replyTo ({ document, place, prefixes, most }: RdfTask): Promise<RdfReply> {
  try {
    return { description: describe(await quadsIn(document, addressOf(place), prefixes), place, most) }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', (task: RdfTask) => {
  replyTo(task).then((reply) => { parentPort!.postMessage(reply) }, (error: unknown) => { throw error })
})
// Loaded before the first document, so that loading does not count towards its time limit.
await Promise.all([import('jsonld'), import('n3'), import('rdfxml-streaming-parser')])
parentPort!.postMessage('ready')
