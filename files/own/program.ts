import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const PROGRAM_TIMEOUT_MS = 60_000

/** Maximum address space of a program, if the system can limit it. */
const ADDRESS_SPACE_KB = 2 * 1024 * 1024

/** `exec` replaces the shell by the program, so that a timeout kills the program itself. */
const LIMITED = `ulimit -v ${ADDRESS_SPACE_KB} 2>/dev/null; exec "$0" "$@"`

/** Runs a program and returns its output; null when it is not installed, fails, or exceeds a limit. */
export async function runProgram (program: string, args: readonly string[]): Promise<string | null> {
  try {
    const limits = { timeout: PROGRAM_TIMEOUT_MS, killSignal: 'SIGKILL' } as const
    return (await run('/bin/sh', ['-c', LIMITED, program, ...args], limits)).stdout
  } catch {
    return null
  }
}

/** Creates a folder for the output of a program, and removes it after `use`. */
export async function withFolder<T> (parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(parent, 'thumbnail-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
