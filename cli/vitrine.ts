#!/usr/bin/env node
import { run } from './program.js'

// The program writes private data, so its files are not readable for other users of this computer.
process.umask(0o077)

// Who reads the output may have seen enough: `vitrine job list | head -1`. What is under way is finished all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A command whose output is its work says itself that it cannot be written.
    if (error.code !== 'EPIPE' && stream.listenerCount('error') === 1) throw error
  })
}

process.exitCode = await run(process.argv)
