import { once } from 'node:events'
import { workerData } from 'node:worker_threads'
import { snapshotOf } from '../../../../db/sqlite/sqlite-engine.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'
import { ResourceTypes } from '../../../access/access.js'
import { outcomeOf, type Outcome } from '../../../core/calls/errors.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../../resources/built-in.js'
import { DataTypes } from '../../../values/data-types.js'
import { streamOf } from './streams.js'
import type { ExportOrder } from './task.js'

runInBackground()

const { file } = workerData as { file: string }

/** Writes an export. Each message of the reader requests a further chunk, so that a slow reader pauses the export. */
export default async function write ({ task, chunks }: ExportOrder): Promise<Outcome<void>> {
  const known = {
    dataTypes: new DataTypes(), types: new ResourceTypes(BUILT_IN_TYPES), listeners: undefined, definitions: BUILT_IN
  }
  try {
    return await outcomeOf(async () => {
      for await (const chunk of streamOf(task, snapshotOf(file), known)) {
        chunks.postMessage(chunk)
        await once(chunks, 'message')
      }
    })
  } finally {
    chunks.close()
  }
}
