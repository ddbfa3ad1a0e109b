import { parentPort, workerData } from 'node:worker_threads'
import type { Progress } from './checkpoints.js'
import { connect } from './connection.js'

// For each message: copies the log into the database, as far as nobody still reads what was there before.
const { driver } = connect((workerData as { file: string }).file)

parentPort!.on('message', (order: 'copy' | 'end') => {
  if (order === 'end') {
    driver.close()
    parentPort!.close()
    return
  }
  driver.pragma('wal_checkpoint(PASSIVE)')
  // Others may have written meanwhile.
  const [{ log, checkpointed }] = driver.pragma('wal_checkpoint(NOOP)') as [Progress]
  parentPort!.postMessage({ log, checkpointed } satisfies Progress)
})
