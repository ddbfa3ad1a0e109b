import { once } from 'node:events'
import { workerData } from 'node:worker_threads'
import { snapshotOf } from '../../../../db/sqlite/sqlite-engine.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'
import { outcomeOf, type Outcome } from '../../../core/calls/errors.js'
import type { ExportOrder } from './export-threads.js'
import { builtIn, Snapshot } from './snapshot.js'
import { streamOf } from './streams.js'

runInBackground()

const { file } = workerData as { file: string }

/** Writes an export. Each message of the reader requests a further chunk, so that a slow reader pauses the export. */
export default async function write ({ task, chunks }: ExportOrder): Promise<Outcome<void>> {
  try {
    return await outcomeOf(async () => {
      const snapshot = await Snapshot.open(snapshotOf(file), task.context, builtIn())
      try {
        for await (const chunk of streamOf(task, snapshot)) {
          chunks.postMessage(chunk)
          await once(chunks, 'message')
        }
      } finally {
        await snapshot.close()
      }
    })
  } finally {
    chunks.close()
  }
}
