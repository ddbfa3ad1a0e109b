#!/usr/bin/env node
import { run } from './program.js'

// The program writes private data, so its files are not readable for other users of this computer.
process.umask(0o077)

// The reader of a pipe may close it early (`vitrine job list | head -1`). The command still finishes its work.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A command that adds a listener of its own (such as an export to stdout) reports other errors itself.
    if (error.code !== 'EPIPE' && stream.listenerCount('error') === 1) throw error
  })
}

process.exitCode = await run(process.argv)
