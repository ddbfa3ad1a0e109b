import { workerData } from 'node:worker_threads'
import { openFile } from '../connection/driver.js'
import type { Progress } from './checkpoints.js'

// A bare connection, because the functions for statements take long to load.
const driver = openFile((workerData as { file: string }).file)
driver.pragma('synchronous = FULL')

/** Copies the log into the database, as far as no connection still reads an older state. */
export default function copy (): Progress {
  driver.pragma('wal_checkpoint(PASSIVE)')
  // Other connections may have written meanwhile.
  const [{ log, checkpointed }] = driver.pragma('wal_checkpoint(NOOP)') as [Progress]
  return { log, checkpointed }
}
