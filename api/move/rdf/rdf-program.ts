import { outcomeOf } from '../../core/calls/errors.js'
import { addressOf } from './description.js'
import { describe } from './describe.js'
import { quadsIn } from './parse.js'
import type { RdfOrder, RdfReply } from './rdf-input.js'
import { runInBackground } from '../../../db/threads/thread-program.js'

runInBackground()

/** Loaded before the first document, so that loading does not count towards its time limit. */
const parsers = Promise.all([import('jsonld'), import('n3'), import('rdfxml-streaming-parser')])

export default async function read ({ task }: RdfOrder): Promise<RdfReply> {
  await parsers
  return await outcomeOf(async () => task &&
    describe(await quadsIn(task.document, addressOf(task.place), task.prefixes), task.place, task.most))
}
