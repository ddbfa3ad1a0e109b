import { workerData } from 'node:worker_threads'
import { openFile } from '../connection/driver.js'

// A bare connection, because the functions for statements take long to load.
const driver = openFile((workerData as { file: string }).file)
driver.pragma('synchronous = FULL')

/** Copies the log into the database, as far as no connection still reads an older state. */
export default function copy (): void {
  driver.pragma('wal_checkpoint(PASSIVE)')
}
