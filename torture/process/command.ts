import { spawn, type ChildProcess } from 'node:child_process'
import { PROGRAM } from '../../bench/processes/program.js'
import { packageFolder } from '../../package.js'

export interface Outcome {
  /** Null when a signal ended it. */
  code: number | null
  output: string
}

/** A command of Vitrine as a process of its own. It is killed after `longest` milliseconds. */
export function startCommand (
  args: readonly string[],
  longest = 60_000
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: packageFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  }
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
  }, longest)
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
  return { child, outcome }
}

export async function runCommand (...args: readonly string[]): Promise<Outcome> {
  return await startCommand(args).outcome
}

/** Runs `vitrine check`. @returns its output when it finds problems; otherwise undefined. */
export async function checkFolder (data: string): Promise<string | undefined> {
  const { code, output } = await runCommand('check', '--data', data)
  return code === 0 ? undefined : `vitrine check ended with ${code}: ${output.slice(-1500)}`
}
