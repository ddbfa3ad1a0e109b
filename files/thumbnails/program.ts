import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Milliseconds a program may work on one file. */
const TIMEOUT = 60_000

/** Runs a program and gives what it printed; null when it is not installed, fails, or takes too long. */
export async function runProgram (program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await run(program, args, { timeout: TIMEOUT, killSignal: 'SIGKILL' })).stdout
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
