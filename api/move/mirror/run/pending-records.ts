import type { MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import type { Representation } from '../../../core/answers/answer.js'
import { isObject } from '../../../core/calls/given.js'
import { DELETION_TYPE, OWN_KEYS, type CollectionDeletion } from '../../collection/read/collection-file.js'
import type { Json } from '../../pipeline/lines.js'
import { inBatches, type RecordSource } from '../../pipeline/source.js'
import { MIRRORED_TYPES } from '../source/mirrored-types.js'

const RECORDS_PER_BATCH = 200

/** The records of a mirror that are to be written to the collection, and the ones that are to be deleted from it. */
export function pendingRecords (spool: MirrorSpool): RecordSource {
  const size = spool.counts().reduce((sum, counts) => sum + counts.new + counts.changed + counts.gone, 0)
  return {
    unit: 'record',
    size,
    async * read (onProgress) {
      let number = 0
      for await (const records of inBatches(recordsIn(spool), () => 1 / RECORDS_PER_BATCH)) {
        const ready = records.map((record) => ({ number: ++number, record }))
        onProgress?.(number)
        yield ready
      }
    }
  }
}

function * recordsIn (spool: MirrorSpool): Generator<Json> {
  for (const { name } of MIRRORED_TYPES) {
    for (const { id, body, lacksFile } of spool.pending(name)) {
      if (lacksFile && name === 'assets') continue
      const record = JSON.parse(body) as Representation
      yield lacksFile || body.includes('"@annotation"') ? completed(spool, id, record, lacksFile) : record
    }
  }
  // Referring records are deleted before the records to which they refer.
  for (const { name } of MIRRORED_TYPES.toReversed()) {
    for (const id of spool.gone(name)) {
      yield { '@type': DELETION_TYPE, resource: name, 'o:id': id } satisfies CollectionDeletion
    }
  }
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
