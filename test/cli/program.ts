import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Test } from 'tap'
import { packageFolder } from '../../package.js'
import { databaseVariables, removeDatabases } from '../database.js'

/** The compiled program; `npm test` compiles it first. */
export const PROGRAM = path.join(packageFolder, 'dist/cli/vitrine.js')

/** Without tap's coverage hooks unless coverage is measured: loading them takes as long as a command. */
const ENVIRONMENT = process.env.TAP_DISABLE_COVERAGE === '1' ? { ...process.env, NODE_OPTIONS: '' } : process.env

const variablesOf = await databaseVariables()

/** In the environment of a command: its data folder holds the database, too, as after a restore. */
export const IN_FOLDER = { VITRINE_DATABASE: '' }

/** A text that a program has not said by then, it never says. */
const SAYS_TIMEOUT_MS = 120_000

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** A run of the program as a process of its own. */
export class Run {
  stdout = ''
  stderr = ''
  readonly #exit: Promise<unknown[]>

  constructor (readonly process: ChildProcess) {
    process.stdout!.on('data', (chunk) => { this.stdout += String(chunk) })
    process.stderr!.on('data', (chunk) => { this.stderr += String(chunk) })
    this.#exit = once(process, 'close')
  }

  async outcome (): Promise<Outcome> {
    const [code] = await this.#exit
    return { code: code as number | null, stdout: this.stdout, stderr: this.stderr }
  }

  /** Waits until stdout or stderr matches; answers the first group of the match. */
  async says (pattern: RegExp): Promise<string> {
    const since = performance.now()
    for (;;) {
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr)
      if (found !== null) return found[1] ?? found[0]
      const hasEnded = this.process.exitCode !== null
      if (hasEnded || performance.now() - since > SAYS_TIMEOUT_MS) {
        throw new Error(
          `The program ${hasEnded ? 'ended' : 'goes on'} without saying ${String(pattern)}: ${this.stdout}${this.stderr}`
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Variables that name the database of a data folder, if tests run on a database server. */
export function databaseOf (t: Test, data: string | undefined): Record<string, string> {
  return variablesOf(data, (folder) => { t.teardown(async () => { await removeDatabases(folder) }) })
}

/**
 * Starts the program; it is ended with the test at the latest.
 *
 * @param flags of Node.js, before the name of the program.
 */
export function start (
  t: Test,
  args: readonly string[],
  environment: Record<string, string> = {},
  stdin: 'ignore' | 'pipe' = 'ignore',
  flags: readonly string[] = []
): Run {
  const at = args.indexOf('--data')
  const data = at === -1 ? environment.VITRINE_DATA : args[at + 1]
  const variables = 'VITRINE_DATABASE' in environment ? {} : databaseOf(t, data)
  const child = spawn(process.execPath, [...flags, PROGRAM, ...args], {
    env: { ...ENVIRONMENT, ...variables, ...environment }, stdio: [stdin, 'pipe', 'pipe']
  })
  const run = new Run(child)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await run.outcome()
  })
  return run
}

/** Runs the program to its end. */
export async function vitrine (
  t: Test, args: readonly string[], environment: Record<string, string> = {}
): Promise<Outcome> {
  return await start(t, args, environment).outcome()
}

/** Runs the program to its end with something piped in. */
export async function vitrineReading (t: Test, input: string, args: readonly string[]): Promise<Outcome> {
  const run = start(t, args, {}, 'pipe')
  run.process.stdin!.end(input)
  return await run.outcome()
}
