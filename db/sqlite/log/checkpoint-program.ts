import { parentPort, workerData } from 'node:worker_threads'
import { openFile } from '../connection/driver.js'
import type { Progress } from './checkpoints.js'

// For each message, copies the log into the database, as far as no connection still reads an older state. It uses a
// bare connection, because the functions for statements take long to load.
const driver = openFile((workerData as { file: string }).file)
driver.pragma('synchronous = FULL')

parentPort!.on('message', (order: 'copy' | 'end') => {
  if (order === 'end') {
    driver.close()
    parentPort!.close()
    return
  }
  driver.pragma('wal_checkpoint(PASSIVE)')
  // Other connections may have written meanwhile.
  const [{ log, checkpointed }] = driver.pragma('wal_checkpoint(NOOP)') as [Progress]
  parentPort!.postMessage({ log, checkpointed } satisfies Progress)
})
