// Loaded into the tortured process before its program. On a message from the parent, it collects garbage and
// reports the memory still in use, which only the process itself can do.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send !== undefined) {
  process.on('message', () => {
    globalThis.gc()
    process.send(process.memoryUsage())
  })
  // The listener keeps the channel, and with it the process, open.
  process.channel.unref()
}
