import { execFile, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const PROGRAM_TIMEOUT_MS = 60_000

/** Maximum address space of a program, if the system can limit it. */
const ADDRESS_SPACE_KB = 2 * 1024 * 1024

/**
 * `exec` replaces the shell by the program, so that a timeout kills the program itself. The limit of CPU time ends it
 * also if this process was killed. Some shells set one limit per command.
 */
const LIMITED = [`ulimit -v ${ADDRESS_SPACE_KB}`, `ulimit -t ${PROGRAM_TIMEOUT_MS / 1000}`]
  .map((limit) => `${limit} 2>/dev/null; `).join('') + 'exec "$0" "$@"'

const running = new Set<ChildProcess>()

// A program that hangs must not outlive a server that ends without waiting for it.
process.on('exit', () => { for (const child of running) child.kill('SIGKILL') })

/**
 * Runs a program and returns its output; null when it is not installed, fails, or exceeds a limit.
 * @param timeout milliseconds.
 */
export async function runProgram (
  program: string, args: readonly string[], timeout = PROGRAM_TIMEOUT_MS
): Promise<string | null> {
  const result = run('/bin/sh', ['-c', LIMITED, program, ...args], { timeout, killSignal: 'SIGKILL' })
  running.add(result.child)
  try {
    return (await result).stdout
  } catch {
    return null
  } finally {
    running.delete(result.child)
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
