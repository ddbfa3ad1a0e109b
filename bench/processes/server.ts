import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import type { Arrangement } from './arrangement.js'
import { PROGRAM } from './program.js'
import { childrenOf } from './usage.js'

const LISTENING = /Vitrine is listening at (\S+)/

/** The environment that `deploy/vitrine.service` sets. */
const DEPLOYED = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_OPTIONS: [process.env.NODE_OPTIONS, '--max-semi-space-size=8'].filter(Boolean).join(' ')
}

/** Number of connections for each worker: so that each probably gets one, and caches the answer. */
const CONNECTIONS_FOR_EACH = 4

interface Node { readonly base: string, readonly child: ChildProcess }

/** Vitrine serving a data folder: one process or several, as `vitrine serve` starts them. */
export class VitrineServer {
  /** The base address of each node. */
  readonly bases: readonly string[]

  private constructor (
    private readonly nodes: readonly Node[],
    private readonly folders: readonly string[],
    private readonly workers: number,
    readonly startSeconds: number
  ) {
    this.bases = nodes.map(({ base }) => base)
  }

  /** @param program another build than that of this repository. */
  static async start (
    data: string, program = PROGRAM, { database, workers = 1, nodes = 1 }: Arrangement = {}
  ): Promise<VitrineServer> {
    const more = await Promise.all(Array.from({ length: nodes - 1 }, async () =>
      await mkdtemp(path.join(tmpdir(), 'vitrine-bench-node-'))))
    const parameters = [
      ...(database === undefined ? [] : ['--database', database]), ...(workers === 1 ? [] : ['--workers', String(workers)])
    ]
    const begin = performance.now()
    const started = await Promise.all([data, ...more].map(async (folder) => await start(folder, program, parameters)))
    return new VitrineServer(started, more, workers, (performance.now() - begin) / 1000)
  }

  /** The base address of the first node. */
  get base (): string {
    return this.bases[0]!
  }

  /**
   * Base addresses to which to send a request so that each process caches its answer. The system decides which worker
   * accepts a connection; with so many, each probably gets one.
   */
  get everyProcess (): string[] {
    const connections = this.workers === 1 ? 1 : CONNECTIONS_FOR_EACH * this.workers
    return this.bases.flatMap((base) => Array.from({ length: connections }, () => base))
  }

  /** Process id of the first node. */
  get pid (): number {
    return this.nodes[0]!.child.pid!
  }

  /** Ids of all processes. */
  get pids (): number[] {
    return this.nodes.flatMap(({ child }) => [child.pid!, ...childrenOf(child.pid!)])
  }

  async stop (): Promise<void> {
    await Promise.all(this.nodes.map(async ({ child }) => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    }))
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true })
  }
}

async function start (data: string, program: string, parameters: readonly string[]): Promise<Node> {
  // Options for Node reach it by NODE_OPTIONS, which in Node 20 takes --require, for a profiler, but not --cpu-prof.
  const child = spawn(process.execPath, [program, 'serve', '--data', data, '--port', '0', ...parameters], {
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
  return { base, child }
}
