import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Collection, CollectionRecord } from './collection.js'

const CHUNK = 256 * 1024

/** Writes a collection as a file for the importer, in constant memory. */
export async function writeCollection (collection: Collection, file: string): Promise<void> {
  const unfinished = `${file}.part`
  await pipeline(chunks(collection), createWriteStream(unfinished))
  await rename(unfinished, file)
}

function * chunks (collection: Collection): Generator<string> {
  let text = ''
  for (const record of records(collection)) {
    text += `${JSON.stringify(record)}\n`
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text
}

function * records (collection: Collection): Generator<CollectionRecord> {
  for (let number = 0; number < collection.sets; number++) yield collection.set(number)
  for (let number = 0; number < collection.people; number++) yield collection.person(number)
  for (let number = 0; number < collection.works; number++) yield collection.work(number)
}
