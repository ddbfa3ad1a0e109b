import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { memoryOf } from '../../bench/processes/usage.js'
import { PROGRAM } from '../../bench/processes/program.js'
import { packageFolder } from '../../package.js'

const LISTENING = /Vitrine is listening at (\S+)/
const PROBE = path.join(import.meta.dirname, 'probe.mjs')
const LONGEST_LOG = 2_000_000
const LONGEST_START = 30_000
const LONGEST_STOP = 30_000

/** Output of a process about uncaught errors. */
const UNHANDLED = /uncaught|unhandled|FATAL ERROR|^\s+at .+node:internal/im

/** pino's level `error`: errors of the server itself. */
const ERROR_LEVEL = 50

export interface ServeOptions {
  /** More flags of `vitrine serve`. */
  flags?: readonly string[]
  /** Run with the rights of this user of the system. */
  uid?: number
  /** A command of the shell that comes before the program, such as a limit on the size of files. */
  shell?: string
}

/** The compiled program serving a data folder, as `vitrine serve` starts it. */
export class Server {
  base = ''
  log = ''
  /** Resolves once it accepts requests. */
  readonly listening: Promise<void>
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  #isEnding = false

  private constructor (readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => { this.log = (this.log + text).slice(-LONGEST_LOG) })
    }
    this.listening = new Promise((resolve) => {
      child.stdout!.on('data', () => {
        this.base = LISTENING.exec(this.log)?.[1] ?? this.base
        if (this.base !== '') resolve()
      })
    })
    this.ended = new Promise((resolve) => {
      child
        .on('close', (code) => {
          resolve(code)
        })
        .on('error', () => {
          resolve(null)
        })
    })
  }

  /** @throws when it does not accept requests; the message has its exit code and output. */
  static async start (data: string, options: ServeOptions = {}): Promise<Server> {
    const server = Server.launch(data, options)
    const outcome = await Promise.race([server.listening, server.ended, pause(LONGEST_START).then(() => 'late')])
    if (server.base !== '') return server
    if (server.isAlive) await server.kill()
    throw new Error(`The server did not start (${outcome}): ${server.log}`)
  }

  /** Starts the process without waiting until it accepts requests. */
  static launch (data: string, { flags = [], uid, shell }: ServeOptions = {}): Server {
    const args = ['--expose-gc', '--import', PROBE, PROGRAM, 'serve', '--data', data, '--port', '0', ...flags]
    const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', VITRINE_LOG_LEVEL: 'warn' }
    const [file, line] = shell === undefined
      ? [process.execPath, args]
      : ['bash', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...args]]
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
    return new Server(
      spawn(file, line, { cwd: packageFolder, stdio: [...stdio], env, ...(uid !== undefined && { uid, gid: uid }) })
    )
  }

  get isAlive (): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Peak memory in bytes since the last call where the system can reset it (Linux), otherwise since the start. */
  takePeakMemory (): number {
    const peak = memoryOf(this.child.pid!, 'VmHWM') ?? 0
    try {
      writeFileSync(`/proc/${this.child.pid!}/clear_refs`, '5')
    } catch {}
    return peak
  }

  /** Bytes of memory in use after a garbage collection. */
  async memory (): Promise<number> {
    this.child.send('collect')
    const [usage] = (await once(this.child, 'message', { signal: AbortSignal.timeout(LONGEST_STOP) })) as [
      NodeJS.MemoryUsage
    ]
    return usage.heapUsed + usage.external
  }

  async kill (): Promise<void> {
    this.#isEnding = true
    this.child.kill('SIGKILL')
    await this.ended
  }

  /** @returns the fault in its shutdown; undefined when it ended correctly. */
  async stop (): Promise<string | undefined> {
    if (!this.isAlive) {
      return this.#isEnding ? undefined : `the process had ended with ${await this.ended}: ${this.log.slice(-1500)}`
    }
    this.#isEnding = true
    this.child.kill('SIGTERM')
    const late = pause(LONGEST_STOP).then(() => 'late' as const)
    const code = await Promise.race([this.ended, late])
    if (code === 0) return undefined
    if (code !== 'late') return `SIGTERM ended it with ${code}: ${this.log.slice(-1500)}`
    this.child.kill('SIGKILL')
    return `SIGTERM did not end it within ${LONGEST_STOP} ms`
  }

  /** Lines of the log with errors of the server itself. */
  errorLines (): string[] {
    return this.log.split('\n').filter((line) => {
      if (UNHANDLED.test(line)) return true
      try {
        return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL
      } catch {
        return false
      }
    })
  }
}

export async function pause (milliseconds: number): Promise<void> {
  await new Promise((resolve) => { setTimeout(resolve, milliseconds) })
}
