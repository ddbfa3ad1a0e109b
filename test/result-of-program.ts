import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The number that a test file prints as a program of its own, in a process whose heap is of no other use.
 *
 * @param url of the file. @param program its argument. @param flags for Node.
 */
export async function resultOfProgram (url: string, program: string, ...flags: readonly string[]): Promise<number> {
  const args = [...process.execArgv, ...flags, fileURLToPath(url), program]
  return Number((await promisify(execFile)(process.execPath, args)).stdout)
}
