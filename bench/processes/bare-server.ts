import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Captured } from '../http/captured.js'

/** A message to the process: an answer to store, or the command to delete all. */
export type BareMessage = Captured | 'forget'

/** The process of bare.ts. */
export class BareServer {
  private constructor (readonly base: string, private readonly child: ChildProcess) {}

  static async start (): Promise<BareServer> {
    const file = path.join(import.meta.dirname, 'bare.ts')
    const child = fork(file, {
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
    })
    const [base] = await once(child, 'message') as [string]
    return new BareServer(base, child)
  }

  get bases (): readonly string[] {
    return [this.base]
  }

  get pids (): number[] {
    return [this.child.pid!]
  }

  /** Replaces the answers that it sends. */
  async learn (answers: readonly Captured[]): Promise<void> {
    const isDone = new Promise<void>((resolve) => {
      const listener = (learnt: number): void => {
        if (learnt !== answers.length) return
        this.child.off('message', listener)
        resolve()
      }
      this.child.on('message', listener)
    })
    for (const message of ['forget', ...answers] as const) this.child.send(message satisfies BareMessage)
    await isDone
  }

  async stop (): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }
}
