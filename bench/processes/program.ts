import { spawn } from 'node:child_process'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { cpuTimeOf, memoryOf } from './usage.js'

/** The compiled program of this repository. */
export const PROGRAM = programIn(packageFolder)

const LOOK_EVERY = 200

export interface Finished {
  stdout: string
  seconds: number
  /** Peak memory in bytes; undefined where the system does not report it. */
  memory: number | undefined
  /** CPU time of all its threads, in seconds, roughly; undefined where the system does not report it. */
  cpuSeconds: number | undefined
}

/**
 * Runs a command to its end.
 *
 * @throws when it fails, with its output.
 */
export async function runProgram (file: string, args: readonly string[]): Promise<Finished> {
  const begin = performance.now()
  const child = spawn(file, args, {
    cwd: packageFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' }
  })
  let stdout = ''
  let stderr = ''
  let memory: number | undefined
  let cpuSeconds: number | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr = (stderr + text).slice(-10_000) })
  const looking = setInterval(() => {
    memory = memoryOf(child.pid!, 'VmHWM') ?? memory
    cpuSeconds = cpuTimeOf(child.pid!) ?? cpuSeconds
  }, LOOK_EVERY)
  try {
    const code = await new Promise((resolve, reject) => { child.on('error', reject).on('close', resolve) })
    if (code !== 0) throw new Error(`${[file, ...args].join(' ')} failed:\n${stderr}${stdout}`)
  } finally {
    clearInterval(looking)
  }
  return { stdout, seconds: (performance.now() - begin) / 1000, memory, cpuSeconds }
}

/** Runs a command of Vitrine. @param program a build of it. */
export async function vitrine (program: string, ...args: readonly string[]): Promise<Finished> {
  return await runProgram(process.execPath, [program, ...args])
}

/** The compiled program of a checkout. */
export function programIn (folder: string): string {
  return path.join(path.resolve(folder), 'dist', 'cli', 'vitrine.js')
}
