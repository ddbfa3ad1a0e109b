import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { packageFolder } from '../../package.js'
import { PROGRAM } from './program.js'

const LISTENING = /Vitrine is listening at (\S+)/

/** What `deploy/vitrine.service` sets. */
const DEPLOYED = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Vitrine serving a data folder: one process, as `vitrine serve` starts it. */
export class VitrineServer {
  private constructor (readonly base: string, readonly startSeconds: number, private readonly child: ChildProcess) {}

  /** @param program another build than that of this repository. */
  static async start (data: string, program = PROGRAM): Promise<VitrineServer> {
    const begin = performance.now()
    // Options for Node, such as --cpu-prof, reach it by NODE_OPTIONS.
    const child = spawn(process.execPath, [program, 'serve', '--data', data, '--port', '0'], {
      cwd: packageFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...DEPLOYED, VITRINE_LOG_LEVEL: 'warn' }
    })
    const base = await new Promise<string>((resolve, reject) => {
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, address] = LISTENING.exec(output) ?? []
        if (address !== undefined) resolve(address)
      })
      child.on('error', reject).on('exit', (code) => {
        reject(new Error(`vitrine serve ended with ${code}: ${output}`))
      })
    })
    return new VitrineServer(base, (performance.now() - begin) / 1000, child)
  }

  get pid (): number {
    return this.child.pid!
  }

  async stop (): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }
}
