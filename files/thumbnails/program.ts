import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Milliseconds a program may work on one file. */
const TIMEOUT = 60_000

/** Kilobytes of address space that it may take, where the system can limit that. */
const MEMORY = 2 * 1024 * 1024

/** The shell gives way to the program, so that it is the program that is killed. */
const LIMITED = `ulimit -v ${MEMORY} 2>/dev/null; exec "$0" "$@"`

/** Runs a program and gives what it printed; null when it is not installed, fails, or takes too much time or memory. */
export async function runProgram (program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await run('/bin/sh', ['-c', LIMITED, program, ...args], { timeout: TIMEOUT, killSignal: 'SIGKILL' })).stdout
  } catch {
    return null
  }
}

/** Lends a folder for what a program writes, and removes it afterwards. */
export async function withFolder<T> (parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(parent, 'thumbnail-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
