import { execFile, type ChildProcess } from 'node:child_process'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
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

/** What a shell exits with if it cannot execute a program, or the system cannot load it. */
const UNSTARTED: readonly unknown[] = [126, 127]

/**
 * Runs a program and returns its output; null when it fails or exceeds a limit, undefined when it is not installed or
 * cannot be started now.
 * @param timeout milliseconds.
 */
export async function runProgram (
  program: string, args: readonly string[], timeout = PROGRAM_TIMEOUT_MS
): Promise<string | null | undefined> {
  if (!await isInstalled(program)) return undefined
  const result = run('/bin/sh', ['-c', LIMITED, program, ...args], { timeout, killSignal: 'SIGKILL' })
  running.add(result.child)
  try {
    return (await result).stdout
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    return UNSTARTED.includes(code) || syscall !== undefined ? undefined : null
  } finally {
    running.delete(result.child)
  }
}

/** Whether a program is on the PATH; looked up each time, because it may be installed while the server runs. */
async function isInstalled (program: string): Promise<boolean> {
  const { PATH } = process.env
  if (PATH === undefined) return true
  const files = PATH.split(path.delimiter).map((folder) => path.join(folder, program))
  return await Promise.any(files.map(async (file) => { await access(file, constants.X_OK) }))
    .then(() => true, () => false)
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
