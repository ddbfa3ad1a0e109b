import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import {
  COLLECTION_FORMAT, DELETION_TYPE, END_TYPE, HEADER_TYPE, OWN_KEYS, type CollectionDeletion, type CollectionEnd,
  type CollectionHeader
} from '../../collection/read/collection-file.js'
import type { Representation } from '../../../core/answers/answer.js'
import { isObject } from '../../../core/calls/payload.js'
import { Turns } from '../../../core/sequence/turns.js'
import { MIRRORED_TYPES } from '../source/mirrored-types.js'

/**
 * Writes all pending records to a collection file, atomically.
 * @param source name of the source: the URL of its API.
 * @param files folder of the files, relative to the file.
 * @returns the number of records and deletions.
 */
export async function writeCollection (
  spool: MirrorSpool, file: string, { source, files }: { source: string, files: string }
): Promise<number> {
  let records = 0
  const header: CollectionHeader = {
    '@type': HEADER_TYPE,
    format: COLLECTION_FORMAT,
    source,
    moment: new Date().toISOString(),
    complete: spool.isFirst,
    files
  }
  async function * lines (): AsyncGenerator<string> {
    const turns = new Turns()
    yield `${JSON.stringify(header)}\n`
    for (const { name } of MIRRORED_TYPES) {
      for (const { id, body, lacksFile } of spool.pending(name)) {
        await turns.next()
        if (lacksFile && name === 'assets') continue
        const isAsRead = !lacksFile && !body.includes('"@annotation"')
        records++
        yield `${isAsRead ? body : JSON.stringify(completed(spool, id, JSON.parse(body) as Representation, lacksFile))}\n`
      }
    }
    // Referring records are deleted before the records to which they refer.
    for (const { name } of MIRRORED_TYPES.toReversed()) {
      for (const id of spool.gone(name)) {
        const deletion: CollectionDeletion = { '@type': DELETION_TYPE, resource: name, 'o:id': id }
        records++
        yield `${JSON.stringify(deletion)}\n`
        await turns.next()
      }
    }
    const end: CollectionEnd = { '@type': END_TYPE, records }
    yield `${JSON.stringify(end)}\n`
  }
  const part = `${file}.part`
  await pipeline(Readable.from(lines()), createWriteStream(part, { mode: 0o600 }))
  await rename(part, file)
  return records
}

/** A record with the ids of its annotations. A media whose file could not be fetched is written without it. */
function completed (spool: MirrorSpool, id: number, record: Representation, lacksFile: boolean): Representation {
  let place = 0
  const annotate = (members: unknown): unknown => {
    if (!Array.isArray(members)) return members
    return members.map((value: unknown) => {
      if (!isObject(value) || !isObject(value['@annotation'])) return value
      const annotationId = spool.annotationId(id, place++)
      const annotation = Object.fromEntries(Object.entries(value['@annotation']).map(([term, nested]) => [term, annotate(nested)]))
      return {
        ...value, '@annotation': annotation, ...(annotationId !== undefined && { [OWN_KEYS.annotation]: annotationId })
      }
    })
  }
  const annotated = Object.fromEntries(Object.entries(record).map(([key, members]) => [key, annotate(members)]))
  return lacksFile ? { ...annotated, 'o:original_url': null } : annotated
}
