#!/usr/bin/env node
import { run } from './program.js'

// Whatever the program writes may hold what is private: nobody else on this computer is to read it.
process.umask(0o077)
process.exitCode = await run(process.argv)
