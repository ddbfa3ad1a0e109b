import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../core/calls/errors.js'
import { addressOf } from './description.js'
import { describe } from './describe.js'
import { quadsIn } from './parse.js'
import type { RdfOrder, RdfReply } from './rdf-thread.js'
import { runInBackground } from '../../../db/threads/thread-program.js'

runInBackground()

/** Loaded before the first document, so that loading does not count towards its time limit. */
const parsers = Promise.all([import('jsonld'), import('n3'), import('rdfxml-streaming-parser')])

async function replyTo (order: RdfOrder): Promise<RdfReply> {
  if (order === 'load') {
    await parsers
    return 'loaded'
  }
  const { document, place, prefixes, most } = order
  try {
    return { description: describe(await quadsIn(document, addressOf(place), prefixes), place, most) }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', (order: RdfOrder | 'end') => {
  if (order === 'end') {
    parentPort!.close()
    return
  }
  replyTo(order).then((reply) => { parentPort!.postMessage(reply) }, (error: unknown) => { throw error })
})
