// Loaded into the tortured process before its program. Asked over the channel to its parent, it collects garbage and
// tells the memory that is still used: only the process itself can do so.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send !== undefined) {
  process.on('message', () => {
    globalThis.gc()
    process.send(process.memoryUsage())
  })
  // The listener keeps the channel, and with it the process, open.
  process.channel.unref()
}
